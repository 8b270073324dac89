/* Translations that are made anew.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef RETRANSLATE_H
#define RETRANSLATE_H

#include "ir/emit.h"

/* Before a system call, which the instruction at this address makes. */
void retranslate_before_syscall(Emit *e, Addr insn, Int offset_ip);

/* At the beginning of a superblock, which the program knows by this address, and
   whose code is right only as long as there is one thread. */
void retranslate_check(Emit *e, Addr start, Int offset_ip);

/* Are translations being discarded of code that is still the same? */
Bool retranslate_is_running(void);
/* No more: client code starts. */
void retranslate_done(void);

#endif
