/* The old block of a container, or of realloc, lies at the end of the heap, and
   the C library gives this end back to the kernel from the middle of the block
   on, when the block is freed.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <malloc.h>
#include <vector>

#include "regression.h"

static volatile int cells[1000];
static char *block, *end;      /* the old block; the end of the heap */

enum { N = 20000, BYTES = N * sizeof(int) };

ROUTINE long fill_vector(int n)
{
   std::vector<int> v;
   long s = 0;

   v.reserve(n - 1);
   for (int i = 0; i < n; i++) {
      if (i == n - 1)
         block = (char *)v.data();
      v.push_back(int(cells[i % 1000]));
   }
   end = (char *)sbrk(0);
   for (int i = 0; i < n; i++)
      s += v[i];
   return s;
}

ROUTINE long fill_block(int n)
{
   int *v = (int *)malloc((n - 1) * sizeof *v);
   long s = 0;

   for (int i = 0; i < n - 1; i++)
      v[i] = cells[i % 1000];
   block = (char *)v;
   v = (int *)realloc(v, 2 * n * sizeof *v);
   end = (char *)sbrk(0);
   v[n - 1] = cells[0];
   for (int i = 0; i < n; i++)
      s += v[i];
   free(v);
   return s;
}

static void must_be_trimmed()
{
   if (end <= block || end >= block + BYTES) {
      fputs("this C library does not give a part of the block back\n", stderr);
      exit(77);
   }
}

int main()
{
   mallopt(M_TOP_PAD, 0);
   mallopt(M_TRIM_THRESHOLD, 8192);
   mallopt(M_MMAP_THRESHOLD, 3 * BYTES / 2);
   fill_vector(N + 1);
   must_be_trimmed();
   fill_block(N + 1);
   must_be_trimmed();
   return 0;
}
