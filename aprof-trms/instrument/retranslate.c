/* Retranslation: all code is translated again, or that of one routine.

   The translation of code depends on two assumptions, which are true for most
   programs, and for other programs until they break them: that the program does
   not handle faults (vexopt/fault_precision.c), and that it has one thread
   (engine/fast/single_thread.c).  When one of them becomes false, all code must
   be translated again.

   Running code is left by an exit of kind Ijk_InvalICache, which VEX uses for
   self-modifying code: Valgrind discards the translations of the address range
   in the guest state, and continues at the exit's target.

   Faults.  A program installs a handler by a system call, and code must be
   translated again before exactly this system call.  So the instruction that is
   about to make it is left before it.  Nothing of the instruction has been
   executed or counted by then, with one exception: rcx and r11, which the
   instruction of the system call overwrites, may not have been stored before.
   The instruction overwrites them when it is executed again.

   Threads.  A second thread of control begins while no client code runs, or at
   a load of the stack pointer, behind which a superblock makes no unchecked
   writes any more.  So a superblock with such writes checks the assumption at
   its beginning, where nothing of it has been executed, and exits to itself.
   The guest state has the range to be discarded, set whenever client code
   starts.  Code that modifies itself, or says that it has changed, stores
   another range there.  Then the first exit discards too little, and a second
   exit discards the rest.

   Loops.  When a routine turns out to have much cost in one activation, its
   code is translated again (callgraph/loops.h).  That is found where client
   code has stopped, where a tool cannot discard translations.  So each
   superblock that ends a turn of a loop, whatever code it belongs to, has a
   check of a field at its beginning.  The field is set for one time slice at
   most, together with the range; where no loop runs in it, nothing is
   discarded, and a later time slice tries again.  The first superblock of a
   routine has no such check: it may be that of an original whose wrapper runs,
   which a jump would not lead to.

   Guards.  Once the engine would gain by them (trms_fast_wants_guard), each
   superblock is translated with guards, and in each time slice the field of
   loops is set, with a range of all code, until there is no translation left
   that has none.  That is so when all have been discarded, which takes one
   time; it is given up where several are not enough.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "instrument/retranslate.h"
#include "arch/guest_syscall.h"
#include "base/options.h"
#include "engine/fast/fast.h"
#include "guest/guest_fields.h"
#include "vexopt/fault_precision.h"
#include "pub_tool_machine.h"
#include "pub_tool_transtab.h"

static Bool is_running;
static UWord translations;        /* that there are */
static UWord discarded;           /* since guards were wanted */
static Bool has_guards;           /* all of them */

/* Does the system call that the guest is about to make require retranslation?
   If so, then return 1, with the guest state prepared for the exit; else 0. */
static UWord prepare_discard(UChar *guest)
{
   if (!fault_precision_change(guest))
      return 0;
   is_running = True;
   guest_layout_discard_all(guest);
   return 1;
}

/*    discard = prepare_discard(guest)
      if (discard != 0) goto insn, after discarding all translations    */
void retranslate_before_syscall(Emit *e, Addr insn, Int offset_ip)
{
   if (!fault_precision_may_change())
      return;
   IRTemp discard = newIRTemp(e->out->tyenv, Ity_I64);
   IRDirty *d = unsafeIRDirty_1_N(discard, 0, "prepare_discard",
                                  VG_(fnptr_to_fnentry)(&prepare_discard),
                                  mkIRExprVec_1(IRExpr_GSPTR()));
   guest_syscall_effects(d, emit_effect);
   emit_statement(e, IRStmt_Dirty(d));
   IRExpr *is_set = emit_assign(e, Ity_I1,
                                IRExpr_Unop(Iop_CmpNEZ64,
                                            IRExpr_RdTmp(discard)));
   emit_statement(e, IRStmt_Exit(is_set, Ijk_InvalICache, IRConst_U64(insn),
                                 offset_ip));
}

/*    if (g.field != 0) goto start, after discarding a range    */
static void exit_if(Emit *e, Int field, Addr start, Int offset_ip)
{
   IRExpr *value = emit_field(e, field, Ity_I64);
   IRExpr *is_set = emit_assign(e, Ity_I1, IRExpr_Unop(Iop_CmpNEZ64, value));

   emit_statement(e, IRStmt_Exit(is_set, Ijk_InvalICache, IRConst_U64(start),
                                 offset_ip));
}

/*    if (g.checked != 0) goto start, after discarding all translations

   If the code is the replacement of a redirected routine, then `start` is the
   original's address, and a jump there is redirected to the code again.  But a
   wrapper calls the original without redirection, and a jump to the original's
   address from there would lead to the wrapper.  So the superblock with such a
   call always has a check, even if it makes no unchecked writes. */
void retranslate_check(Emit *e, Addr start, Int offset_ip)
{
   exit_if(e, GUEST_FIELD(checked), start, offset_ip);
}

void retranslate_in_loop(Emit *e, Addr start, Int offset_ip)
{
   exit_if(e, GUEST_FIELD(again), start, offset_ip);
}

/* The first page has no code, and a range that begins at 0 has no length. */
void retranslate_all(void)
{
   is_running = True;
   VG_(discard_translations_safely)(0x1000, ~(SizeT)0xfff, "aprof");
   is_running = False;
}

Bool retranslate_is_running(void)
{
   return is_running;
}

void retranslate_done(void)
{
   is_running = False;
}

void retranslate_made(void)
{
   if (translations == 0 && !has_guards && retranslate_wants_guard()) {
      has_guards = True;
      trms_fast_guard();
   }
   translations++;
}

void retranslate_discarded(void)
{
   translations--;
   discarded += retranslate_wants_guard();
}

Bool retranslate_wants_guard(void)
{
   return tool_options.inline_checks && trms_fast_wants_guard();
}

Bool retranslate_is_due(void)
{
   enum { MOST_TIMES = 4 };

   return retranslate_wants_guard() && !has_guards
          && discarded <= MOST_TIMES * translations;
}
