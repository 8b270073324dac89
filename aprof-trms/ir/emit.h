/* Building blocks of instrumented superblocks (flat VEX IR).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef EMIT_H
#define EMIT_H

#include "base/base.h"

/* The superblock that is being built. */
typedef struct {
   IRSB *out;
   Int offset_sp;           /* of the guest's stack pointer */
   Int guest;               /* of our fields (guest/guest_fields.h), or 0 */
} Emit;

void emit_statement(Emit *e, IRStmt *st);

/* A temporary with this value. */
IRExpr *emit_assign(Emit *e, IRType type, IRExpr *value);
IRExpr *emit_binop(Emit *e, IROp op, IRExpr *a, IRExpr *b);
IRExpr *emit_load(Emit *e, IRType type, IRExpr *address);
IRExpr *emit_stack_pointer(Emit *e);
/* One of our fields of the guest state, or its lower half. */
IRExpr *emit_field(Emit *e, SizeT field, IRType type);

IRExpr *emit_word(UWord w);
Bool emit_is_word(const IRExpr *e);
/* The address that a constant of the guest's is. */
Addr emit_address_of(const IRConst *c);
IRExpr *emit_u32(UInt u);

/* Calls a helper with the arguments, where the guard (NULL: always) holds. */
void emit_helper(Emit *e, const HChar *name, void *function, IRExpr **args,
               IRExpr *guard);
/* The same for a helper whose first argument is the guest state, of which it
   may change our fields and read the stack pointer. */
void emit_state_helper(Emit *e, const HChar *name, void *function,
                     IRExpr **args, IRExpr *guard);
/* The same, not emitted yet: the helper may do more. */
IRDirty *emit_state_call(Emit *e, const HChar *name, void *function,
                       IRExpr **args, IRExpr *guard);
/* It does this to that part of the guest state, too. */
void emit_effect(IRDirty *d, IREffect fx, Int offset, Int size);

/* May the statement read such a part of the guest state? */
Bool emit_may_read(const IRStmt *st, Bool (*is_meant)(Int offset, Int size));

#define EMIT_HELPER(e, function, args, guard) \
   emit_helper(e, #function, &function, args, guard)
#define EMIT_STATE_HELPER(e, function, args, guard) \
   emit_state_helper(e, #function, &function, args, guard)

#endif
