/* Where the stack pointer is loaded, in a superblock: set to something that it is
   not already, give or take something.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_STACK_LOADS_H
#define AP_STACK_LOADS_H

#include "ap_emit.h"

/* By statement: does it load the stack pointer?  VEX's memory. */
UChar *ap_stack_loads(const IRSB *sb, Int offset_sp);

/* What the stack pointer was loaded with before the instruction at `mark`, though
   it shows only there; it is no load of that instruction any more then.  NULL:
   nothing.  To be asked where the instruction begins. */
IRExpr *ap_stack_load_before(ApEmit *e, const IRSB *sb, UChar *loads, Int mark);

#endif
