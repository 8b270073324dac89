/* What the programs of the truth suite share: growing sizes, and inputs that
   are random but the same in each run.

   Routines whose verdict is tested, and the routines that they call, are each
   a ROUTINE: compiled as written, so that they read the cells that their text
   says.  Inputs are made by their callers; a cell that a routine writes before
   it reads it is no input.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TRUTH_H
#define TRUTH_H

#include "../regression/regression.h"

/* From `least` to `most` by a quarter, or by one: 16, 20, 25, 31, 38, ... */
#define EACH_SIZE(n, least, most) \
   for (int n = (least); n <= (most); n += n < 8 ? 1 : n / 4)

/* The number of calls of a routine at each size if inputs are random. */
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
