/* Translations that are made anew.

   What code is translated to depends on two things that hold for most programs,
   and for others until they do something about it: that nobody handles faults
   (vexopt/fault_precision.c), and that there is one thread (engine/fast/single_thread.c).  Once one of
   them does not hold any more, all is translated anew.  Code is left for that by
   an exit of the kind by which a program says that it has changed: Valgrind
   discards the translations that the guest state tells of, and goes on at the
   instruction that the exit leads to.

   A handler of faults is set up by a system call, and all must be anew before
   just that one.  The instruction that is about to make it is left before it.
   Nothing of it has been executed or counted.  What the system call's
   instruction overwrites (rcx, r11) may not have been stored before; it
   overwrites them when it comes again.

   A second thread of control begins where client code does not run, or where the
   stack pointer is loaded, behind which a superblock makes no quiet writes any
   more.  So code with such writes finds out at its beginning, where nothing of it
   has been executed, and leads to itself.  What is to be discarded then stands in
   the guest state whenever client code starts: code that checks itself, or says
   what has changed, puts something else there, and then it takes two exits.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "instrument/retranslate.h"
#include "arch/guest_syscall.h"
#include "vexopt/fault_precision.h"
#include "guest/guest_fields.h"
#include "pub_tool_machine.h"

static Bool is_renewing;

/* Not 0: all translations are to be discarded, and with them all that call
   this. */
static UWord ap_on_syscall(UChar *guest)
{
   if (!fault_precision_change(guest))
      return 0;
   is_renewing = True;
   guest_layout_discard_all(guest);
   return 1;
}

/*    discard = ap_on_syscall(guest)
      if (discard != 0) goto insn, where translations are discarded first    */
void retranslate_before_syscall(Emit *e, Addr insn, Int offset_ip)
{
   if (!fault_precision_may_change())
      return;
   IRTemp discard = newIRTemp(e->out->tyenv, Ity_I64);
   IRDirty *d = unsafeIRDirty_1_N(discard, 0, "ap_on_syscall",
                                  VG_(fnptr_to_fnentry)(&ap_on_syscall),
                                  mkIRExprVec_1(IRExpr_GSPTR()));
   guest_syscall_effects(d, emit_effect);
   emit_statement(e, IRStmt_Dirty(d));
   IRExpr *is_set = emit_assign(e, Ity_I1,
                              IRExpr_Unop(Iop_CmpNEZ64, IRExpr_RdTmp(discard)));
   emit_statement(e, IRStmt_Exit(is_set, Ijk_InvalICache, IRConst_U64(insn),
                          offset_ip));
}

/*    if (g.checked != 0) goto start, where translations are discarded first

   Of a redirected routine `start` is the original, and leads here once more.  What
   a wrapper calls without being redirected would not, but lead to the wrapper: so
   the superblock that makes such a call has a check, too, whatever it writes. */
void retranslate_check(Emit *e, Addr start, Int offset_ip)
{
   IRExpr *checked = emit_field(e, GUEST_FIELD(checked), Ity_I64);
   IRExpr *is_set = emit_assign(e, Ity_I1,
                              IRExpr_Unop(Iop_CmpNEZ64, checked));

   emit_statement(e, IRStmt_Exit(is_set, Ijk_InvalICache, IRConst_U64(start),
                          offset_ip));
}

Bool retranslate_is_running(void)
{
   return is_renewing;
}

void retranslate_done(void)
{
   is_renewing = False;
}
