/* The cost of a repeated instruction that copies or fills memory.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "instrument/string_cost.h"
#include "arch/string_insn.h"
#include "base/cost_unit.h"
#include "ir/imark.h"

static const IRStmt *put_of_count(const IRSB *sb, Int mark)
{
   const Int count = string_insn_count_offset();

   for (Int i = mark + 1, next = imark_next(sb, mark); i < next; i++) {
      const IRStmt *st = sb->stmts[i];
      if (st != NULL && st->tag == Ist_Put && st->Ist.Put.offset == count)
         return st;
   }
   return NULL;
}

/* The turns if VEX knows the number of iterations.  If it has unrolled the
   iterations, then it stores only the count after the last one. */
static UInt known_turns(const IRSB *sb, Int mark, const StringInsn *s)
{
   const Addr insn = sb->stmts[mark]->Ist.IMark.addr;
   ULong more = 0;

   for (Int i = imark_next(sb, mark);
        i < sb->stmts_used && sb->stmts[i]->Ist.IMark.addr == insn;
        i = imark_next(sb, i)) {
      const IRStmt *put = put_of_count(sb, i);
      more++;
      if (put != NULL)
         return put->Ist.Put.data->tag == Iex_Const
                && (put->Ist.Put.data->Iex.Const.con->Ico.U64 + more)
                   % (COST_UNIT_BYTES / s->size) == 0;
   }
   return 0;
}

StringCost string_cost_find(const IRSB *sb, Int mark)
{
   const IRStmt *st = sb->stmts[mark];
   StringCost s = { 0, False, NULL, 0 };
   StringInsn string;

   if (!string_insn_decode(st->Ist.IMark.addr, st->Ist.IMark.len, &string))
      return s;
   s.size = string.size;
   s.copies = string.copies;
   s.put = put_of_count(sb, mark);
   if (s.put == NULL)
      s.turns = known_turns(sb, mark, &string);
   return s;
}

IRExpr *string_cost_of(Emit *e, const StringCost *s, UInt of_turn)
{
   ULong mask = COST_UNIT_BYTES / s->size - 1;
   IRExpr *rest = emit_binop(e, Iop_And64, s->put->Ist.Put.data,
                             emit_word(mask));
   IRExpr *is_turn = emit_binop(e, Iop_CmpEQ64, rest, emit_word(0));

   return emit_assign(e, Ity_I64,
                      IRExpr_ITE(is_turn, emit_word(of_turn),
                                 emit_word(0)));
}

IRExpr *string_cost_left(Emit *e)
{
   return emit_assign(e, Ity_I64,
                      IRExpr_Get(string_insn_count_offset(), Ity_I64));
}

/* The number of turns that are begun if so many iterations are left. */
static IRExpr *turns_left(Emit *e, const StringCost *s, IRExpr *left)
{
   UChar shift = 0;

   for (UInt i = s->size; i < COST_UNIT_BYTES; i *= 2)
      shift++;
   return emit_assign(e, Ity_I64,
                      IRExpr_Binop(Iop_Shr64,
                                   emit_binop(e, Iop_Sub64, left, emit_word(1)),
                                   IRExpr_Const(IRConst_U8(shift))));
}

/* As cost_unit_turns. */
IRExpr *string_cost_turns(Emit *e, const StringCost *s, IRExpr *left_before)
{
   return emit_binop(e, Iop_Sub64, turns_left(e, s, left_before),
                     turns_left(e, s, string_cost_left(e)));
}
