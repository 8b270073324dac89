/* What the programs of this suite share: random numbers, and what the heap has
   been used for before a routine is called.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HEAPS_H
#define HEAPS_H

#include <stdlib.h>
#include <string.h>

#define ROUTINE __attribute__((noinline))

/* Sizes by 15 %. */
#define EACH_SIZE(n, most) for (int n = 24; n <= (most); n += n * 3 / 20)

enum {
   LINEAR = 6000, QUADRATIC = 500, LARGEST = LINEAR,
   REPEATS = 3,           /* calls of each size, with different inputs */
   BLOCKS = 2000, CHANGES = 40
};

static unsigned long random_state;
static int is_churned;
static void *blocks[BLOCKS];

static inline int random_below(int limit)
{
   random_state ^= random_state << 13;
   random_state ^= random_state >> 7;
   random_state ^= random_state << 17;
   return (int)((random_state >> 33) % (unsigned)limit);
}

static inline void random_ints(int *a, int n, int limit)
{
   for (int i = 0; i < n; i++)
      a[i] = random_below(limit);
}

/* A program that has run for a while has free blocks of many sizes. */
static inline void churn(int changes)
{
   for (int i = 0; is_churned && i < changes; i++) {
      int k = random_below(BLOCKS);
      free(blocks[k]);
      blocks[k] = malloc(8 + random_below(random_below(8) == 0 ? 4000 : 200));
   }
}

/* PROGRAM quiet|churned SEED */
static inline void prepare(int argc, char **argv)
{
   if (argc != 3)
      exit(2);
   is_churned = strcmp(argv[1], "churned") == 0;
   random_state = 88172645463325252 + 7919 * strtoul(argv[2], NULL, 10);
   churn(3 * BLOCKS);
}

static int inputs[LARGEST];

/* Call a routine with random numbers below `limit`, at all sizes up to
   `most`. */
#define AT_SIZES(routine, most, limit)                 \
   EACH_SIZE(n, most)                                  \
      for (int repeat = 0; repeat < REPEATS; repeat++) { \
         random_ints(inputs, n, limit);                \
         churn(CHANGES);                               \
         routine(inputs, n);                           \
      }

#endif
