/* Limits on memory, and locks.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "kernel/memory_limits.h"
#include "output/snapshot.h"
#include "sys/shadow_address_space.h"
#include "sys/syscall.h"
#include "threads/threads.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_vkiscnums.h"

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

   if (told || ap_own_size() == 0
       || VG_(getrlimit)(AP_RLIMIT_AS, &limit) != 0)
      return;
   SizeT all = address_space();
   if (limit.rlim_cur >= all || limit.rlim_cur < all - ap_own_size())
      return;
   told = True;
   VG_(umsg)("aprof: the program limits its address space, and aprof's own "
             "counts: if it gets no memory now, run it again with "
             "--shadow=tables\n");
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
void ap_limits_before_locking(UWord flags)
{
   if (ap_own_size() == 0
       || (flags & (AP_MCL_CURRENT | AP_MCL_ONFAULT)) != AP_MCL_CURRENT)
      return;
   if (ap_os_threads_living() == 1) {
      ap_own_hide();
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

void ap_limits_after_syscall(UInt number, const UWord *args, Bool failed)
{
   switch (number) {
   case __NR_mlockall:
      /* What is locked can't be given back to the kernel; and all of it counts
         as memory that the program has locked. */
      if (failed)
         ap_own_show();
      else
         ap_own_unlock();
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
