/* Instructions with a repeat prefix.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "instrument/repeated.h"
#include "arch/insn.h"
#include "base/cost_unit.h"
#include "base/options.h"
#include "ir/imark.h"
#include "vexopt/rep_strings.h"

/* If VEX knows the count, then the exit before the iteration is removed; an
   iteration is made if the jump back is there. */
static void find_iteration(Repeated *r, const IRSB *sb, Int mark)
{
   const Addr insn = sb->stmts[mark]->Ist.IMark.addr;
   Bool goes_back = sb->next->tag == Iex_Const
                    && emit_address_of(sb->next->Iex.Const.con) == insn;

   for (Int i = mark + 1, next = imark_next(sb, mark); i < next; i++) {
      const IRStmt *st = sb->stmts[i];
      if (st->tag != Ist_Exit)
         continue;
      if (emit_address_of(st->Ist.Exit.dst) != insn) {
         r->iteration = st;
         return;
      }
      goes_back = True;
      break;
   }
   r->at_once = goes_back;
}

Repeated repeated_find(const IRSB *sb, Int mark)
{
   const IRStmt *st = sb->stmts[mark];
   Repeated r;

   VG_(memset)(&r, 0, sizeof r);
   r.is = insn_is_repeated(st->Ist.IMark.addr, st->Ist.IMark.len);
   if (r.is) {
      find_iteration(&r, sb, mark);
      r.string = string_cost_find(sb, mark);
   }
   return r;
}

void repeated_start(Repeated *r, Emit *e, Addr insn, UInt length)
{
   const Bool timed = repeated_is_string(r) && emit_time_counts();
   IRExpr *left = timed ? string_cost_left(e) : NULL;

   rep_strings_start(e, insn, length);
   if (timed)
      r->turns_made = string_cost_turns(e, &r->string, left);
}

void repeated_take_time(const Repeated *r, Emit *e, EmitTime *time)
{
   if (!repeated_is_string(r) || !emit_time_counts())
      return;
   const UWord of_turn = cost_unit_instructions(r->string.copies);
   if (r->turns_made != NULL)
      emit_time_more(time, emit_binop(e, Iop_Mul64, r->turns_made,
                                      emit_word(of_turn)));
   if (r->at_once && r->string.turns > 0)
      emit_time_more(time, emit_word(of_turn));
}

/* Does an iteration that copies or fills memory store in this statement how
   many are left? */
static Bool is_put(const Repeated *r, const IRStmt *st)
{
   return repeated_is_string(r) && st == r->string.put;
}

void repeated_take_time_behind(const Repeated *r, Emit *e, EmitTime *time,
                               const IRStmt *st)
{
   if (is_put(r, st) && emit_time_counts())
      emit_time_more(time,
                     string_cost_of(e, &r->string,
                                    cost_unit_instructions(r->string.copies)));
}

UInt repeated_cost(const Repeated *r)
{
   if (repeated_is_string(r))
      return r->at_once ? r->string.turns * cost_unit_of_turn(r->string.copies)
                        : 0;
   return tool_options.cost == COST_INSTR || r->at_once;
}

IRExpr *repeated_cost_behind(const Repeated *r, Emit *e, const IRStmt *st,
                             UInt *known)
{
   *known = r->is && r->string.size == 0 && st == r->iteration
            && tool_options.cost == COST_BB;
   return is_put(r, st) ? string_cost_of(e, &r->string,
                                         cost_unit_of_turn(r->string.copies))
                        : NULL;
}
