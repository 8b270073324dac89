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

static ULong cost_if_left(ULong left, const StringInsn *s)
{
   return left % (COST_UNIT_BYTES / s->size) == 0
          ? cost_unit_of_turn(s->copies) : 0;
}

/* The cost if VEX knows the number of iterations.  If it has unrolled the
   iterations, then it stores only the count after the last one. */
static ULong known_cost(const IRSB *sb, Int mark, const StringInsn *s)
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
                ? cost_if_left(put->Ist.Put.data->Iex.Const.con->Ico.U64
                               + more, s) : 0;
   }
   return 0;
}

StringCost string_cost_find(const IRSB *sb, Int mark)
{
   const IRStmt *st = sb->stmts[mark];
   StringCost s = { 0, 0, NULL, 0 };
   StringInsn string;

   if (!string_insn_decode(st->Ist.IMark.addr, st->Ist.IMark.len, &string))
      return s;
   s.size = string.size;
   s.of_turn = cost_unit_of_turn(string.copies);
   s.put = put_of_count(sb, mark);
   if (s.put == NULL)
      s.cost = known_cost(sb, mark, &string);
   return s;
}

IRExpr *string_cost_of(Emit *e, const StringCost *s)
{
   ULong mask = COST_UNIT_BYTES / s->size - 1;
   IRExpr *rest = emit_binop(e, Iop_And64, s->put->Ist.Put.data,
                             emit_word(mask));
   IRExpr *is_turn = emit_binop(e, Iop_CmpEQ64, rest, emit_word(0));

   return emit_assign(e, Ity_I64,
                      IRExpr_ITE(is_turn, emit_word(s->of_turn),
                                 emit_word(0)));
}
