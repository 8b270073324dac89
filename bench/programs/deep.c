/* A recursion with many activations at once.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>

static __attribute__((noinline)) long descend(const int *cells, long n)
{
   if (n == 0)
      return 0;
   return descend(cells, n - 1) % 1000003 + cells[n % 64];
}

int main(int argc, char **argv)
{
   static int cells[64];
   long n = argc == 2 ? strtol(argv[1], NULL, 10) : 0;

   for (int i = 0; i < 64; i++)
      cells[i] = argc + i % 2;
   printf("%ld\n", descend(cells, n));
   return 0;
}
