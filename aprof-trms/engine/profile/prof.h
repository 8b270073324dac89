/* Input size -> cost statistics.

   A prof holds the costs of the activations of one routine (in one thread, or
   in all), by the size of their input, for each of the three size metrics; and
   on request by the size of their output.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PROFILE_H
#define APROF_PROFILE_H

#include "engine/profile/prof_entry.h"
#include "engine/trms.h"

typedef struct {
   uint64_t min, max;
   prof_sum sum, squares;
} prof_stat;

/* All activations of one input size.  Costs are in the profile's unit of cost
   (basic blocks or instructions), sizes in cells. */
typedef struct {
   uint64_t size;
   uint64_t calls;
   prof_stat cost;                    /* callees included */
   prof_stat self;                    /* callees excluded */
   prof_sum outermost;                /* cost, of outermost activations only */
   prof_sum rms, ext, trms, external, thread;   /* sums of their sizes */
} prof_tuple;

/* Return an empty prof; prof_free gives all of it back. */
prof *prof_new(void);
void prof_free(prof *p);

/* Record one activation.  outermost: no activation of the same routine is
   pending below it on its stack. */
void prof_record(prof *p, const trms_sizes *sizes, uint64_t cost,
                 uint64_t self, bool outermost);

/* Return the entry for activations whose rms, ext and trms are all `size`, for
   prof_record_in or prof_record_induced.  It lives as long as the prof, unless it
   is packed (prof_pack).  If its size is another one, then the size was rounded,
   and the entry is for one activation only; else it is for any number. */
prof_entry *prof_entry_of(prof *p, uint64_t size);
/* Return an entry in no prof, near others in memory, whose size no activation
   has.  It lives forever. */
prof_entry *prof_no_entry(void);
/* The part of prof_record_in that touches more than one cache line. */
void prof_record_rest(prof_entry *u, uint64_t cost, uint64_t self,
                      uint32_t below);

/* Does an activation in which nothing was induced only concern the entry's one
   line: are all of its activations outermost and without callees' costs?
   callees: the part of the cost that is its callees'; below: number of pending
   activations of the same routine beneath it on its stack (0: outermost).  One
   test of all bits takes fewer instructions than three. */
static inline bool prof_is_short(const prof_entry *u, uint64_t cost,
                                 uint64_t callees, uint32_t below)
{
   return ((uintptr_t)u->extra | callees | below) == 0
          && cost <= UINT64_MAX - u->self.sum;
}

static inline void prof_record_short(prof_entry *u, uint64_t cost)
{
   u->calls++;
   prof_count(&u->self, cost);
}

/* Record one activation in which nothing was induced. */
static inline void prof_record_in(prof_entry *u, uint64_t cost, uint64_t self,
                                  uint32_t below)
{
   if (prof_is_short(u, cost, cost - self, below))
      prof_record_short(u, cost);
   else
      prof_record_rest(u, cost, self, below);
}

/* Record one activation in which something was induced, with equal rms, ext and
   trms. */
void prof_record_induced(prof_entry *u, uint64_t cost, uint64_t self,
                         uint32_t below, uint64_t external, uint64_t thread);

/* Add all of `from` to `into`; `from` is unchanged. */
void prof_add(prof *into, const prof *from);

/* Have so many entries come since the last time that entries of single activations
   should be packed? */
bool prof_should_pack(void);
/* Pack them, in all profs: entries with prof_is_single may be gone then, and must
   not be used any more. */
void prof_pack(void);
bool prof_is_single(const prof_entry *u);

/* Shall wms be recorded, too?  For all profs, before the first record.  If so,
   activations are recorded by prof_record only. */
void prof_measure_output(bool output);

/* Return the number of activations recorded. */
uint64_t prof_calls(const prof *p);

/* Set the number of sizes above which a table's sizes are rounded to
   ROUNDING_BITS digits, in all metrics (rounding.h).  Calls, costs and the five
   sums stay exact.  For all profs, before the first record. */
void prof_limit_sizes(size_t n);
bool prof_is_rounded(const prof *p);
/* Round the sizes of tuples, and add up tuples whose sizes become equal. */
void prof_round(prof_tuple *tuples, size_t *count);

/* Return the tuples of one metric, ascending by size, and their number in
   *count.  The caller gives them back with platform_free. */
prof_tuple *prof_table(const prof *p, prof_metric metric, size_t *count);

/* Are the tables of two metrics the same? */
bool prof_same(const prof *p, prof_metric a, prof_metric b);

#endif
