/* Building blocks of instrumented superblocks (flat VEX IR).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_EMIT_H
#define AP_EMIT_H

#include "base/base.h"

/* The superblock that is being built. */
typedef struct {
   IRSB *out;
   Int offset_sp;           /* of the guest's stack pointer */
   Int guest;               /* of our fields (guest/guest_fields.h), or 0 */
} ApEmit;

void ap_emit(ApEmit *e, IRStmt *st);

/* A temporary with this value. */
IRExpr *ap_assign(ApEmit *e, IRType type, IRExpr *value);
IRExpr *ap_binop(ApEmit *e, IROp op, IRExpr *a, IRExpr *b);
IRExpr *ap_load(ApEmit *e, IRType type, IRExpr *address);
IRExpr *ap_stack_pointer(ApEmit *e);
/* One of our fields of the guest state, or its lower half. */
IRExpr *ap_field(ApEmit *e, SizeT field, IRType type);

IRExpr *ap_word(UWord w);
Bool ap_is_word(const IRExpr *e);
/* The address that a constant of the guest's is. */
Addr ap_address_of(const IRConst *c);
IRExpr *ap_u32(UInt u);

/* Calls a helper with the arguments, where the guard (NULL: always) holds. */
void ap_helper(ApEmit *e, const HChar *name, void *function, IRExpr **args,
               IRExpr *guard);
/* The same for a helper whose first argument is the guest state, of which it
   may change our fields and read the stack pointer. */
void ap_state_helper(ApEmit *e, const HChar *name, void *function,
                     IRExpr **args, IRExpr *guard);
/* The same, not emitted yet: the helper may do more. */
IRDirty *ap_state_call(ApEmit *e, const HChar *name, void *function,
                       IRExpr **args, IRExpr *guard);
/* It does this to that part of the guest state, too. */
void ap_effect(IRDirty *d, IREffect fx, Int offset, Int size);

/* May the statement read such a part of the guest state? */
Bool ap_may_read(const IRStmt *st, Bool (*is_meant)(Int offset, Int size));

#define AP_HELPER(e, function, args, guard) \
   ap_helper(e, #function, &function, args, guard)
#define AP_STATE_HELPER(e, function, args, guard) \
   ap_state_helper(e, #function, &function, args, guard)

#endif
