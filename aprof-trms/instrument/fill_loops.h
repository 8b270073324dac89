/* Superblocks that are the turn of a loop which fills memory (callgraph/fills.h).

   A turn jumps back to its beginning, and stores to memory.  It reads nothing but
   what lies on the stack at a fixed distance from the stack's or the frame's pointer,
   and at fixed addresses: its variables.  What it stores there does not count.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef FILL_LOOPS_H
#define FILL_LOOPS_H

#include "callgraph/fills.h"
#include "ir/emit.h"

typedef struct {
   const IRStmt *store;         /* the first one of the turn; NULL: it is none */
   FillTurn turn;
   IRExpr *before;              /* what was at the place of the first store */
} FillBlock;

/* Return what the superblock at an address is. */
FillBlock fill_loops_find(const IRSB *sb, Addr first,
                         const VexGuestLayout *layout);

/* Emit code before a statement of the turn, and behind it.  first: as above. */
void fill_loops_before(FillBlock *t, Emit *e, const IRStmt *st);
void fill_loops_behind(const FillBlock *t, Emit *e, Addr first,
                       const IRStmt *st);

#endif
