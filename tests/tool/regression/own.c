/* A routine that reads only what it has written has no input, however it gets
   its memory. realloc moves large blocks by mremap, and their history moves
   with them.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

ROUTINE long fill_and_sum(int *a, long n)
{
   long s = 0;

   for (long i = 0; i < n; i++)
      a[i] = i;
   for (long i = 0; i < n; i++)
      s += a[i];
   return s;
}

/* Writes half of the block, lets the block grow, which moves it, writes the
   rest, and reads all of it `times` times.  What realloc itself reads is
   input. */
ROUTINE long grow(int *a, long n, int times)
{
   long s = 0;

   for (long i = 0; i < n; i++)
      a[i] = i;
   a = realloc(a, 2 * n * sizeof *a);
   for (long i = n; i < 2 * n; i++)
      a[i] = i;
   while (times-- > 0)
      for (long i = 0; i < 2 * n; i++)
         s += a[i];
   return s;
}

/* As grow, with the system call itself. */
ROUTINE long remap(int *a, long n, char *target)
{
   long s = 0;
   int *b;

   for (long i = 0; i < n; i++)
      a[i] = i;
   b = (int *)kernel(SYS_mremap, (long)a, n * sizeof *a, 2 * n * sizeof *a,
                     MREMAP_MAYMOVE | MREMAP_FIXED, (long)target, 0);
   for (long i = n; i < 2 * n; i++)
      b[i] = i;
   for (long i = 0; i < 2 * n; i++)
      s += b[i];
   return s;
}

ROUTINE long grow_and_read(int *a, long n)
{
   return grow(a, n, 1);
}

ROUTINE long grow_and_read_thrice(int *a, long n)
{
   return grow(a, n, 3);
}

ROUTINE long grow_only(int *a, long n)
{
   return grow(a, n, 0);
}

static char *pages(size_t n)
{
   char *p = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                  -1, 0);

   must(p != MAP_FAILED, "mmap");
   return p;
}

int main(void)
{
   enum { N = 51200 };             /* 200 KB of ints */
   static int a[1000];
   int *p = malloc(N * sizeof *p), *q = malloc(N * sizeof *q);
   int *r = malloc(N * sizeof *r);
   long half = N * (N - 1L) / 2, all = 2L * N * (2 * N - 1L) / 2;

   must(fill_and_sum(a, 10) == 45, "sum");
   must(fill_and_sum(a, 1000) == 499500, "sum");
   must(fill_and_sum(p, N) == half, "sum");
   must(grow_and_read(p, N) == all, "sum");
   must(grow_only(q, N) == 0, "sum");
   must(grow_and_read_thrice(r, N) == 3 * all, "sum");
   must(remap((int *)pages(N * sizeof *p), N,
              pages(2 * N * sizeof *p)) == all, "sum");
   return 0;
}
