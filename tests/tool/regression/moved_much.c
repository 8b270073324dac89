/* mremap moves much memory there and back, whose stamps the fast engine moves
   page by page, without a copy: what was accessed before is no new input, and
   what another thread writes in between is.

   flags: -pthread
   varies: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

enum { BYTES = 1 << 20, CELLS = BYTES / 4, FEW = 10 };

static char *from, *to;

static char *map(size_t bytes)
{
   char *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

   require(p != MAP_FAILED, "mmap");
   return p;
}

static void move(void)
{
   char *left = from;

   from = mremap(from, BYTES, BYTES, MREMAP_MAYMOVE | MREMAP_FIXED, to);
   require(from == to, "mremap");
   to = left;
}

static inline long sum_up(void)
{
   const volatile int *cells = (const volatile int *)from;
   long sum = 0;

   for (int i = 0; i < CELLS; i++)
      sum += cells[i];
   return sum;
}

ROUTINE long scan_alone(void)
{
   long sum = sum_up();

   move();
   sum += sum_up();
   move();
   return sum + sum_up();
}

ROUTINE long scan_new_memory(void)
{
   long sum = sum_up();

   move();
   to = mmap(to, BYTES, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
   require(to != MAP_FAILED, "mmap");
   for (int i = 0; i < FEW; i++)
      sum += ((const volatile int *)to)[i];
   munmap(to, BYTES);
   return sum;
}

ROUTINE void *scan_by_other(void *unused)
{
   sum_up();
   for (int i = 0; i < FEW; i++)
      ((volatile int *)from)[1000 * i] = i;
   return unused;
}

ROUTINE long scan_around(void)
{
   long sum = sum_up();

   pthread_join(start(scan_by_other, NULL), NULL);
   move();
   return sum + sum_up();
}

int main(void)
{
   to = map(BYTES + 5 * 4096) + 5 * 4096;
   from = map(BYTES);
   for (int i = 0; i < CELLS; i++)
      ((volatile int *)from)[i] = i;
   scan_alone();
   scan_around();
   scan_new_memory();
   return 0;
}
