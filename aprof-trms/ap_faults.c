/* Which registers are up to date where an access to memory faults.

   By default Valgrind keeps three of them exact there: the stack pointer, the
   frame pointer and the instruction pointer.  That takes a store of 11 bytes at
   nearly each access to memory.  Only a handler of the fault can see the
   latter two, and what goes on after it: so until the program sets up a
   handler for such faults, the stack pointer is enough in code of files, as
   under callgrind (Valgrind itself looks at it where a stack grows).

   A program that does set one up gets Valgrind's default from then on.  The
   instruction that is about to make that system call is left before it by an
   exit of the kind by which code says that it has changed: Valgrind discards
   all translations, and goes on at this very instruction, which is translated
   anew as all else will be.  Nothing of it has been executed or counted.  What
   the system call's instruction overwrites (rcx, r11) may not have been stored
   before; it overwrites them when it comes again.

   Where the user says what is to be exact, that holds, and nothing of this
   happens.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "ap_faults.h"
#include "ap_arch.h"
#include "ap_options.h"
#include "pub_tool_machine.h"
#include "pub_tool_options.h"

static Bool is_relaxed;      /* code of files is translated without them */
static Bool is_discarding;

void ap_faults_init(void)
{
   is_relaxed = VG_(clo_vex_control).iropt_register_updates_default
                == VexRegUpdUnwindregsAtMemAccess
                && VG_(clo_px_file_backed) == VexRegUpd_INVALID
                && ap_valgrind_option("--px-default") == NULL
                && ap_valgrind_option("--vex-iropt-register-updates") == NULL;
   if (is_relaxed)
      VG_(clo_px_file_backed) = VexRegUpdSpAtMemAccess;
}

/* Not 0: all translations are to be discarded, and with them all that call
   this. */
static UWord ap_on_syscall(UChar *guest)
{
   if (!ap_arch_handles_faults(guest))
      return 0;
   VG_(clo_px_file_backed) = VexRegUpd_INVALID;
   is_relaxed = False;
   is_discarding = True;
   ap_arch_discard_all(guest);
   return 1;
}

/*    discard = ap_on_syscall(guest)
      if (discard != 0) goto insn, where translations are discarded first    */
void ap_faults_before_syscall(ApEmit *e, Addr insn, Int offset_ip)
{
   if (!is_relaxed)
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

Bool ap_faults_are_discarding(void)
{
   return is_discarding;
}

void ap_faults_discarded(void)
{
   is_discarding = False;
}
