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

#define HOST __attribute__((noinline))

/* Hosts have no other variables, which compilers would keep on the stack and
   read again within the inlined call. */
HOST static int host_upper(int n)
{
   return Upper::of(n) + 1;
}

/* A second place that the routine is inlined into. */
HOST static int elsewhere(int n)
{
   return Upper::of(n) + 2;
}

HOST static int host_lower(int n)
{
   return Lower::of(n) + 1;
}

HOST static int host_pairs(int n)
{
   return lto_pairs(n) + 1;
}

HOST static int host_both(int n)
{
   return lto_both(n) + 1;
}

/* Two calls in one line, or, where the tool can't tell these, in two. */
HOST static int host_two(int first, int second)
{
#ifndef IN_TWO_LINES
   return Upper::of(first) + Lower::of(second);
#else
   return Upper::of(first)
          + Lower::of(second);
#endif
}

/* The optimiser does not know the value. */
ROUTINE static int n(int value)
{
   static volatile int known;

   known = value;
   return known;
}

int main()
{
   int result = 0;

   for (int i = 10; i <= 40; i += 10) {
      result += host_upper(n(i));
      result += host_pairs(n(i + 1));
   }
   for (int i = 51; i <= 54; i++) {
      result += host_lower(n(i));
      result += elsewhere(n(i + 10));
   }
   result += host_both(n(20));
   result += lto_kept(n(30));
   result += host_two(n(81), n(91));
   return result == 1;
}
