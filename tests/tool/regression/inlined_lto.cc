/* A program that was linked with -flto: what is inlined from another source file
   has its name.

   engines: fast check
   flags: -O2 -finline -flto
   also: inlined_lto_other.cc
   compiler: gcc

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include "inlined_lto.h"

volatile int lto_cells[100];

/* A second place that the routine is inlined into. */
ROUTINE static int elsewhere(int n)
{
   return Upper::of(n) + 1;
}

int main()
{
   int result = 0;

   for (int n = 10; n <= 40; n += 10) {
      result += Upper::of(n);
      result += lto_pairs(n + 1);
   }
   for (int n = 51; n <= 54; n++) {
      result += Lower::of(n);
      result += elsewhere(n + 10);
   }
   result += lto_both(20);
   result += lto_kept(30);
   /* Two calls in one line. */
   result += Upper::of(81) + Lower::of(91);
   return result == 1;
}
