/* Which routine to look at first.

   In this order:
   - what is the program's before the internals of libraries;
   - what has a part in the cost, now or at ten times the input, before what
     has not, however steep;
   - growth that is surely worse than n log n before growth that likely is,
     before the rest;
   - what likely grows steeply: the costlier at ten times the input;
   - else steeper growth before flatter, by bands in which neighbouring classes
     lie together;
   - what grows by itself before what grows because of its callees, and of
     these a callee before its callers;
   - the greater part of the cost at the largest inputs, callees that have
     been blamed already left out.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_RANK_H
#define APROF_RANK_H

#include "assess/assess.h"

#define RANK_NOBODY SIZE_MAX
/* Less of a routine's cost than this is not its own work. */
#define RANK_OWN_WORK 0.1

typedef enum { RANK_SURE, RANK_LIKELY, RANK_REST } rank_suspicion;

typedef struct {
   judged facts;
   bool folded;                       /* internal of a library, or start-up */
   rank_suspicion suspicion;
   bool weighty;                      /* has a part in the cost */
   /* The routine whose growth this one's is, or RANK_NOBODY. */
   size_t blamed;
   /* The caller whose growth tells of this one's, where its own points do not;
      or RANK_NOBODY. */
   size_t witness;
   /* The rest is for sorting. */
   bool probable;                     /* superlinear rather than not */
   bool works_steeply;                /* by its self cost alone */
   int band;
   size_t depth;                      /* callees between it and the culprit */
   double own;                        /* cost at the largest inputs, ditto */
   double tenfold;                    /* the factor for ten times the input */
   double threat;                     /* own, at ten times the input */
} ranked;

/* Is it one to look at first: does it grow steeply by itself, and have a part
   in the cost? */
bool rank_is_suspect(const ranked *r);

/* Does its row say that it grows faster than n log n: with a class that is so,
   and no other one beside it that is not? */
bool rank_looks_steep(const ranked *r);

/* Is this an object that belongs to the system's C or C++ runtime, to the
   dynamic linker or to Valgrind? */
bool rank_is_runtime(const char *object);

/* All that judge_facts finds, most suspicious first.  What has less than a
   thousandth of the cost gets no verdict: it comes last in any case.  The
   caller frees it. */
ranked *rank_routines(const model *m, bool threads, bool open, size_t *count);

#endif
