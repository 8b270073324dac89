/* Instrumented code that counts virtual time: see emit_time.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sched/emit_time.h"
#include "arch/syscall_state.h"
#include "base/options.h"
#include "guest/guest_fields.h"
#include "sched/clocks.h"
#include "sched/critical_path.h"
#include "sched/sched.h"
#include "sched/weights.h"
#include "symbols/routines.h"
#include "pub_tool_machine.h"

/* Return the routine that the address belongs to, or NULL: most often the same
   as the last one. */
static Routine *routine_of(Addr address)
{
   static Addr last_start;
   static Routine *last;
   Addr start;

   if (!routines_has_symbol(address, &start))
      return NULL;
   if (start != last_start || last == NULL) {
      last = routines_at(start);
      last_start = start;
   }
   return last;
}

void emit_time_flush(EmitTime *t)
{
   IRExpr *left;

   if (t->counted > 0) {
      IRExpr *at = emit_word((UWord)t->counter);
      IRExpr *sum = emit_binop(t->e, Iop_Add64,
                               emit_load(t->e, Ity_I64, at),
                               emit_word(t->counted));
      emit_statement(t->e, IRStmt_Store(Iend_LE, at, sum));
      t->counted = 0;
   }
   if (t->pending == 0)
      return;
   left = emit_binop(t->e, Iop_Sub64,
                     emit_field(t->e, GUEST_FIELD(time_left), Ity_I64),
                     emit_word(t->pending));
   emit_statement(t->e, IRStmt_Put(t->e->guest + GUEST_FIELD(time_left), left));
   t->pending = 0;
}

static IRExpr *is_over(EmitTime *t)
{
   return emit_binop(t->e, Iop_CmpLT64S,
                     emit_field(t->e, GUEST_FIELD(time_left), Ity_I64),
                     emit_word(0));
}

/*    if (g.time_left < 0) goto to, as if to make a system call    */
static void exit_if_over(EmitTime *t, Addr to, Int offset_ip)
{
   emit_statement(t->e, IRStmt_Exit(is_over(t), Ijk_Sys_syscall,
                                    IRConst_U64(to), offset_ip));
}

void emit_time_begin(EmitTime *t, Emit *e, Addr start, Int offset_ip)
{
   VG_(memset)(t, 0, sizeof *t);
   t->e = e;
   if (!tool_options.virtual_time)
      return;
   EMIT_STATE_HELPER(e, sched_time_is_over, mkIRExprVec_1(IRExpr_GSPTR()),
                     is_over(t));
   exit_if_over(t, start, offset_ip);
}

void emit_time_instruction(EmitTime *t, Addr address)
{
   ULong time = CLOCKS_UNITS;
   Routine *r = NULL;

   if (!tool_options.virtual_time)
      return;
   if (weights_differ()) {
      r = routine_of(address);
      time = weights_of(r);
   }
   if (tool_options.what_if != NULL) {
      ULong *counter = critical_path_counter(r);
      if (counter != t->counter)
         emit_time_flush(t);
      t->counter = counter;
      t->counted += time;
   }
   t->pending += time;
}

void emit_time_before_syscall(EmitTime *t, Addr insn, Int offset_ip)
{
   IRDirty *d;

   if (!tool_options.virtual_time)
      return;
   emit_time_flush(t);
   d = emit_state_call(t->e, "sched_at_syscall", &sched_at_syscall,
                       mkIRExprVec_2(IRExpr_GSPTR(), emit_word(insn)), NULL);
   /* The registers comprise the stack pointer. */
   d->nFxState = 1;
   syscall_state_effects(d, emit_effect);
   emit_statement(t->e, IRStmt_Dirty(d));
   exit_if_over(t, insn, offset_ip);
}

IRStmt *emit_time_replace(EmitTime *t, IRStmt *st)
{
   IRDirty *d;

   if (!tool_options.virtual_time || st->tag != Ist_Dirty
       || !VG_STREQ(st->Ist.Dirty.details->cee->name,
                    "amd64g_dirtyhelper_RDTSC"))
      return st;
   emit_time_flush(t);
   d = unsafeIRDirty_1_N(st->Ist.Dirty.details->tmp, 0, "sched_time_stamp",
                         VG_(fnptr_to_fnentry)(&sched_time_stamp),
                         mkIRExprVec_1(emit_field(t->e,
                                                  GUEST_FIELD(time_left),
                                                  Ity_I64)));
   return IRStmt_Dirty(d);
}
