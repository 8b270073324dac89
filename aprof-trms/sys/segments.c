/* The program's segments, and the hooks of engine/platform.h for the
   program's memory.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sys/segments.h"
#include "engine/platform.h"
#include "sys/syscall.h"
#include "pub_tool_libcfile.h"

Addr *segments_starts(UInt kinds, Int *n)
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

/* The file in which the kernel has a word for each page of the process; -1: it
   is not open. */
static Int pagemap = -1;

uintptr_t platform_touched_from(uintptr_t from, uintptr_t past)
{
   enum { PRESENT_OR_SWAPPED = 62, ENTRIES = 512 };
   ULong entry[ENTRIES];

   for (uintptr_t at = VG_PGROUNDDN(from); pagemap >= 0 && at < past; ) {
      Int n = 0;
      if (VG_(lseek)(pagemap, at / VKI_PAGE_SIZE * sizeof entry[0],
                     VKI_SEEK_SET) >= 0)
         n = VG_(read)(pagemap, entry, sizeof entry) / (Int)sizeof entry[0];
      if (n <= 0)
         return from;
      for (Int i = 0; i < n; i++)
         if (entry[i] >> PRESENT_OR_SWAPPED != 0)
            return at > from ? at : from;
         else
            at += VKI_PAGE_SIZE;
      from = at;
   }
   return from;
}

void platform_each_mapping(void (*report)(uintptr_t from, uintptr_t past))
{
   Int n;
   Addr *starts = segments_starts(SkFileC | SkAnonC | SkShmC, &n);

   if (!syscall_is_restricted())
      pagemap = VG_(fd_open)("/proc/self/pagemap", VKI_O_RDONLY, 0);
   for (Int i = 0; i < n; i++) {
      const NSegment *s = VG_(am_find_nsegment)(starts[i]);
      if (s != NULL)
         report(s->start, s->end + 1);
   }
   VG_(free)(starts);
   if (pagemap >= 0)
      VG_(close)(pagemap);
   pagemap = -1;
}
