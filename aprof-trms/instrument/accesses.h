/* Reads and writes of a superblock -> calls of the engine, or inline checks
   that call it only if its state changes.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef INSTRUMENT_ACCESSES_H
#define INSTRUMENT_ACCESSES_H

#include "ir/emit.h"

typedef struct _Accesses Accesses;

/* Return the state for instrumenting superblock `sb`, in VEX's memory. */
Accesses *accesses_of_superblock(Emit *e, const IRSB *sb);

/* To be called for every assignment of the superblock, in their order, before
   accesses that use it: this is how addresses that differ by a constant are
   found. */
void accesses_assigned(Accesses *x, const IRStmt *assignment);

/* Emit code for a read of `size` bytes.  guard NULL: unconditional. */
void accesses_emit_read(Accesses *x, IRExpr *address, Int size, IRExpr *guard);
/* The same if there is memory at the address even if the guard is false. */
void accesses_emit_read_if(Accesses *x, IRExpr *address, Int size,
                           IRExpr *guard);
/* The same for a write.  Its code is emitted by accesses_flush: within an
   instruction, reads precede writes. */
void accesses_emit_write(Accesses *x, IRExpr *address, Int size, IRExpr *guard);
void accesses_flush(Accesses *x);

/* The activation or the thread of control may have changed: no later access is
   eliminated because of an earlier one. */
void accesses_forget(Accesses *x);

/* Must the superblock begin with retranslate_check?  If so, then it has
   unchecked writes, or code that it calls has them and can't make the check. */
Bool accesses_need_check(const Accesses *x);
/* Another thread of control may have begun: emit no unchecked writes from here
   on. */
void accesses_end_unchecked(Accesses *x);

#endif
