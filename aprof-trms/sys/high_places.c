/* Places in the address space that the kernel does not choose for a while.

   They are filled, the largest first: the kernel gives the highest place that is
   large enough, and a size has had all of its places above the limit when it is
   given one below.  Where the program's address space is limited, all of it would be
   gone then; so it would be where locked memory is limited and the program has locked
   all that it maps, which shows when nothing large is given.  Valgrind does not know
   of these mappings.  They are gone before it is asked about its own.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sys/high_places.h"
#include "sys/syscall.h"
#include "pub_tool_libcproc.h"

typedef struct {
   Addr at;
   SizeT size;
} Filled;

static Filled filled[2048];
static UInt count;

static Bool is_limited(void)
{
   struct vki_rlimit limit = { 0, 0 };

   return VG_(getrlimit)(SYSCALL_RLIMIT_AS, &limit) != 0
          || limit.rlim_cur != VKI_RLIM_INFINITY;
}

void high_places_close(Addr limit, SizeT size)
{
   enum { MOST = 46, LEAST_LARGE = 40 };       /* half of what a program can have */
   SizeT n = (SizeT)1 << MOST;

   high_places_open();                 /* a call that was not made */
   if (syscall_is_restricted() || is_limited())
      return;
   while (n >= size && count < sizeof filled / sizeof filled[0]
          && (count > 0 || n >> LEAST_LARGE != 0)) {
      const Addr at = syscall_bar_highest(n);
      if (at >= limit) {
         filled[count++] = (Filled){ at, n };
      } else {
         if (at != 0)
            syscall_unreserve(at, n);
         n /= 2;
      }
   }
}

void high_places_open(void)
{
   while (count > 0) {
      count--;
      syscall_unreserve(filled[count].at, filled[count].size);
   }
}
