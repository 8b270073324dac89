/* Retranslation: all code is translated again.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef RETRANSLATE_H
#define RETRANSLATE_H

#include "ir/emit.h"

/* Emit code before a system call, which the instruction at `insn` makes: if the
   call requires retranslation, then discard all translations, and execute the
   instruction again.  offset_ip: of the instruction pointer in the guest
   state. */
void retranslate_before_syscall(Emit *e, Addr insn, Int offset_ip);

/* Emit code at the beginning of a superblock that is exact only while there is
   one thread: if there may be more, then discard all translations, and start
   the superblock again.  start: its address, or the original's if it is a
   replacement. */
void retranslate_check(Emit *e, Addr start, Int offset_ip);

/* Emit code at the beginning of a superblock that ends a turn of a loop: if
   code is to be translated again (guest_fields_retranslate), then do that, and
   start the superblock again. */
void retranslate_in_loop(Emit *e, Addr start, Int offset_ip);

/* A superblock is translated; a translation is discarded. */
void retranslate_made(void);
void retranslate_discarded(void);

/* Is code to store stamps with a guard (trms_fast_wants_guard)?  And is there
   code that does not?  Then all of it is to be translated again
   (guest_fields_retranslate_all). */
Bool retranslate_wants_guard(void);
Bool retranslate_is_due(void);

/* Discard all translations now: what is instrumented has changed. */
void retranslate_all(void);

/* Are translations being discarded only for retranslation, although the code
   has not changed? */
Bool retranslate_is_running(void);
/* Client code starts: that is over. */
void retranslate_done(void);

#endif
