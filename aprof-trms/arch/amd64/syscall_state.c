/* amd64: the registers of a system call.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "arch/syscall_state.h"
#include "arch/amd64/offsets.h"
#include "pub_tool_machine.h"

void syscall_state_of(const void *guest, SyscallState *s)
{
   const VexGuestAMD64State *g = guest;

   s->number = g->guest_RAX;
   s->args[0] = g->guest_RDI;
   s->args[1] = g->guest_RSI;
   s->args[2] = g->guest_RDX;
   s->args[3] = g->guest_R10;
   s->args[4] = g->guest_R8;
   s->args[5] = g->guest_R9;
}

/* All integer registers: they lie side by side. */
void syscall_state_effects(IRDirty *d, GuestLayoutEffect *effect)
{
   effect(d, Ifx_Read, AMD64_OFFSET(RAX), 16 * AMD64_WORD);
}

static const Int offsets[] = {
   AMD64_OFFSET(RAX), AMD64_OFFSET(RDI), AMD64_OFFSET(RSI), AMD64_OFFSET(RDX),
   AMD64_OFFSET(R10), AMD64_OFFSET(R8), AMD64_OFFSET(R9), AMD64_OFFSET(RIP)
};

enum { WORDS = sizeof offsets / sizeof offsets[0] };

_Static_assert(sizeof(SyscallState) == WORDS * sizeof(UWord),
               "the words of a SyscallState are in the order of `offsets`");

void syscall_state_get(ThreadId tid, SyscallState *s)
{
   for (UInt i = 0; i < WORDS; i++)
      VG_(get_shadow_regs_area)(tid, (UChar *)((UWord *)s + i), 0, offsets[i],
                                sizeof(UWord));
}

void syscall_state_put(ThreadId tid, const SyscallState *s)
{
   for (UInt i = 0; i < WORDS; i++)
      VG_(set_shadow_regs_area)(tid, 0, offsets[i], sizeof(UWord),
                                (const UChar *)((const UWord *)s + i));
}

void syscall_state_put_result(ThreadId tid, Word result)
{
   VG_(set_shadow_regs_area)(tid, 0, AMD64_OFFSET(RAX), sizeof result,
                             (UChar *)&result);
}
