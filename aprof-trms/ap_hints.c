/* Where the program would like to have memory, but does not insist.

   Go, V8, LuaJIT and some allocators ask mmap for addresses far up, each for
   reasons of its own, and take what they get: a kernel with other things there
   would not give them that either.  Beyond the windows' end all of the program
   would be slower.  So such a hint is dropped, as if something were there, and
   Valgrind puts the memory next to the rest, below.

   Valgrind takes the arguments of a system call from the guest's registers
   before it tells the tool.  So the register with the hint is set to 0 by the
   instruction that makes the call, and gets its value back after it: a system
   call keeps its arguments.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "ap_hints.h"
#include "ap_arch.h"
#include "ap_options.h"
#include "core/trms_fast.h"
#include "pub_tool_machine.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_vkiscnums.h"

/* Larger pieces would fill what is below the windows' end. */
#define LARGEST ((SizeT)1 << (FAST_WINDOW_BITS - 2))

static Addr *dropped;          /* by ThreadId; 0: none */

void ap_hints_init(void)
{
   if (ap_options.inline_checks && trms_fast_has_windows())
      dropped = VG_(calloc)("aprof.hints", VG_N_THREADS, sizeof *dropped);
}

static void ap_on_syscall_hint(UChar *guest)
{
   Addr *hint = ap_arch_mmap_hint(guest, LARGEST);

   if (hint == NULL || *hint >> FAST_WINDOW_BITS == 0)
      return;
   dropped[VG_(get_running_tid)()] = *hint;
   *hint = 0;
}

void ap_hints_before_syscall(ApEmit *e)
{
   if (dropped == NULL)
      return;
   IRDirty *d = unsafeIRDirty_0_N(0, "ap_on_syscall_hint",
                                  VG_(fnptr_to_fnentry)(&ap_on_syscall_hint),
                                  mkIRExprVec_1(IRExpr_GSPTR()));
   ap_arch_mmap_effects(d);
   ap_emit(e, IRStmt_Dirty(d));
}

void ap_hints_after_syscall(ThreadId tid, UInt number)
{
   if (number != __NR_mmap || dropped == NULL || dropped[tid] == 0)
      return;
   VG_(set_shadow_regs_area)(tid, 0, ap_arch_mmap_hint_offset(),
                             sizeof dropped[tid], (UChar *)&dropped[tid]);
   dropped[tid] = 0;
}
