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

/* /proc/self/pagemap, in which the kernel has a word for each page of the
   process; -1: it is not open. */
static Int pagemap = -1;
static UInt pagemap_users;

enum { PAGES = 512 };

static Bool open_pagemap(void)
{
   if (pagemap < 0)
      pagemap = VG_(fd_open)("/proc/self/pagemap", VKI_O_RDONLY, 0);
   return pagemap >= 0;
}

static void close_pagemap(void)
{
   if (pagemap >= 0)
      VG_(close)(pagemap);
   pagemap = -1;
}

void platform_touched_begin(void)
{
   pagemap_users++;
}

void platform_touched_end(void)
{
   if (--pagemap_users == 0)
      close_pagemap();
}

/* Which of the n pages from `at` on may be other than 0?  The pages that are in
   memory, and those that the kernel has put into swap space: the latter stand
   in the page map only, which must be opened for that. */
static void find_touched(uintptr_t at, UInt n, UChar touched[])
{
   enum { PRESENT_OR_SWAPPED = 62 };
   ULong entry[PAGES];
   UInt i = 0, known = 0;

   if (!syscall_is_restricted()
       && syscall_resident(at, n * VKI_PAGE_SIZE, touched)) {
      while (i < n && touched[i])
         i++;
      if (i == n)
         return;
      if (open_pagemap()
          && VG_(lseek)(pagemap, at / VKI_PAGE_SIZE * sizeof entry[0],
                        VKI_SEEK_SET) >= 0) {
         Int got = VG_(read)(pagemap, entry, n * sizeof entry[0]);
         known = got > 0 ? got / sizeof entry[0] : 0;
      }
   }
   for (i = 0; i < n; i++)
      touched[i] = i >= known || entry[i] >> PRESENT_OR_SWAPPED != 0;
}

uintptr_t platform_touched_from(uintptr_t from, uintptr_t past, uintptr_t *end)
{
   UChar touched[PAGES];
   uintptr_t at = VG_PGROUNDDN(from);
   Bool found = False;

   platform_touched_begin();
   while (at < past && !found) {
      UInt n = PAGES, i = 0;
      if ((past - at - 1) / VKI_PAGE_SIZE < n)
         n = (past - at - 1) / VKI_PAGE_SIZE + 1;
      find_touched(at, n, touched);
      while (i < n && !touched[i])
         i++;
      found = i < n;
      at += i * VKI_PAGE_SIZE;
      *end = at;
      for (; i < n && touched[i]; i++)
         *end += VKI_PAGE_SIZE;
   }
   platform_touched_end();
   if (!found)
      return *end = past;
   if (*end > past)
      *end = past;
   return at > from ? at : from;
}

uint64_t platform_resident(uintptr_t at, unsigned n)
{
   UChar pages[64];
   uint64_t bits = 0;

   tl_assert(n > 0 && n <= sizeof pages);
   if (syscall_is_restricted()
       || !syscall_resident(at, n * VKI_PAGE_SIZE, pages))
      return n == 64 ? UINT64_MAX : ((uint64_t)1 << n) - 1;
   for (UInt i = 0; i < n; i++)
      bits |= (uint64_t)(pages[i] != 0) << i;
   return bits;
}

unsigned long platform_peak(void)
{
   return syscall_is_restricted() ? 0 : syscall_peak();
}

void platform_each_mapping(void (*report)(uintptr_t from, uintptr_t past))
{
   Int n;
   Addr *starts = segments_starts(SkFileC | SkAnonC | SkShmC, &n);

   for (Int i = 0; i < n; i++) {
      const NSegment *s = VG_(am_find_nsegment)(starts[i]);
      if (s != NULL)
         report(s->start, s->end + 1);
   }
   VG_(free)(starts);
}
