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

#include "kernel/mmap_hints.h"
#include "arch/guest_syscall.h"
#include "base/options.h"
#include "engine/fast/fast.h"
#include "pub_tool_machine.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_vkiscnums.h"

/* Larger pieces are address space to be used later, and who asks for them may
   need them at just some places: a Java collector gives up without.  Who gives
   back what it gets instead does so, too, if it goes on with that: Go asks for 128
   places, and then takes what it gets. */
#define LARGEST ((SizeT)1 << 30)
enum { PATIENCE = 160 };

typedef struct {
   Addr dropped;               /* the hint of the call that is being made, or 0 */
   Addr given;                 /* what the last such call has got instead, or 0 */
   SizeT size;                 /* of that */
} Hint;

static Hint *hints;            /* by ThreadId; NULL: none is dropped */
static UInt given_back;

void ap_hints_init(void)
{
   if (ap_options.inline_checks)
      hints = VG_(calloc)("aprof.hints", VG_N_THREADS, sizeof *hints);
}

static void ap_on_syscall_hint(UChar *guest)
{
   Addr *hint = ap_arch_mmap_hint(guest, LARGEST);
   Hint *h = &hints[VG_(get_running_tid)()];

   /* A thread that has ended in its call had no time to have it back. */
   h->dropped = 0;
   if (hint == NULL || *hint >> FAST_WINDOW_BITS == 0
       || given_back > PATIENCE)
      return;
   h->dropped = *hint;
   *hint = 0;
}

void ap_hints_before_syscall(ApEmit *e)
{
   if (hints == NULL)
      return;
   IRDirty *d = unsafeIRDirty_0_N(0, "ap_on_syscall_hint",
                                  VG_(fnptr_to_fnentry)(&ap_on_syscall_hint),
                                  mkIRExprVec_1(IRExpr_GSPTR()));
   ap_arch_mmap_effects(d, ap_effect);
   ap_emit(e, IRStmt_Dirty(d));
}

void ap_hints_after_syscall(ThreadId tid, UInt number, const UWord *args,
                            SysRes result)
{
   Hint *h = hints == NULL ? NULL : &hints[tid];

   if (h == NULL)
      return;
   /* What is cut off to align the rest is not given back. */
   if (number == __NR_munmap && h->given != 0 && args[0] == h->given
       && args[1] >= h->size) {
      given_back++;
      h->given = 0;
   }
   if (number != __NR_mmap || h->dropped == 0)
      return;
   h->given = sr_isError(result) ? 0 : sr_Res(result);
   h->size = args[1];
   VG_(set_shadow_regs_area)(tid, 0, ap_arch_mmap_hint_offset(),
                             sizeof h->dropped, (UChar *)&h->dropped);
   h->dropped = 0;
}
