/* The fast engine's address space, and what the program does to it.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "ap_own_memory.h"
#include "ap_syscall.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_vkiscnums.h"

static SizeT reserved;

Bool ap_own_reserve(Addr at, SizeT n)
{
   if (!ap_syscall_reserve(at, n))
      return False;
   reserved += n;
   return True;
}

void ap_own_unreserve(Addr at, SizeT n)
{
   ap_syscall_unreserve(at, n);
   reserved -= n;
}

/* The address space of the process; 0: it is not known. */
static SizeT address_space(void)
{
   HChar text[32];
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

void ap_own_after_syscall(UInt number, const UWord *args)
{
   switch (number) {
   case __NR_setrlimit:
      if (args[0] == AP_RLIMIT_AS)
         look_at_limit();
      break;
   case __NR_prlimit64:
      if (args[1] == AP_RLIMIT_AS && args[2] != 0)
         look_at_limit();
      break;
   }
}
