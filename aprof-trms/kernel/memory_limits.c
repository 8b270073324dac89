/* The program locks all memory of its process, or limits the memory.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "kernel/memory_limits.h"
#include "sys/shadow_address_space.h"
#include "sys/syscall.h"
#include "threads/os_threads.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_vkiscnums.h"

/* Return the size of the process's address space, or 0 if it is not known. */
static SizeT address_space(void)
{
   HChar text[32];

   if (syscall_is_restricted())
      return 0;
   Int fd = VG_(fd_open)("/proc/self/statm", VKI_O_RDONLY, 0);
   Int n = fd < 0 ? 0 : VG_(read)(fd, text, sizeof text - 1);

   if (fd >= 0)
      VG_(close)(fd);
   text[n > 0 ? n : 0] = '\0';
   return VG_(strtoull10)(text, NULL) * VKI_PAGE_SIZE;
}

/* The program has limited its address space.  The kernel counts the address
   space that aprof reserves.  If the limit is below the whole, then Valgrind
   gets no more memory, and ends at its next request.  But if the rest is above
   the limit, too, then it would do so in any case. */
static void check_limit(void)
{
   static Bool has_warned;
   struct vki_rlimit limit;

   if (has_warned || shadow_address_space_size() == 0
       || VG_(getrlimit)(SYSCALL_RLIMIT_AS, &limit) != 0)
      return;
   SizeT all = address_space();
   if (limit.rlim_cur >= all
       || limit.rlim_cur < all - shadow_address_space_size())
      return;
   has_warned = True;
   VG_(umsg)("aprof: the program limits its address space, and aprof's own "
             "counts: if it gets no memory now, run it again with "
             "--shadow=tables\n");
}

static Bool may_lock_all(void)
{
   struct vki_rlimit limit;

   return VG_(geteuid)() == 0
          || (VG_(getrlimit)(SYSCALL_RLIMIT_MEMLOCK, &limit) == 0
              && limit.rlim_cur >= address_space());
}

/* When a program locks its memory, the kernel takes memory for all pages that
   can be accessed: hundreds of gigabytes for the reserved address space.  So
   that is made inaccessible during the call.  If there are other threads, then
   they would access it in the meantime. */
Bool memory_limits_before_locking(UWord flags)
{
   if (shadow_address_space_size() == 0
       || (flags & SYSCALL_MCL_CURRENT) == 0
       || (flags & SYSCALL_MCL_ONFAULT) != 0)
      return True;
   if (os_threads_living() == 1) {
      shadow_address_space_hide();
      return True;
   }
   if (!may_lock_all())
      return True;
   VG_(umsg)("aprof: the program locks its memory while it has several "
             "threads, and aprof's own would be taken, too: run it again with "
             "--shadow=tables\n");
   return False;
}

void memory_limits_after_syscall(UInt number, const UWord *args, Bool failed)
{
   switch (number) {
   case __NR_mlockall:
      /* Locked memory can't be given back to the kernel, and counts as memory
         that the program has locked. */
      if (failed)
         shadow_address_space_show();
      else
         shadow_address_space_unlock();
      break;
   case __NR_setrlimit:
      if (!failed && args[0] == SYSCALL_RLIMIT_AS)
         check_limit();
      break;
   case __NR_prlimit64:
      if (!failed && args[1] == SYSCALL_RLIMIT_AS && args[2] != 0)
         check_limit();
      break;
   }
}
