/* The cost of a repeated instruction that copies or fills memory.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "instrument/string_cost.h"
#include "arch/string_insn.h"
#include "base/cost_unit.h"
#include "guest/guest_fields.h"
#include "ir/imark.h"

static const IRStmt *put_of_count(const IRSB *sb, Int mark)
{
   const Int count = ap_arch_string_count();

   for (Int i = mark + 1, next = ap_next_mark(sb, mark); i < next; i++) {
      const IRStmt *st = sb->stmts[i];
      if (st != NULL && st->tag == Ist_Put && st->Ist.Put.offset == count)
         return st;
   }
   return NULL;
}

static ULong cost_if_left(ULong left, UInt size)
{
   return left % (COST_UNIT_BYTES / size) == 0 ? cost_unit_of_turn() : 0;
}

/* Of iterations whose number is known VEX stores only the last one's count, if
   it has unrolled them. */
static ULong known_cost(const IRSB *sb, Int mark, UInt size)
{
   const Addr insn = sb->stmts[mark]->Ist.IMark.addr;
   ULong more = 0;

   for (Int i = ap_next_mark(sb, mark);
        i < sb->stmts_used && sb->stmts[i]->Ist.IMark.addr == insn;
        i = ap_next_mark(sb, i)) {
      const IRStmt *put = put_of_count(sb, i);
      more++;
      if (put != NULL)
         return put->Ist.Put.data->tag == Iex_Const
                ? cost_if_left(put->Ist.Put.data->Iex.Const.con->Ico.U64
                               + more, size) : 0;
   }
   return 0;
}

StringCost string_cost_find(const IRSB *sb, Int mark)
{
   const IRStmt *st = sb->stmts[mark];
   StringCost s = { 0, NULL, 0 };
   ApString string;

   if (!ap_arch_string(st->Ist.IMark.addr, st->Ist.IMark.len, &string))
      return s;
   s.size = string.size;
   s.put = put_of_count(sb, mark);
   if (s.put == NULL)
      s.cost = known_cost(sb, mark, s.size);
   return s;
}

void string_cost_add(ApEmit *e, const StringCost *s)
{
   ULong mask = COST_UNIT_BYTES / s->size - 1;
   IRExpr *rest = ap_binop(e, Iop_And64, s->put->Ist.Put.data, ap_word(mask));
   IRExpr *is_turn = ap_binop(e, Iop_CmpEQ64, rest, ap_word(0));
   IRExpr *cost = ap_assign(e, Ity_I64,
                            IRExpr_ITE(is_turn, ap_word(cost_unit_of_turn()),
                                       ap_word(0)));
   IRExpr *sum = ap_binop(e, Iop_Add64,
                          ap_field(e, AP_FIELD(cost), Ity_I64), cost);

   ap_emit(e, IRStmt_Put(e->guest + AP_FIELD(cost), sum));
}
