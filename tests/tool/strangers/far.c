/* Memory at addresses that the program requires, far beyond the addresses that
   Valgrind chooses: where the garbage collectors and code spaces of other
   programs lie, and where a thread's shadow may be.  With an argument a thread
   uses each such memory, too.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>

enum { CELLS = 3000 };

__attribute__((noinline)) long sum(const int *cells, int n)
{
   long s = 0;

   for (int i = 0; i < n; i++)
      s += cells[i];
   return s;
}

__attribute__((noinline)) void fill(int *cells, int n)
{
   for (int i = 0; i < n; i++)
      cells[i] = i;
}

static void *use(void *memory)
{
   int *cells = memory;

   fill(cells, CELLS);
   return (void *)(sum(cells, CELLS) - sum(cells + 1, CELLS - 1));
}

int main(int argc, char **argv)
{
   (void)argv;
   static int near[CELLS];
   long left = (long)use(near);

   for (uintptr_t tb = 1; tb < 115; tb += tb < 8 ? 1 : 9) {
      uintptr_t place = (tb << 40) + ((uintptr_t)tb << 30);
      void *memory = mmap((void *)place, 1 << 20, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
      pthread_t thread;
      void *result = NULL;

      if (memory == MAP_FAILED)
         return 1;
      if (argc > 1) {
         pthread_create(&thread, NULL, use, memory);
         pthread_join(thread, &result);
      }
      left += (long)result + (long)use(near) + (long)use(memory);
      left += sum((int *)memory + 7, CELLS / 3) & 0;
   }
   printf("%ld\n", left);
   return left != 0;
}
