/* Reads and writes of a superblock -> calls of the engine, or inline checks
   that call it only where something changes.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef INSTRUMENT_ACCESSES_H
#define INSTRUMENT_ACCESSES_H

#include "ir/emit.h"

typedef struct _Accesses Accesses;

/* For one superblock; it lives as long as the translation. */
Accesses *accesses_of_superblock(Emit *e, const IRSB *sb);

/* Every assignment of the superblock is shown in its order, before accesses
   that use it: addresses that differ by a constant are found by them. */
void accesses_assigned(Accesses *x, const IRStmt *assignment);

/* An access of `size` bytes; guard NULL: unconditional. */
void accesses_emit_read(Accesses *x, IRExpr *address, Int size, IRExpr *guard);
/* The same where there is memory at the address also if the guard is false. */
void accesses_emit_read_if(Accesses *x, IRExpr *address, Int size, IRExpr *guard);
/* Kept until accesses_flush: within an instruction reads precede writes. */
void accesses_emit_write(Accesses *x, IRExpr *address, Int size, IRExpr *guard);
void accesses_flush(Accesses *x);

/* The activation or the thread of control may have changed: nothing that was
   accessed before counts any more. */
void accesses_forget(Accesses *x);

/* Will there be writes that are right only as long as there is one thread, or is
   this the last place to find out (retranslate_check)? */
Bool accesses_need_check(const Accesses *x);
/* Another thread of control may have begun: from here on there are none. */
void accesses_end_unchecked(Accesses *x);

#endif
