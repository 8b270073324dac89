/* Loads of the stack pointer in a superblock.

   An instruction loads the stack pointer if it sets it to a value that is not
   computed from the present stack pointer.  Calls, returns, pushes and pops
   move it instead.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SP_LOADS_H
#define SP_LOADS_H

#include "ir/emit.h"

typedef enum {
   SP_NO_LOAD,
   SP_LOAD,
   SP_LOAD_FURTHER   /* with a value not far above the one that was loaded last,
                        in the same superblock: a pop from a stack that was
                        switched to */
} SpLoad;

/* Return an array with an SpLoad for each statement.  It is in VEX's memory. */
UChar *sp_loads_find(const IRSB *sb, Int offset_sp);

/* The instruction of statements [mark, next) seems to load the stack pointer,
   by statement `load`.  If the instruction before has loaded it, and VEX has
   removed that PUT, then emit and return the value that was loaded; else return
   NULL.  To be called at the beginning of the instruction. */
IRExpr *sp_loads_removed_load(Emit *e, const IRSB *sb, Int mark, Int load,
                              Int next);

/* Return the difference between the stack pointer before the instruction at
   `mark` and its value in the guest state, which is out of date if VEX has
   removed PUTs. */
Long sp_loads_removed_moves(const IRSB *sb, Int mark, Int offset_sp);

#endif
