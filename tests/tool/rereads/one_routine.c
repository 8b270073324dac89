/* Two loops in one routine.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "cases.h"

/* One routine has both loops. */
NOINLINE static void scan_all(const long *numbers, long n)
{
   for (long i = 0; i < n; i++)
      for (long j = 0; j < i; j++)
         sink += numbers[i] == numbers[j];
}

/* A turn does many elements, as on vector registers. */
NOINLINE static void find_nth(const long *blocks, long n)
{
   for (long i = 0; i < n; i++)
      for (long at = 0; at + 32 <= i; at += 32)
         sink += blocks[at / 32];
}

/* The same, and the inner loop begins with its condition, in the middle of its
   code; each time it has fewer turns. */
NOINLINE static void scan_rest(const long *numbers, long n)
{
   for (long i = 0; i < n; i++) {
      long j = i;

      while (j < n && numbers[j] != 1 && numbers[j] >= 0)
         j++;
      sink += j;
   }
}

static void fall(long n)
{
   long *numbers = malloc(n * sizeof *numbers);

   fill(numbers, n * sizeof *numbers);
   scan_rest(numbers, n);
}

/* Two loops in one routine, of which the inner one has as many turns each
   time. */
NOINLINE static void repeat(const long *numbers, long n)
{
   for (long i = 0; i < n; i++)
      for (long j = 0; j < n; j++)
         sink += numbers[j] == i;
}

static void rectangle(long n)
{
   long *numbers = malloc(n * sizeof *numbers);

   fill(numbers, n * sizeof *numbers);
   repeat(numbers, n);
}

static void one_routine(long n)
{
   long *numbers = malloc(n * sizeof *numbers);

   fill(numbers, n * sizeof *numbers);
   scan_all(numbers, n);
}

static void vectors(long n)
{
   long *blocks = malloc(n * sizeof *blocks);

   fill(blocks, n * sizeof *blocks);
   find_nth(blocks, n);
}

/* The inner loop ends at a root of the number. */
NOINLINE static void roots(long n)
{
   for (long i = 0; i < n; i++)
      for (long root = 1; root * root <= 4 * i; root++)
         sink += i % root;
}

enum { FIRST = 150000 };

/* The routine loops, and does not lie in a loop of its own: an entry or a few in
   each call, the longest first. */
NOINLINE static void spin(const long *table, long turns)
{
   for (int pass = 0; pass < 4; pass++)
      for (long i = 0; i < turns; i++)
         sink += table[i % 16];
}

NOINLINE static void spin_often(const long *table, long n)
{
   for (long i = 0; i < n; i++)
      spin(table, i == 0 ? FIRST : 3000 - 14 * i + any(800));
}

static void longest_first(long n)
{
   long table[16];

   fill(table, sizeof table);
   spin_often(table, n);
}

const loop_case one_routine_cases[] = {
   { "one_routine", one_routine, 4000 },
   { "fall", fall, 4000 },
   { "vectors", vectors, 24000 },
   { "roots", roots, 24000 },
   { "rectangle", rectangle, 1000 },
   { "longest_first", longest_first, 160 },
   { 0 },
};
