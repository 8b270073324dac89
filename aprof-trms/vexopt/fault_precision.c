/* Which registers are exact when an access to memory faults.

   By default Valgrind keeps three registers exact there: the stack pointer, the
   frame pointer and the instruction pointer.  That takes a store of 11 bytes at
   nearly each access.  Only a handler of the fault can see the latter two, and
   code that goes on after the handler.  So until the program installs a handler
   for such faults, the stack pointer is enough for code of files, as under
   callgrind.  (Valgrind itself reads the stack pointer where a stack grows.)

   If a program installs such a handler, then it gets Valgrind's default from
   then on: all code is translated anew (instrument/retranslate.c).

   Until then VEX still stores the instruction pointer at the end of each
   superblock.  These stores are removed, too: each way out of the superblock
   stores it again.

   If the user says which registers are to be exact, then nothing of this
   happens.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "vexopt/fault_precision.h"
#include "arch/guest_layout.h"
#include "arch/guest_syscall.h"
#include "base/core_options.h"
#include "pub_tool_options.h"

static Bool is_relaxed;      /* in code of files the stack pointer alone is
                                exact */

void fault_precision_init(void)
{
   is_relaxed = VG_(clo_vex_control).iropt_register_updates_default
                == VexRegUpdUnwindregsAtMemAccess
                && VG_(clo_px_file_backed) == VexRegUpd_INVALID
                && core_options_value("--px-default") == NULL
                && core_options_value("--vex-iropt-register-updates") == NULL;
   if (is_relaxed)
      VG_(clo_px_file_backed) = VexRegUpdSpAtMemAccess;
}

void fault_precision_remove_ip(IRSB *sb)
{
   Bool will_be_set = True;

   for (Int i = sb->stmts_used; is_relaxed && i-- > 0; ) {
      IRStmt *st = sb->stmts[i];
      Bool sets = st->tag == Ist_Put
                  && guest_layout_is_ip(st->Ist.Put.offset, 1);

      if (sets && will_be_set)
         sb->stmts[i] = IRStmt_NoOp();
      will_be_set = sets || st->tag == Ist_Exit
                    || (will_be_set && !emit_may_read(st, guest_layout_is_ip));
   }
}

Bool fault_precision_may_change(void)
{
   return is_relaxed;
}

Bool fault_precision_change(UChar *guest)
{
   if (!is_relaxed || !guest_syscall_handles_faults(guest))
      return False;
   VG_(clo_px_file_backed) = VexRegUpd_INVALID;
   is_relaxed = False;
   return True;
}
