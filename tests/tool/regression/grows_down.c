/* Memory that the kernel lets grow downwards when it is accessed, as the
   stacks of threads once did: no event says how far it reaches.

   varies: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

enum { CELLS = 1000, BYTES = 1 << 16, AREA = 1 << 26, PAGE = 4096 };

/* Constants, so that no pointer is read. */
#define LOWEST ((char *)0x300000000)
#define MAPPED (LOWEST + AREA / 2)
#define GROWN  ((volatile int *)(MAPPED - 75 * PAGE))

INLINE char *map(char *at, long size, long flags)
{
   return (char *)kernel(SYS_mmap, (long)at, size, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0);
}

ROUTINE void write_all(int value)
{
   for (long i = 0; i < CELLS; i++)
      GROWN[i] = value;
}

INLINE long read_cells(void)
{
   long s = 0;

   for (long i = 0; i < CELLS; i++)
      s += GROWN[i];
   return s;
}

ROUTINE long read_own(void) { return read_cells(); }
ROUTINE long read_foreign(void) { return read_cells(); }

static void *other(void *unused)
{
   must(read_foreign() == CELLS, "what the first has written");
   write_all(2);
   return unused;
}

int main(void)
{
   require(map(LOWEST, AREA, MAP_FIXED_NOREPLACE) == LOWEST, "mmap");
   must(kernel3(SYS_munmap, (long)LOWEST, AREA, 0) == 0, "munmap");
   require(map(MAPPED, BYTES, MAP_FIXED_NOREPLACE | MAP_GROWSDOWN) == MAPPED,
           "mmap that grows");
   for (volatile char *p = MAPPED; p > (char *)GROWN; p -= PAGE)
      *p = 1;
   write_all(1);
   must(read_own() == CELLS, "what it has written itself");
   pthread_join(start(other, NULL), NULL);
   must(read_foreign() == 2 * CELLS, "what the other has written");
   return 0;
}
