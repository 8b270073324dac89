/* Translations that are made anew.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_RENEW_H
#define AP_RENEW_H

#include "ir/emit.h"

/* Before a system call, which the instruction at this address makes. */
void ap_renew_before_syscall(ApEmit *e, Addr insn, Int offset_ip);

/* At the beginning of a superblock, which the program knows by this address, and
   whose code is right only as long as there is one thread. */
void ap_renew_check(ApEmit *e, Addr start, Int offset_ip);

/* Are translations being discarded of code that is still the same? */
Bool ap_is_renewing(void);
/* No more: client code starts. */
void ap_renewed(void);

#endif
