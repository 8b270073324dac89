/* The fast engine's address space, and what the program does to it.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "ap_own_memory.h"
#include "ap_dump.h"
#include "ap_syscall.h"
#include "ap_threads.h"
#include "core/platform.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_vkiscnums.h"

typedef struct {
   Addr at;
   SizeT n;
   Bool theirs;               /* the program's, partly */
} Reserved;

static Reserved *list;
static UInt count, capacity;
static SizeT reserved;        /* all of them */
static Bool hidden;

/* Nobody's, at the top of what the kernel chooses from. */
static Addr barred, barred_end;

/* Up to the first thing that is in the way: what the kernel itself has given the
   process is at the top, with gaps of a few pages. */
static Addr bar_up_to(Addr at, Addr end)
{
   for (SizeT n = (SizeT)1 << 38; n >= VKI_PAGE_SIZE; n /= 2)
      while (at + n <= end && ap_syscall_bar(at, n, False))
         at += n;
   return at;
}

void ap_own_bar_from(Addr at)
{
   enum { GAPS = 16 };
   Addr page = ap_syscall_bar_page();

   if (page >= at) {
      barred = at;
      barred_end = bar_up_to(at, page);
      reserved += barred_end - at;
   }
   for (UInt i = 0; i < GAPS && page >= at; i++)
      page = ap_syscall_bar_page();
   if (page != 0 && page < at)
      ap_syscall_unreserve(page, VKI_PAGE_SIZE);
}

static Bool is_barred(Addr at, SizeT n)
{
   return at >= barred && at < barred_end && n <= barred_end - at;
}

void ap_own_mapped(Addr start, Addr end)
{
   if (start < barred_end && end > barred)
      barred_end = start > barred ? start : barred;
}

Bool ap_own_reserve(Addr at, SizeT n)
{
   if (!ap_syscall_reserve(at, n, is_barred(at, n)))
      return False;
   if (count == capacity) {
      capacity = capacity == 0 ? 64 : 2 * capacity;
      list = VG_(realloc)("aprof.own_memory", list, capacity * sizeof *list);
   }
   list[count++] = (Reserved){ at, n, False };
   reserved += n;
   return True;
}

void ap_own_unreserve(Addr at, SizeT n)
{
   UInt i = 0;

   if (is_barred(at, n))
      ap_syscall_bar(at, n, True);
   else
      ap_syscall_unreserve(at, n);
   while (i < count && list[i].at != at)
      i++;
   if (i == count)
      return;
   list[i] = list[--count];
   reserved -= n;
}

/* The address space of the process; 0: it is not known. */
static SizeT address_space(void)
{
   HChar text[32];

   if (ap_syscall_is_modest())
      return 0;
   Int fd = VG_(fd_open)("/proc/self/statm", VKI_O_RDONLY, 0);
   Int n = fd < 0 ? 0 : VG_(read)(fd, text, sizeof text - 1);

   if (fd >= 0)
      VG_(close)(fd);
   text[n > 0 ? n : 0] = '\0';
   return VG_(strtoull10)(text, NULL) * VKI_PAGE_SIZE;
}

/* The kernel counts what is reserved as the program's own.  With a limit below
   that Valgrind gets no more memory, and ends at its next request; but where
   the rest is above the limit, too, it would do so in any case. */
static void look_at_limit(void)
{
   static Bool told;
   struct vki_rlimit limit;

   if (told || reserved == 0
       || VG_(getrlimit)(AP_RLIMIT_AS, &limit) != 0)
      return;
   SizeT all = address_space();
   if (limit.rlim_cur >= all || limit.rlim_cur < all - reserved)
      return;
   told = True;
   VG_(umsg)("aprof: the program limits its address space, and aprof's own "
             "counts: if it gets no memory now, run it again with "
             "--shadow=tables\n");
}

static void mark_theirs(uintptr_t from, uintptr_t past)
{
   for (UInt i = 0; i < count; i++)
      if (from < list[i].at + list[i].n && list[i].at < past)
         list[i].theirs = True;
}

/* A program can map memory over what is reserved: then that is its own. */
static void each_of_ours(void (*act)(Addr at, SizeT n))
{
   plat_each_mapping(mark_theirs);
   for (UInt i = 0; i < count; i++)
      if (!list[i].theirs)
         act(list[i].at, list[i].n);
}

static void hide(void)
{
   hidden = True;
   each_of_ours(ap_syscall_hide);
}

static void show(void)
{
   hidden = False;
   each_of_ours(ap_syscall_show);
}

void ap_own_show(void)
{
   if (hidden)
      show();
}

static Bool may_lock_all(void)
{
   struct vki_rlimit limit;

   return VG_(geteuid)() == 0
          || (VG_(getrlimit)(AP_RLIMIT_MEMLOCK, &limit) == 0
              && limit.rlim_cur >= address_space());
}

/* To lock memory is to take it: hundreds of gigabytes, if all that is reserved
   could be touched.  Other threads would do that, meanwhile. */
void ap_own_before_locking(UWord flags)
{
   if (count == 0
       || (flags & (AP_MCL_CURRENT | AP_MCL_ONFAULT)) != AP_MCL_CURRENT)
      return;
   if (ap_os_threads_living() == 1) {
      hide();
      return;
   }
   if (!may_lock_all())
      return;
   VG_(umsg)("aprof: the program locks its memory while it has several "
             "threads, and aprof's own would be taken, too: run it again with "
             "--shadow=tables\n");
   ap_snapshot("request");
   VG_(exit)(1);
}

void ap_own_after_syscall(UInt number, const UWord *args, Bool failed)
{
   switch (number) {
   case __NR_mlockall:
      /* What is locked can't be given back to the kernel; and all of it counts
         as memory that the program has locked. */
      if (hidden || !failed)
         show();
      if (!failed)
         ap_syscall_unlock(barred, barred_end - barred);
      break;
   case __NR_setrlimit:
      if (!failed && args[0] == AP_RLIMIT_AS)
         look_at_limit();
      break;
   case __NR_prlimit64:
      if (!failed && args[1] == AP_RLIMIT_AS && args[2] != 0)
         look_at_limit();
      break;
   }
}
