/* Building blocks of instrumented superblocks.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "ir/emit.h"
#include "guest/guest_fields.h"
#include "pub_tool_machine.h"

void ap_emit(ApEmit *e, IRStmt *st)
{
   addStmtToIRSB(e->out, st);
}

IRExpr *ap_assign(ApEmit *e, IRType type, IRExpr *value)
{
   IRTemp t = newIRTemp(e->out->tyenv, type);

   ap_emit(e, IRStmt_WrTmp(t, value));
   return IRExpr_RdTmp(t);
}

IRExpr *ap_binop(ApEmit *e, IROp op, IRExpr *a, IRExpr *b)
{
   IRType result, t1, t2, t3, t4;

   typeOfPrimop(op, &result, &t1, &t2, &t3, &t4);
   return ap_assign(e, result, IRExpr_Binop(op, a, b));
}

IRExpr *ap_load(ApEmit *e, IRType type, IRExpr *address)
{
   return ap_assign(e, type, IRExpr_Load(Iend_LE, type, address));
}

static IRType word_type(void)
{
   return sizeof(UWord) == 8 ? Ity_I64 : Ity_I32;
}

IRExpr *ap_stack_pointer(ApEmit *e)
{
   return ap_assign(e, word_type(), IRExpr_Get(e->offset_sp, word_type()));
}

IRExpr *ap_field(ApEmit *e, SizeT field, IRType type)
{
   return ap_assign(e, type, IRExpr_Get(e->guest + field, type));
}

Bool ap_is_word(const IRExpr *e)
{
   return e->tag == Iex_Const && e->Iex.Const.con->tag == Ico_U64;
}

IRExpr *ap_word(UWord w)
{
   return IRExpr_Const(sizeof w == 8 ? IRConst_U64(w) : IRConst_U32(w));
}

Addr ap_address_of(const IRConst *c)
{
   return c->tag == Ico_U64 ? c->Ico.U64 : c->Ico.U32;
}

IRExpr *ap_u32(UInt u)
{
   return IRExpr_Const(IRConst_U32(u));
}

static IRDirty *call_of(const HChar *name, void *function, IRExpr **args,
                        IRExpr *guard)
{
   IRDirty *d = unsafeIRDirty_0_N(0, name, VG_(fnptr_to_fnentry)(function),
                                  args);

   if (guard != NULL)
      d->guard = guard;
   return d;
}

void ap_helper(ApEmit *e, const HChar *name, void *function, IRExpr **args,
               IRExpr *guard)
{
   ap_emit(e, IRStmt_Dirty(call_of(name, function, args, guard)));
}

void ap_effect(IRDirty *d, IREffect fx, Int offset, Int size)
{
   Int i = d->nFxState++;

   VG_(memset)(&d->fxState[i], 0, sizeof d->fxState[i]);
   d->fxState[i].fx = fx;
   d->fxState[i].offset = offset;
   d->fxState[i].size = size;
}

IRDirty *ap_state_call(ApEmit *e, const HChar *name, void *function,
                       IRExpr **args, IRExpr *guard)
{
   IRDirty *d = call_of(name, function, args, guard);

   ap_effect(d, Ifx_Modify, e->guest, sizeof(ApGuest));
   ap_effect(d, Ifx_Read, e->offset_sp, sizeof(Addr));
   return d;
}

void ap_state_helper(ApEmit *e, const HChar *name, void *function,
                     IRExpr **args, IRExpr *guard)
{
   ap_emit(e, IRStmt_Dirty(ap_state_call(e, name, function, args, guard)));
}

Bool ap_may_read(const IRStmt *st, Bool (*is_meant)(Int offset, Int size))
{
   if (st->tag == Ist_Dirty)
      return st->Ist.Dirty.details->nFxState > 0;
   if (st->tag != Ist_WrTmp)
      return False;
   const IRExpr *e = st->Ist.WrTmp.data;
   return e->tag == Iex_GetI
          || (e->tag == Iex_Get
              && is_meant(e->Iex.Get.offset, sizeofIRType(e->Iex.Get.ty)));
}
