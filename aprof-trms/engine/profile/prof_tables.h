/* The tables of a prof, for what records one activation after the other.

   Only prof.c changes the tables: a caller reads an entry that is at hand, and
   records in it.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PROFILE_TABLES_H
#define APROF_PROFILE_TABLES_H

#include "engine/profile/prof_entry.h"
#include "engine/profile/singles.h"

/* The part of an entry that not all sizes need. */
typedef struct prof_extra {
   prof_short_stat cost;            /* of all activations */
   uint32_t cost_high;              /* its sum, above 64 bits */
   uint32_t self_high : 31;         /* the same of self costs */
   uint32_t has_sums : 1;           /* this is the beginning of a `full` */
   prof_sum nested;                 /* cost of activations that are not
                                       outermost */
} prof_extra;

/* The same as prof_record_rest for an entry that has an `extra`, if the
   activation is outermost. */
static inline __attribute__((always_inline))
void prof_record_extra(prof_entry *u, prof_extra *x,
                       uint64_t cost, uint64_t self)
{
   u->calls++;
   if (__builtin_expect(!prof_count(&u->self, self), 0))
      x->self_high++;
   if (__builtin_expect(!prof_count(&x->cost, cost), 0))
      x->cost_high++;
}

/* Entries by size; the entries themselves do not move. */
#define HASH_TABLE             prof_sizes
#define HASH_TABLE_ELEMENT     prof_entry *
#define HASH_TABLE_KEY         uint64_t
#define HASH_TABLE_IS_EMPTY(e) ((e) == NULL)
#define HASH_TABLE_KEY_OF(e)   ((e)->size)
#define HASH_TABLE_EQUAL(e, k) ((e)->size == (k))
#define HASH_TABLE_HOME(k, b)  hash_table_home(k, b)
#define HASH_TABLE_CENTRE      "aprof.profile"
#define HASH_TABLE_FIRST_BITS  2
#include "engine/shadow/hash_table.h"

/* The tables are described in prof.c. */
struct prof {
   /* The places of `common`, and 64 minus the log2 of their number; or two empty
      places if there are none, or if a size may have to be rounded: so that a
      search at hand needs no test. */
   prof_entry *const *at_hand;
   unsigned at_hand_shift;
   prof_sizes common;
   bool rms_apart, trms_apart;      /* from ext, in some activation */
   bool rounded;
   prof_sizes own[PROF_METRICS];
   singles singles;                 /* what is not in `common` any more */
   prof *next, **link;              /* all profs */
};

/* Return the same as prof_entry_of if it is at hand: if it exists, and is where a
   search begins.  Else return NULL. */
static inline prof_entry *prof_entry_at_hand(const prof *p, uint64_t size)
{
   prof_entry *u = p->at_hand[hash_table_home_shifted(size, p->at_hand_shift)];

   return u != NULL && u->size == size ? u : NULL;
}

#endif
