/* Writes to parts of registers become writes to whole registers.

   VEX writes a part of a register where the instruction does so (a byte for
   setcc, half a vector for movsd), and reads most registers as a whole.  But a
   processor does not forward a narrow store to a wider load: the load waits
   until the store is in the cache.  In loops over floating-point numbers these
   stalls can be half the time of a program under Valgrind.  So a part is
   merged into the value that the register had, and the register is stored as a
   whole:

      PUT(rax) = t:I8       w = Or64(And64(GET:I64(rax), ~0xFF), 8Uto64(t))
                            PUT(rax) = w
      PUT(xmm0) = 0:V128    w = 64UtoV128(t)
      PUT(xmm0) = t:I64     PUT(xmm0) = w
      PUT(xmm0) = t:I64     w = InterleaveLO64x2(InterleaveHI64x2(x, x),
                                                 64UtoV128(t))
                            PUT(xmm0) = w, where x = GET:V128(xmm0)

   and a GET of the register, up to the next write to it, is w.

   Why that is exact: after each statement the guest state is what it would be
   without the change, since the other part of the register is stored with the
   value that it has.  Only the zero in the second example is stored later, or
   never: nothing but temporaries and loads of the same instruction comes
   between it and the next store.  If such a load faults, then the register is
   what it was before the instruction, as on a processor.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "vexopt/partial_registers.h"
#include "arch/guest_layout.h"
#include "ir/emit.h"

typedef struct {
   Emit e;
   /* By register number: an atom with the register's value, or NULL if only the
      guest state has the value. */
   IRExpr *value[GUEST_LAYOUT_REGISTERS];
   /* The register whose store of 0 is put off, or -1. */
   Int zeroed;
} State;

static IRType type_of(Int number)
{
   return guest_layout_register_size(number) == 8 ? Ity_I64 : Ity_V128;
}

static IRExpr *zero_vector(void)
{
   return IRExpr_Const(IRConst_V128(0));
}

static Bool is_zero_vector(const IRExpr *e)
{
   return e->tag == Iex_Const && e->Iex.Const.con->tag == Ico_V128
          && e->Iex.Const.con->Ico.V128 == 0;
}

static void put(State *s, Int number, IRExpr *value)
{
   emit_statement(&s->e,
                  IRStmt_Put(guest_layout_register_start(number), value));
}

static void store_zero(State *s)
{
   if (s->zeroed >= 0)
      put(s, s->zeroed, zero_vector());
   s->zeroed = -1;
}

static void forget_all(State *s)
{
   VG_(memset)(s->value, 0, sizeof s->value);
}

/* Return the register's value, before a part of it changes. */
static IRExpr *value_of(State *s, Int number)
{
   IRType type = type_of(number);

   if (s->value[number] != NULL)
      return s->value[number];
   return emit_assign(&s->e, type,
                      IRExpr_Get(guest_layout_register_start(number), type));
}

static Bool is_zero(const State *s, Int number)
{
   return s->value[number] != NULL && is_zero_vector(s->value[number]);
}

static IRExpr *unop(State *s, IRType type, IROp op, IRExpr *e)
{
   return emit_assign(&s->e, type, IRExpr_Unop(op, e));
}

/* Return the register's value with `part` at bit `shift`. */
static IRExpr *merge_word(State *s, Int number, IRExpr *part, IRType type,
                          UInt shift)
{
   ULong mask = (1ULL << 8 * sizeofIRType(type)) - 1;
   IROp widen = type == Ity_I8 ? Iop_8Uto64
                : type == Ity_I16 ? Iop_16Uto64 : Iop_32Uto64;
   IRExpr *wide = unop(s, Ity_I64, widen, part);

   if (shift > 0)
      wide = emit_binop(&s->e, Iop_Shl64, wide,
                        IRExpr_Const(IRConst_U8(shift)));
   return emit_binop(&s->e, Iop_Or64, wide,
                     emit_binop(&s->e, Iop_And64, value_of(s, number),
                                emit_word(~(mask << shift))));
}

/* Return the register's value with `part` at this byte, or NULL if the merge
   would have to go through memory anyway. */
