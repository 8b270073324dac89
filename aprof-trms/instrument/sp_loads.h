/* Where the stack pointer is loaded, in a superblock: set to something that it is
   not already, give or take something.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SP_LOADS_H
#define SP_LOADS_H

#include "ir/emit.h"

/* By statement: does it load the stack pointer?  VEX's memory. */
UChar *sp_loads_find(const IRSB *sb, Int offset_sp);

/* What the stack pointer was loaded with before the instruction from `mark` up to
   `next`, though it shows only there, by the statement `load`.  NULL: it is the
   instruction that loads it.  To be asked where that begins. */
IRExpr *sp_loads_removed_load(Emit *e, const IRSB *sb, Int mark, Int load,
                             Int next);

/* How far above what the guest state says the stack pointer is before the
   instruction at `mark`, which loads it, or seems to. */
Long sp_loads_removed_moves(const IRSB *sb, Int mark, Int offset_sp);

#endif
