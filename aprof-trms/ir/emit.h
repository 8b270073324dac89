/* Functions that build flat VEX IR.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef EMIT_H
#define EMIT_H

#include "base/base.h"

/* The superblock that is being built. */
typedef struct {
   IRSB *out;
   Int offset_sp;           /* of the guest's stack pointer in its state */
   Int guest;               /* offset of the tool's fields there
                               (guest/guest_fields.h), or 0 */
   UInt state_calls;        /* emit_state_call was called so often */
} Emit;

/* Append a statement. */
void emit_statement(Emit *e, IRStmt *st);

/* Assign a value to a new temporary, and return the temporary. */
IRExpr *emit_assign(Emit *e, IRType type, IRExpr *value);
/* The same for a binary operation, a load, the guest's stack pointer, and a
   field of the tool (GUEST_FIELD) or its lower half. */
IRExpr *emit_binop(Emit *e, IROp op, IRExpr *a, IRExpr *b);
IRExpr *emit_load(Emit *e, IRType type, IRExpr *address);
IRExpr *emit_stack_pointer(Emit *e);
/* VEX makes a field of 64 bits an operand in memory, one instruction less than a
   load, where it is the second argument of an operation, and is used once. */
IRExpr *emit_field(Emit *e, SizeT field, IRType type);

/* Return a constant: a word of the host, or 32 bits. */
IRExpr *emit_word(UWord w);
IRExpr *emit_u32(UInt u);
/* Is the expression a constant of 64 bits? */
Bool emit_is_word(const IRExpr *e);
/* Return the guest address that is the constant's value. */
Addr emit_address_of(const IRConst *c);

/* Call a dirty helper with the arguments.  guard NULL: always; else if it is
   true when the code is executed. */
void emit_helper(Emit *e, const HChar *name, void *function, IRExpr **args,
                 IRExpr *guard);
/* The same for a helper whose first argument is the guest state: it may change
   the tool's fields there, and read the stack pointer. */
void emit_state_helper(Emit *e, const HChar *name, void *function,
                       IRExpr **args, IRExpr *guard);
/* Return that call without appending it, so that effects can be added. */
IRDirty *emit_state_call(Emit *e, const HChar *name, void *function,
                         IRExpr **args, IRExpr *guard);
/* The helper also has this effect on [offset, offset + size) of the guest
   state. */
void emit_effect(IRDirty *d, IREffect fx, Int offset, Int size);

/* May the statement read a certain part of the guest state?  is_in_part returns
   True if [offset, offset + size) overlaps the part. */
Bool emit_may_read(const IRStmt *st,
                   Bool (*is_in_part)(Int offset, Int size));

#define EMIT_HELPER(e, function, args, guard) \
   emit_helper(e, #function, &function, args, guard)
#define EMIT_STATE_HELPER(e, function, args, guard) \
   emit_state_helper(e, #function, &function, args, guard)

#endif
