/* Calls at the end of a superblock: see instrument/call_end.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "instrument/call_end.h"
#include "arch/insn.h"
#include "arch/plt.h"
#include "base/options.h"
#include "callgraph/call_places.h"
#include "callgraph/call_targets.h"
#include "helpers/calls.h"
#include "symbols/generated_code.h"

Bool call_end_target(const IRSB *sb, Addr *target)
{
   if (sb->next->tag != Iex_Const)
      return False;
   *target = emit_address_of(sb->next->Iex.Const.con);
   return True;
}

static void stub_call(const CallEnd *c, Addr stub)
{
   IRExpr *sp = emit_stack_pointer(c->e);
   const Addr *slot = plt_slot(stub);

   if (slot == NULL)
      EMIT_STATE_HELPER(c->e, helpers_call_unknown,
                        mkIRExprVec_3(IRExpr_GSPTR(), sp, emit_word(stub)),
                        NULL);
   else
      EMIT_STATE_HELPER(c->e, helpers_call_stub,
                        mkIRExprVec_5(IRExpr_GSPTR(), sp, emit_word(stub),
                                      emit_word((UWord)slot),
                                      emit_word((UWord)call_sites_at(c->insn))),
                        NULL);
}

/* Return the routine that probably executes the current instruction, or NULL if
   it is not known.  The superblock is about to be executed: if no routine is
   entered in it, then the top activation executes it. */
static Routine *likely_caller(const CallEnd *c)
{
   const Control *now = control_current;

   if (c->plan != NULL)
      return inline_plan_last(c->plan, now == NULL || control_depth(now) == 0
                                       ? NULL : now->top->routine);
   if (c->entered != NULL)
      return c->entered;
   return now != NULL && control_depth(now) > 0 && !now->in_resolver
          && now->n_zones == 0 ? now->top->routine : NULL;
}

static void known_call(const CallEnd *c, Routine *callee)
{
   IRExpr *sp = emit_stack_pointer(c->e);
   Routine *caller = likely_caller(c);

   if (caller == NULL || caller->hidden || callee->hidden
       || callee->size_argument != NULL || tool_options.contexts > 0)
      EMIT_STATE_HELPER(c->e, helpers_call_routine,
                        mkIRExprVec_3(IRExpr_GSPTR(), sp,
                                      emit_word((UWord)callee)), NULL);
   else {
      Edge *likely = record_edge_between(caller, callee);
      IRExpr **args = mkIRExprVec_3(IRExpr_GSPTR(), sp,
                                    emit_word((UWord)likely));
      if (callee->memory != NULL)
         EMIT_STATE_HELPER(c->e, helpers_call_zone, args, NULL);
      else
         EMIT_STATE_HELPER(c->e, helpers_call, args, NULL);
   }
}

/* Note where in the source the call is. */
static void note_call(const CallEnd *c, Routine *callee)
{
   call_places_call(c->insn, likely_caller(c), c->insn + c->length, callee);
}

void call_end_note_jump(const CallEnd *c)
{
   const Addr behind = c->insn + c->length;
   Addr target;

   if (call_end_target(c->in, &target) && target != behind
       && insn_never_goes_on(c->insn, c->length))
      call_places_jump(c->insn, likely_caller(c), behind, target);
}

void call_end_emit(const CallEnd *c)
{
   Addr target;

   if (generated_code_is_interpreted(c->insn)) {
      EMIT_STATE_HELPER(c->e, helpers_call_interpreter,
                        mkIRExprVec_3(IRExpr_GSPTR(),
                                      emit_stack_pointer(c->e), c->in->next),
                        NULL);
      return;
   }
   if (!call_end_target(c->in, &target)) {
      note_call(c, NULL);
      IRExpr *sp = emit_stack_pointer(c->e);
      CallSite *site = call_sites_at(c->insn);
      EMIT_STATE_HELPER(c->e, helpers_call_indirect,
                        mkIRExprVec_4(IRExpr_GSPTR(), sp, c->in->next,
                                      emit_word((UWord)site)), NULL);
      return;
   }
   if (target == c->insn + c->length)
      return;     /* position-independent code reads its own address */
   Routine *callee = call_targets_routine(target);
   note_call(c, callee);
   if (callee == NULL)
      stub_call(c, target);
   else
      known_call(c, callee);
}
