/* The program's segments.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "ap_segments.h"
#include "ap_syscall.h"

Addr *ap_segments(UInt kinds, Int *n)
{
   Addr *starts = NULL;
   Int room = 64;

   do {
      room *= 2;
      starts = VG_(realloc)("aprof.segments", starts, room * sizeof *starts);
      *n = VG_(am_get_segment_starts)(kinds, starts, room);
   } while (*n < 0);
   return starts;
}

static Bool is_there(Addr a)
{
   enum { PAGES = 64 };
   static Addr there[PAGES];
   Addr page = VG_PGROUNDDN(a);
   Addr *known = &there[page / VKI_PAGE_SIZE % PAGES];

   if (*known != page && ap_syscall_is_there(page))
      *known = page;
   return *known == page;
}

Bool ap_is_backed(Addr a, SizeT n)
{
   return is_there(a) && is_there(a + n - 1);
}
