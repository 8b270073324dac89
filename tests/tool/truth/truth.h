/* What the programs of the truth suite share: growing sizes and inputs that
   are random, and the same in each run.

   Routines that are judged, and what they call, are each a ROUTINE: compiled as
   written, so that it reads the cells that its text says.  Inputs are made by
   their callers; what a routine writes before it reads it is none.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TRUTH_H
#define TRUTH_H

#include "../regression/regression.h"

/* From `least` to `most` by a quarter, or by one: 16, 20, 25, 31, 38, ... */
#define EACH_SIZE(n, least, most) \
   for (int n = (least); n <= (most); n += n < 8 ? 1 : n / 4)

/* How often a routine is called at each size where inputs are random. */
#define REPEATS 5

/* Uniform from 0 to 2^31-1 (xorshift). */
static inline int random_int(void)
{
   static unsigned long state = 88172645463325252;

   state ^= state << 13;
   state ^= state >> 7;
   state ^= state << 17;
   return state >> 33;
}

static inline int random_below(int limit)
{
   return random_int() % limit;
}

static inline void random_ints(int *a, int n, int limit)
{
   for (int i = 0; i < n; i++)
      a[i] = random_below(limit);
}

/* 0 to n-1 in random order. */
static inline void shuffled(int *a, int n)
{
   for (int i = 0; i < n; i++) {
      int j = random_below(i + 1);
      a[i] = a[j];
      a[j] = i;
   }
}

#endif
