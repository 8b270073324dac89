/* Functions that build flat VEX IR.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "ir/emit.h"
#include "guest/guest_fields.h"
#include "pub_tool_machine.h"

void emit_statement(Emit *e, IRStmt *st)
{
   addStmtToIRSB(e->out, st);
}

IRExpr *emit_assign(Emit *e, IRType type, IRExpr *value)
{
   IRTemp t = newIRTemp(e->out->tyenv, type);

   emit_statement(e, IRStmt_WrTmp(t, value));
   return IRExpr_RdTmp(t);
}

IRExpr *emit_binop(Emit *e, IROp op, IRExpr *a, IRExpr *b)
{
   IRType result, t1, t2, t3, t4;

   typeOfPrimop(op, &result, &t1, &t2, &t3, &t4);
   return emit_assign(e, result, IRExpr_Binop(op, a, b));
}

IRExpr *emit_load(Emit *e, IRType type, IRExpr *address)
{
   return emit_assign(e, type, IRExpr_Load(Iend_LE, type, address));
}

static IRType word_type(void)
{
   return sizeof(UWord) == 8 ? Ity_I64 : Ity_I32;
}

IRExpr *emit_stack_pointer(Emit *e)
{
   return emit_assign(e, word_type(), IRExpr_Get(e->offset_sp, word_type()));
}

IRExpr *emit_field(Emit *e, SizeT field, IRType type)
{
   return emit_assign(e, type, IRExpr_Get(e->guest + field, type));
}

Bool emit_is_word(const IRExpr *e)
{
   return e->tag == Iex_Const && e->Iex.Const.con->tag == Ico_U64;
}

IRExpr *emit_word(UWord w)
{
   return IRExpr_Const(sizeof w == 8 ? IRConst_U64(w) : IRConst_U32(w));
}

Addr emit_address_of(const IRConst *c)
{
   return c->tag == Ico_U64 ? c->Ico.U64 : c->Ico.U32;
}

IRExpr *emit_u32(UInt u)
{
   return IRExpr_Const(IRConst_U32(u));
}

/* Return a call of a dirty helper. */
static IRDirty *helper_call(const HChar *name, void *function, IRExpr **args,
                            IRExpr *guard)
{
   IRDirty *d = unsafeIRDirty_0_N(0, name, VG_(fnptr_to_fnentry)(function),
                                  args);

   if (guard != NULL)
      d->guard = guard;
   return d;
}

void emit_helper(Emit *e, const HChar *name, void *function, IRExpr **args,
                 IRExpr *guard)
{
   emit_statement(e, IRStmt_Dirty(helper_call(name, function, args, guard)));
}

void emit_effect(IRDirty *d, IREffect fx, Int offset, Int size)
{
   Int i = d->nFxState++;

   VG_(memset)(&d->fxState[i], 0, sizeof d->fxState[i]);
   d->fxState[i].fx = fx;
   d->fxState[i].offset = offset;
   d->fxState[i].size = size;
}

IRDirty *emit_state_call(Emit *e, const HChar *name, void *function,
                         IRExpr **args, IRExpr *guard)
{
   IRDirty *d = helper_call(name, function, args, guard);

   e->state_calls++;
   emit_effect(d, Ifx_Modify, e->guest, sizeof(GuestFields));
   emit_effect(d, Ifx_Read, e->offset_sp, sizeof(Addr));
   return d;
}

void emit_state_helper(Emit *e, const HChar *name, void *function,
                       IRExpr **args, IRExpr *guard)
{
   emit_statement(e, IRStmt_Dirty(emit_state_call(e, name, function, args,
                                                  guard)));
}

Bool emit_may_read(const IRStmt *st, Bool (*is_in_part)(Int offset, Int size))
{
   if (st->tag == Ist_Dirty)
      return st->Ist.Dirty.details->nFxState > 0;
   if (st->tag != Ist_WrTmp)
      return False;
   const IRExpr *e = st->Ist.WrTmp.data;
   return e->tag == Iex_GetI
          || (e->tag == Iex_Get
              && is_in_part(e->Iex.Get.offset, sizeofIRType(e->Iex.Get.ty)));
}
