/* Translations that are made anew.

   What code is translated to depends on two things that hold for most programs,
   and for others until they do something about it: that nobody handles faults
   (ap_faults.c), and that there is one thread (core/fast_alone.c).  Once one of
   them does not hold any more, all is to be translated anew.  That is done where
   the program makes a system call: for faults it must be before just that one;
   with a second thread it is a matter of speed, and all threads make some.

   The instruction that is about to make the system call is left before it by an
   exit of the kind by which code says that it has changed: Valgrind discards
   all translations, and goes on at this very instruction, which is translated
   anew as all else will be.  Nothing of it has been executed or counted.  What
   the system call's instruction overwrites (rcx, r11) may not have been stored
   before; it overwrites them when it comes again.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "ap_renew.h"
#include "ap_arch.h"
#include "ap_faults.h"
#include "core/trms_fast.h"
#include "pub_tool_machine.h"

static Bool makes_quiet_writes;    /* there may be code that does so */
static Bool is_renewing;

void ap_renew_init(void)
{
   makes_quiet_writes = trms_fast_has_quiet_writes();
}

/* Not 0: all translations are to be discarded, and with them all that call
   this. */
static UWord ap_on_syscall(UChar *guest)
{
   Bool is_over = makes_quiet_writes && !trms_fast_has_quiet_writes();

   if (!ap_faults_change(guest) && !is_over)
      return 0;
   makes_quiet_writes = trms_fast_has_quiet_writes();
   is_renewing = True;
   ap_arch_discard_all(guest);
   return 1;
}

/*    discard = ap_on_syscall(guest)
      if (discard != 0) goto insn, where translations are discarded first    */
void ap_renew_before_syscall(ApEmit *e, Addr insn, Int offset_ip)
{
   if (!ap_faults_may_change() && !makes_quiet_writes)
      return;
   IRTemp discard = newIRTemp(e->out->tyenv, Ity_I64);
   IRDirty *d = unsafeIRDirty_1_N(discard, 0, "ap_on_syscall",
                                  VG_(fnptr_to_fnentry)(&ap_on_syscall),
                                  mkIRExprVec_1(IRExpr_GSPTR()));
   ap_arch_syscall_effects(d);
   ap_emit(e, IRStmt_Dirty(d));
   IRExpr *is_set = ap_assign(e, Ity_I1,
                              IRExpr_Unop(Iop_CmpNEZ64, IRExpr_RdTmp(discard)));
   ap_emit(e, IRStmt_Exit(is_set, Ijk_InvalICache, IRConst_U64(insn),
                          offset_ip));
}

Bool ap_is_renewing(void)
{
   return is_renewing;
}

void ap_renewed(void)
{
   is_renewing = False;
}
