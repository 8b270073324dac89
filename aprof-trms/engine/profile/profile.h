/* Routine x input size -> cost statistics.

   A prof holds what the activations of one routine (in one thread, or in all)
   cost, by the size of their input, for each of the three size metrics.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PROFILE_H
#define APROF_PROFILE_H

#include "engine/trms.h"

typedef unsigned __int128 prof_sum;   /* no sum of 64-bit values overflows it */

typedef enum { PROF_TRMS, PROF_EXT, PROF_RMS, PROF_METRICS } prof_metric;

typedef struct {
   uint64_t min, max;
   prof_sum sum, squares;
} prof_stat;

/* All activations of one input size.  Costs are in the profile's cost unit
   (basic blocks or instructions), sizes in cells. */
typedef struct {
   uint64_t size;
   uint64_t calls;
   prof_stat cost;                    /* inclusive of callees */
   prof_stat self;
   prof_sum outermost;                /* inclusive cost, outermost ones only */
   prof_sum rms, ext, trms, external, thread;
} prof_tuple;

typedef struct prof prof;

/* A prof_stat without holes, whose sum has 64 bits: who counts keeps the rest. */
typedef struct {
   uint64_t min, max, sum;
   prof_sum squares __attribute__((packed, aligned(8)));
} prof_short_stat;

/* False: the sum has overflowed once more. */
static inline bool prof_count(prof_short_stat *s, uint64_t cost)
{
   if (cost < s->min)
      s->min = cost;
   if (cost > s->max)
      s->max = cost;
   s->squares += (prof_sum)cost * cost;
   return !__builtin_add_overflow(s->sum, cost, &s->sum);
}

/* What a routine's activations of one size have cost: a cache line.  Only for
   prof_record_in. */
typedef struct {
   uint64_t size;
   uint64_t calls;
   prof_short_stat self;       /* cost of all activations */
   struct prof_extra *extra;   /* NULL: all are outermost, and of each the cost
                                  is the self cost */
} prof_entry;

/* An empty one; prof_free gives back all of it. */
prof *prof_new(void);
void prof_free(prof *p);

/* One activation.  `outermost`: no activation of the same routine is pending
   below it on its stack. */
void prof_record(prof *p, const trms_sizes *sizes, uint64_t cost,
                 uint64_t self, bool outermost);

/* Where rms, ext and trms are all `size`, what prof_record_in or, where something
   was induced, prof_record_induced records in.  It stays as long as the prof.  For one activation
   if its size is another one, since that was rounded; else for any number. */
prof_entry *prof_entry_of(prof *p, uint64_t size);
/* One of a size that no activation has, in no prof, but close to what they have.
   It stays. */
prof_entry *prof_no_entry(void);
/* prof_record_in, where more than one line is touched. */
void prof_record_rest(prof_entry *u, uint64_t cost, uint64_t self,
                      uint32_t below);

/* One such activation; `below` it so many of the same routine are pending on its
   stack. */
static inline void prof_record_in(prof_entry *u, uint64_t cost, uint64_t self,
                                  uint32_t below)
{
   if (u->extra || self != cost || below > 0
       || cost > UINT64_MAX - u->self.sum) {
      prof_record_rest(u, cost, self, below);
      return;
   }
   u->calls++;
   prof_count(&u->self, cost);
}

/* The same where rms, ext and trms are equal, and something was induced. */
void prof_record_induced(prof_entry *u, uint64_t cost, uint64_t self,
                         uint32_t below, uint64_t external, uint64_t thread);

/* Adds all of `from` to `into`; `from` is unchanged. */
void prof_add(prof *into, const prof *from);

/* The number of all activations. */
uint64_t prof_calls(const prof *p);

/* A table of more sizes than this has them rounded to ROUNDING_BITS digits, in
   all metrics (rounding.h): what is told of calls and costs, and the five sums,
   stay exact.  For all profs, before the first record. */
void prof_limit_sizes(size_t n);
bool prof_is_rounded(const prof *p);
/* Rounds the sizes of tuples and puts equal ones together. */
void prof_round(prof_tuple *tuples, size_t *count);

/* The tuples of one metric in ascending order of size, in memory that the
   caller gives back with plat_free; their number in *count. */
prof_tuple *prof_table(const prof *p, prof_metric metric, size_t *count);

/* Are the tables of two metrics the same? */
bool prof_same(const prof *p, prof_metric a, prof_metric b);

#endif
