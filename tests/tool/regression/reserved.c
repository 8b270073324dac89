/* A program reserves a terabyte at 264 GB, as GHC's runtime does, and makes parts of
   it accessible: within the windows their stamps are in the windows, as long as no
   memory lies beyond; beyond them sizes are right all the same.

   engines: fast check

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include "window_pages.h"
#include <sys/mman.h>
#include <valgrind/valgrind.h>

enum { CELLS = 50, SIZE = 1 << 20 };

#define PLACE    ((char *)0x4200000000)
#define RESERVED ((size_t)1 << 40)

ROUTINE int sum(const volatile int *a, int n)
{
   int s = 0;

   for (int i = 0; i < n; i++)
      s += a[i];
   return s;
}

/* By a new mapping in the place of the old one. */
static volatile int *commit(char *at)
{
   must(mmap(at, SIZE, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == at, "mmap");
   return (volatile int *)at;
}

static volatile int *unprotect(char *at)
{
   must(mprotect(at, SIZE, PROT_READ | PROT_WRITE) == 0, "mprotect");
   return (volatile int *)at;
}

static void see_window(const volatile int *a)
{
   if (RUNNING_ON_VALGRIND)
      must(window_pages(0, a, CELLS * sizeof *a) > 0, "stamps in the window");
}

int main(void)
{
   volatile int *a, *b, *beyond;

   page_map = open("/proc/self/pagemap", O_RDONLY);
   if (page_map < 0)
      exit(77);
   if (mmap(PLACE, RESERVED, PROT_NONE,
            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) != PLACE)
      exit(77);
   a = commit(PLACE);
   b = unprotect(PLACE + SIZE);
   sum(a, CELLS);
   sum(b, CELLS);
   see_window(a);
   see_window(b);
   beyond = unprotect(PLACE + RESERVED / 2);
   sum(beyond, 2 * CELLS);
   beyond[0] = 1;
   sum(beyond, 2 * CELLS);
   sum(commit(PLACE + RESERVED - SIZE), 3 * CELLS);
   sum(a, CELLS);
   return 0;
}
