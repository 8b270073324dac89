/* amd64: the system call that a thread is about to make.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "arch/guest_syscall.h"
#include "arch/amd64/offsets.h"
#include "pub_tool_machine.h"
#include "pub_tool_vkiscnums.h"

Bool guest_syscall_handles_faults(const void *guest)
{
   const VexGuestAMD64State *g = guest;

   return g->guest_RAX == __NR_rt_sigaction && g->guest_RSI != 0
          && (g->guest_RDI == VKI_SIGSEGV || g->guest_RDI == VKI_SIGBUS
              || g->guest_RDI == VKI_SIGFPE);
}

void guest_syscall_effects(IRDirty *d, GuestLayoutEffect *effect)
{
   effect(d, Ifx_Read, AMD64_OFFSET(RAX), AMD64_WORD);
   effect(d, Ifx_Read, AMD64_OFFSET(RSI), AMD64_WORD);
   effect(d, Ifx_Read, AMD64_OFFSET(RDI), AMD64_WORD);
   effect(d, Ifx_Write, AMD64_OFFSET(CMSTART), AMD64_WORD);
   effect(d, Ifx_Write, AMD64_OFFSET(CMLEN), AMD64_WORD);
}

enum { FIXED_NOREPLACE = 0x100000, HUGETLB = 0x40000 };

/* Is the system call an mmap whose place the program leaves open? */
static Bool maps_somewhere(const VexGuestAMD64State *g)
{
   return g->guest_RAX == __NR_mmap
          && (g->guest_R10 & (VKI_MAP_FIXED | FIXED_NOREPLACE)) == 0;
}

UWord *guest_syscall_mmap_required(void *guest, Addr *start)
{
   VexGuestAMD64State *g = guest;

   *start = g->guest_RDI;
   return g->guest_RAX == __NR_mmap
          && (g->guest_R10 & (VKI_MAP_FIXED | FIXED_NOREPLACE))
             == FIXED_NOREPLACE ? (UWord *)&g->guest_RSI : NULL;
}

void guest_syscall_mmap_exists(ThreadId tid, UWord length)
{
   UWord result = -(UWord)VKI_EEXIST;

   VG_(set_shadow_regs_area)(tid, 0, AMD64_OFFSET(RSI), sizeof length,
                             (const UChar *)&length);
   VG_(set_shadow_regs_area)(tid, 0, AMD64_OFFSET(RAX), sizeof result,
                             (const UChar *)&result);
}

Addr *guest_syscall_mmap_hint(void *guest, SizeT memory, SizeT space)
{
   VexGuestAMD64State *g = guest;

   return maps_somewhere(g)
          && g->guest_RSI <= (g->guest_RDX == VKI_PROT_NONE ? space : memory)
             ? (Addr *)&g->guest_RDI : NULL;
}

Int guest_syscall_mmap_hint_offset(void)
{
   return AMD64_OFFSET(RDI);
}

Bool guest_syscall_mmap_somewhere(const void *guest, GuestMapping *m)
{
   const VexGuestAMD64State *g = guest;

   *m = (GuestMapping){
      g->guest_R10 & VKI_MAP_ANONYMOUS ? -1 : (Int)g->guest_R8,
      (g->guest_R10 & HUGETLB) != 0
   };
   return maps_somewhere(g);
}

void guest_syscall_mmap_effects(IRDirty *d, GuestLayoutEffect *effect)
{
   effect(d, Ifx_Read, AMD64_OFFSET(RAX), AMD64_WORD);
   effect(d, Ifx_Modify, AMD64_OFFSET(RSI), AMD64_WORD);
   effect(d, Ifx_Modify, AMD64_OFFSET(RDI), AMD64_WORD);
   effect(d, Ifx_Read, AMD64_OFFSET(RDX), AMD64_WORD);
   effect(d, Ifx_Read, AMD64_OFFSET(R10), AMD64_WORD);
   effect(d, Ifx_Read, AMD64_OFFSET(R8), AMD64_WORD);
}
