/* Which registers are up to date where an access to memory faults.

   By default Valgrind keeps three of them exact there: the stack pointer, the
   frame pointer and the instruction pointer.  That takes a store of 11 bytes at
   nearly each access to memory.  Only a handler of the fault can see the
   latter two, and what goes on after it: so until the program sets up a
   handler for such faults, the stack pointer is enough in code of files, as
   under callgrind (Valgrind itself looks at it where a stack grows).

   A program that does set one up gets Valgrind's default from then on: all is
   translated anew (instrument/retranslate.c).

   Until then the instruction pointer, which VEX stores at the end of each
   superblock even so, is not stored there: each way out of it stores it again.

   Where the user says what is to be exact, that holds, and nothing of this
   happens.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "vexopt/fault_precision.h"
#include "arch/guest_layout.h"
#include "arch/guest_syscall.h"
#include "base/core_options.h"
#include "pub_tool_options.h"

static Bool is_relaxed;      /* code of files is translated without them */

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

void ap_faults_drop_pointer(IRSB *sb)
{
   Bool will_be_set = True;

   for (Int i = sb->stmts_used; is_relaxed && i-- > 0; ) {
      IRStmt *st = sb->stmts[i];
      Bool sets = st->tag == Ist_Put
                  && ap_arch_is_pointer(st->Ist.Put.offset, 1);

      if (sets && will_be_set)
         sb->stmts[i] = IRStmt_NoOp();
      will_be_set = sets || st->tag == Ist_Exit
                    || (will_be_set && !ap_may_read(st, ap_arch_is_pointer));
   }
}

Bool ap_faults_may_change(void)
{
   return is_relaxed;
}

Bool ap_faults_change(UChar *guest)
{
   if (!is_relaxed || !ap_arch_handles_faults(guest))
      return False;
   VG_(clo_px_file_backed) = VexRegUpd_INVALID;
   is_relaxed = False;
   return True;
}
