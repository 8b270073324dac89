/* The costs of a routine's activations of one size, as a prof keeps them
   (engine/profile/prof.h).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PROFILE_ENTRY_H
#define APROF_PROFILE_ENTRY_H

#include <stdbool.h>
#include <stdint.h>

/* A sum of 64-bit values, which does not overflow. */
typedef unsigned __int128 prof_sum;

/* PROF_WMS, the size of the output, is the last one: without output there are
   the first PROF_WMS metrics only. */
typedef enum {
   PROF_TRMS, PROF_EXT, PROF_RMS, PROF_WMS, PROF_METRICS
} prof_metric;

typedef struct prof prof;

/* A prof_stat without padding, whose sum has 64 bits: the caller of prof_count
   keeps the rest. */
typedef struct {
   uint64_t min, max, sum;
   prof_sum squares __attribute__((packed, aligned(8)));
} prof_short_stat;

/* Add a cost.  False: the sum has overflowed once more. */
static inline bool prof_count(prof_short_stat *s, uint64_t cost)
{
   if (cost < s->min)
      s->min = cost;
   if (cost > s->max)
      s->max = cost;
   s->squares += (prof_sum)cost * cost;
   return !__builtin_add_overflow(s->sum, cost, &s->sum);
}

/* The costs of a routine's activations of one size, in one cache line.  Only
   for prof_record_in. */
typedef struct {
   uint64_t size;
   uint64_t calls;
   prof_short_stat self;       /* of all activations */
   struct prof_extra *extra;   /* NULL: all are outermost, and the cost of each
                                  is its self cost */
} prof_entry;

#endif
