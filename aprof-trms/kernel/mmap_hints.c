/* Addresses that the program passes to mmap as hints, or leaves to the kernel.

   Go, V8, LuaJIT and some allocators pass high addresses to mmap as hints,
   each for its own reasons, and accept other addresses: a kernel that has
   other mappings there returns other addresses, too.  With memory beyond the
   end of the windows the whole program would be slower.  So such a hint is
   dropped, as if another mapping were there, and Valgrind places the memory
   next to the rest, below.

   Valgrind reads the arguments of a system call from the guest's registers
   before it reports the call to the tool.  So the register with the hint is
   set to 0 before the instruction that makes the call, and gets its value back
   after the call: a system call preserves its arguments.

   An address that must be free (MAP_FIXED_NOREPLACE) and is not, since the
   engine has reserved it, is refused as the kernel does it, with EEXIST:
   Valgrind would place the memory elsewhere.  The length is set to 0, so that
   Valgrind refuses the call, and afterwards the error is changed.

   The kernel lets no program choose where the rings of an io_uring are (since Linux
   6.5), and refuses Valgrind's places for huge pages, which must be aligned.  Then
   Valgrind leaves the place to the kernel, which takes the highest one that is free:
   so all places beyond the end of the windows are closed while such a call is made.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "kernel/mmap_hints.h"
#include "arch/guest_syscall.h"
#include "base/options.h"
#include "engine/fast/fast.h"
#include "kernel/io_rings.h"
#include "sys/high_places.h"
#include "sys/shadow_address_space.h"
#include "pub_tool_machine.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_vkiscnums.h"

/* A larger mapping that can't be accessed is address space for later use, and the
   program may need it at one of a few places: a Java garbage collector gives up
   without them.  So its hint is kept.  So is that of memory which may not fit
   below the end of the windows. */
#define LARGEST_SPACE ((SizeT)1 << 30)
#define LARGEST_MEMORY (TRMS_FAST_WINDOWS_END / 4)
/* A program that unmaps the memory which it got instead may need the place,
   too: if it has done so this many times, then no more hints are dropped.  (Go
   tries 128 places, and then accepts other memory.) */
enum { PATIENCE = 160 };

typedef struct {
   Addr dropped;               /* the hint of the present call, or 0 */
   Addr given;                 /* the memory that the last call with a dropped
                                  hint has got, or 0 */
   SizeT size;                 /* of that memory */
   UWord refused;              /* the length of the present call, if its address
                                  is refused; else 0 */
   Bool lowered;               /* high places are closed for the present call */
} Hint;

static Hint *hints;            /* by ThreadId; NULL: no hint is dropped */
static UInt given_back;        /* how often such memory was unmapped wholly */

void mmap_hints_init(void)
{
   if (tool_options.inline_checks)
      hints = VG_(calloc)("aprof.hints", VG_N_THREADS, sizeof *hints);
}

/* Such an address of the program's is refused if it is reserved. */
static void refuse(Hint *h, UChar *guest)
{
   Addr start;
   UWord *length = guest_syscall_mmap_required(guest, &start);

   if (length == NULL || *length == 0 || *length > -start
       || !shadow_address_space_has(start, start + *length))
      return;
   h->refused = *length;
   *length = 0;
}

/* Have a mapping whose place the kernel chooses where the windows reach. */
static void lower(Hint *h, const UChar *guest)
{
   enum { HUGE_PAGE = 2 << 20 };
   GuestMapping m;

   h->lowered = guest_syscall_mmap_somewhere(guest, &m)
                && (m.huge || io_rings_has(m.fd));
   if (h->lowered)
      high_places_close(TRMS_FAST_WINDOWS_END, m.huge ? HUGE_PAGE
                                                      : VKI_PAGE_SIZE);
}

static void ap_on_syscall_hint(UChar *guest)
{
   Addr *hint = guest_syscall_mmap_hint(guest, LARGEST_MEMORY,
                                        LARGEST_SPACE);
   Hint *h = &hints[VG_(get_running_tid)()];

   /* The last call may not have returned, since the thread ended. */
   h->dropped = h->refused = 0;
   refuse(h, guest);
   lower(h, guest);
   if (hint == NULL || *hint < TRMS_FAST_WINDOWS_END
       || given_back > PATIENCE)
      return;
   h->dropped = *hint;
   *hint = 0;
}

void mmap_hints_before_syscall(Emit *e)
{
   if (hints == NULL)
      return;
   IRDirty *d = unsafeIRDirty_0_N(0, "ap_on_syscall_hint",
                                  VG_(fnptr_to_fnentry)(&ap_on_syscall_hint),
                                  mkIRExprVec_1(IRExpr_GSPTR()));
   guest_syscall_mmap_effects(d, emit_effect);
   emit_statement(e, IRStmt_Dirty(d));
}

void mmap_hints_after_syscall(ThreadId tid, UInt number, const UWord *args,
                              SysRes result)
{
   Hint *h = hints == NULL ? NULL : &hints[tid];

   if (h == NULL)
      return;
   /* If only a part is unmapped, to align the rest, then the memory is used. */
   if (number == __NR_munmap && h->given != 0 && args[0] == h->given
       && args[1] >= h->size) {
      given_back++;
      h->given = 0;
   }
   if (number == __NR_mmap && h->refused != 0) {
      guest_syscall_mmap_exists(tid, h->refused);
      h->refused = 0;
   }
   if (number == __NR_mmap && h->lowered) {
      high_places_open();
      h->lowered = False;
   }
   if (number != __NR_mmap || h->dropped == 0)
      return;
   h->given = sr_isError(result) ? 0 : sr_Res(result);
   h->size = args[1];
   VG_(set_shadow_regs_area)(tid, 0, guest_syscall_mmap_hint_offset(),
                             sizeof h->dropped, (UChar *)&h->dropped);
   h->dropped = 0;
}
