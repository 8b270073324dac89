/* A routine in the order in which routines deserve a look.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ASSESS_RANKED_H
#define APROF_ASSESS_RANKED_H

#include "assess/assess.h"

/* In place of the index of a routine: there is none. */
#define RANKED_NONE SIZE_MAX
/* A smaller part of a routine's cost is not work of its own. */
#define RANKED_OWN_WORK 0.1

/* How sure it is that a routine grows faster than n log n. */
typedef enum { RANKED_SURE, RANKED_LIKELY, RANKED_REST } ranked_suspicion;

/* A callee that reads the same data again and again for a routine. */
typedef struct {
   size_t callee;                     /* or RANKED_NONE: there is none */
   uint64_t calls;                    /* with large inputs */
   prof_sum cells;                    /* of these inputs in total */
   prof_sum cost;                     /* of all calls, callees included */
   prof_sum input;                    /* cells that the routine has read, and
                                         zeros of calloc; of a recursion not
                                         those below others */
   bool has_zeros;                    /* there are many zeros among them */
   double times;                      /* how often each cell is read */
   bool of_input;                     /* the data are the routine's own input */
   bool steady;                       /* the calls read as much each time, not
                                         ever more or ever less */
   bool fresh;                        /* the routine may write the data */
   bool falls;                        /* the calls read less in the course of
                                         the run */
   bool each;                         /* ... nearly each than the one before */
   bool falls_by_steps;               /* most calls that differ from the one
                                         before read less; sizes that rise, and
                                         begin anew at the end, may fall in the
                                         course of the run */
   bool ever_more;                    /* an element more, or less, at each call,
                                         whether the data are the same or not */
   bool scattered;                    /* ... or less, in the mean only */
   bool steps;                        /* the caller need not loop: another
                                         routine above it does */
   bool walk;                         /* an element more or less at each call,
                                         again and again */
   bool trend;                        /* more and more in the course of the run,
                                         though not at each call */
   bool by_runs;                      /* more often in runs in which there is
                                         more to read */
} ranked_reread;

/* A loop of the routine whose turns get more, or fewer, from one entry to the
   next. */
typedef struct {
   uint64_t entries;                  /* 0: there is none */
   prof_sum turns;                    /* in all */
   uint64_t line;                     /* 0: not known */
   prof_sum inner;                    /* turns of the loop that is entered at
                                         each turn; 0: there is none */
   bool falls;                        /* fewer */
   bool steady;                       /* neither; about as many turns as
                                         entries, and as the input has
                                         elements */
   uint64_t steps;                    /* steady: activations of which each has
                                         a part of the entries */
   uint64_t input;                    /* ... and reads so many cells */
   double work;                       /* the turns are such a part of the
                                         routine's own cost, at the least */
   bool of_operations;                /* a loop of what an interpreter runs: the
                                         turns are its operations */
   bool to_limit;                     /* ... any number of them at each entry, up
                                         to a limit that rises, or falls */
   size_t operation;                  /* ... the routine of one that is executed
                                         at each entry; RANKED_NONE: not known */
} ranked_turns;

/* A callee with much of a suspect's cost, which does not grow steeply. */
typedef struct {
   assessment *callee;                /* NULL: there is none */
   uint64_t calls;
   double part;                       /* of the suspect's cost */
} ranked_load;

typedef struct {
   assessment *assessment;            /* belongs to the ranking */
   bool internal;                     /* of a library, or start-up code */
   bool in_zone;                      /* an allocator or a collector, or called
                                         by these only: it has no input */
   bool piece;                        /* what it gets is bounded: the pieces that
                                         a recursion leaves (assess/pieces.h) */
   bool shown;                        /* internal, but the program calls it
                                         and much of the cost is there */
   bool by_reread;                    /* suspicious by `reread` or `turns`, not
                                         by its points */
   ranked_reread reread;
   ranked_reread also;                /* the next callee of such, with much of
                                         the cost, too */
   ranked_turns turns;
   ranked_load load;
   ranked_suspicion suspicion;
   bool weighty;                      /* has a part in the cost */
   size_t cause;                      /* the routine whose growth this growth
                                         is, or RANKED_NONE */
   size_t carrier;                    /* of a routine that is no suspect: the
                                         callee that carries its cost and may
                                         be steep itself, or RANKED_NONE */
   size_t witness;                    /* the caller that shows this routine's
                                         growth, if its own points do not; or
                                         RANKED_NONE */

   /* For the order. */
   bool probable;                     /* superlinear is more probable than
                                         not */
   bool doubted;                      /* superlinear by its points alone, which
                                         are in doubt */
   bool works_steeply;                /* the self cost alone is suspicious */
   int band;                          /* of neighbouring growth classes */
   size_t depth;                      /* calls between it and the last cause */
   double own;                        /* cost at the largest inputs, the causes'
                                         part left out */
   bool open;                         /* there are enough sizes, and growth
                                         worse than n log n is not excluded */
   double steepness;                  /* the exponent that is most likely;
                                         negative: it is not known */
   double tenfold;                    /* least factor of the cost at ten times
                                         the input */
   double threat;                     /* own * tenfold, of suspects */
   bool minor;                        /* it is surely steep, and a likely suspect
                                         threatens far more */
} ranked;

/* A routine to look at first is one that grows steeply by itself and has a part
   in the cost. */
static inline bool ranked_is_suspect(const ranked *r)
{
   return r->suspicion != RANKED_REST && r->weighty && !r->internal &&
          r->cause == RANKED_NONE;
}

#endif