static IRExpr *merge_vector(State *s, Int number, IRExpr *part, IRType type,
                            UInt byte)
{
   if (type == Ity_F64)
      part = unop(s, Ity_I64, Iop_ReinterpF64asI64, part);
   else if (type == Ity_I32 && byte == 0 && is_zero(s, number))
      return unop(s, Ity_V128, Iop_32UtoV128, part);
   else if (type != Ity_I64)
      return NULL;
   part = unop(s, Ity_V128, Iop_64UtoV128, part);
   if (byte == 0 && is_zero(s, number))
      return part;
   IRExpr *old = value_of(s, number);
   if (byte > 0)
      return emit_binop(&s->e, Iop_InterleaveLO64x2, part, old);
   return emit_binop(&s->e, Iop_InterleaveLO64x2,
                     emit_binop(&s->e, Iop_InterleaveHI64x2, old, old), part);
}

static void put_part(State *s, IRStmt *st, Int number, IRType type)
{
   IRExpr *data = st->Ist.Put.data;
   UInt byte = st->Ist.Put.offset - guest_layout_register_start(number);
   IRExpr *whole = type_of(number) == Ity_I64
                   ? merge_word(s, number, data, type, 8 * byte)
                   : merge_vector(s, number, data, type, byte);

   if (whole != NULL && s->zeroed == number)
      s->zeroed = -1;
   store_zero(s);
   if (whole != NULL)
      put(s, number, whole);
   else
      emit_statement(&s->e, st);
   s->value[number] = whole;
}

/* Forget the values of the registers that the range overlaps.  A register has
   at least 8 bytes. */
static void forget(State *s, Int offset, Int size)
{
   for (Int i = 0; i < size + 7; i += 8) {
      Int number = guest_layout_register(offset + (i < size ? i : size - 1), 1);
      if (number >= 0)
         s->value[number] = NULL;
   }
}

static void put_register(State *s, IRStmt *st)
{
   IRExpr *data = st->Ist.Put.data;
   IRType type = typeOfIRExpr(s->e.out->tyenv, data);
   Int size = sizeofIRType(type), offset = st->Ist.Put.offset;
   Int number = guest_layout_register(offset, size);

   if (number < 0) {
      store_zero(s);
      forget(s, offset, size);
      emit_statement(&s->e, st);
   } else if (size < guest_layout_register_size(number))
      put_part(s, st, number, type);
   else {
      store_zero(s);
      s->value[number] = data;
      if (is_zero_vector(data))
         s->zeroed = number;
      else
         emit_statement(&s->e, st);
   }
}

static void get_register(State *s, IRStmt *st)
{
   const IRExpr *get = st->Ist.WrTmp.data;
   Int size = sizeofIRType(get->Iex.Get.ty);
   Int number = guest_layout_register(get->Iex.Get.offset, size);

   if (number >= 0 && size == guest_layout_register_size(number)
       && get->Iex.Get.ty == type_of(number)) {
      if (s->value[number] != NULL) {
         emit_statement(&s->e,
                        IRStmt_WrTmp(st->Ist.WrTmp.tmp, s->value[number]));
         return;
      }
      s->value[number] = IRExpr_RdTmp(st->Ist.WrTmp.tmp);
   } else
      store_zero(s);
   emit_statement(&s->e, st);
}

static void statement(State *s, IRStmt *st)
{
   if (st->tag == Ist_Put) {
      put_register(s, st);
      return;
   }
   if (st->tag == Ist_WrTmp && st->Ist.WrTmp.data->tag == Iex_Get) {
      get_register(s, st);
      return;
   }
   if (st->tag != Ist_WrTmp || st->Ist.WrTmp.data->tag == Iex_GetI)
      store_zero(s);
   if (st->tag == Ist_PutI
       || (st->tag == Ist_Dirty && st->Ist.Dirty.details->nFxState > 0))
      forget_all(s);
   emit_statement(&s->e, st);
}

IRSB *partial_registers_merge(const IRSB *in)
{
   State s;

   VG_(memset)(&s, 0, sizeof s);
   s.e.out = deepCopyIRSBExceptStmts(in);
   s.zeroed = -1;
   for (Int i = 0; i < in->stmts_used; i++)
      if (in->stmts[i] != NULL && in->stmts[i]->tag != Ist_NoOp)
         statement(&s, in->stmts[i]);
   store_zero(&s);
   return s.e.out;
}
