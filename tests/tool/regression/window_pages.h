/* Which pages of the fast engine's windows are in memory.  Where windows lie stands
   in aprof-trms/engine/fast/windows.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef WINDOW_PAGES_H
#define WINDOW_PAGES_H

#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

enum { PAGE = 4096 };

/* /proc/self/pagemap, to be opened by the program. */
static int page_map;

/* How many pages of [from, past) are in memory? */
static inline unsigned in_memory(uintptr_t from, uintptr_t past)
{
   static uint64_t words[65536];
   unsigned count = 0;

   for (from &= ~(uintptr_t)(PAGE - 1); from < past; ) {
      size_t n = (past - from + PAGE - 1) / PAGE, i;
      ssize_t got;

      if (n > sizeof words / sizeof *words)
         n = sizeof words / sizeof *words;
      got = pread(page_map, words, n * sizeof *words,
                  (off_t)(from / PAGE * sizeof *words));
      if (got != (ssize_t)(n * sizeof *words))
         exit(77);
      for (i = 0; i < n; i++)
         count += words[i] >> 62 != 0;
      from += n * PAGE;
   }
   return count;
}

/* How many pages of the stamps of n bytes at p are in memory, in the window of a
   slot? */
static inline unsigned window_pages(unsigned slot, const volatile void *p, size_t n)
{
   uintptr_t at = (uintptr_t)p + ((uintptr_t)102 << 40) + ((uintptr_t)624 << 30)
                  + 0x2b4d6a80 + slot * (((uintptr_t)334 << 30) + 0x2f0c0);

   return in_memory(at, at + n);
}

#endif
