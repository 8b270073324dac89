/* The routine that does the work of calls: the callee itself, or one below it
   that reads most of the cells and has most of the cost; and the one of a library
   to which it leaves most of that, such as the search in the chain of a hash.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ASSESS_WORKER_H
#define APROF_ASSESS_WORKER_H

#include "assess/ranked.h"
#include "profile/model.h"

typedef struct {
   size_t routine;                    /* WORKER_NONE: the callee itself */
   double cost;                       /* of its calls on the way to it, if what
                                         calls it has the same part in all its
                                         callers; or of all of them */
   double least;                      /* ... at the least */
   bool in_library;                   /* of the system's runtime: where the
                                         callee itself calls what works */
   size_t library;                    /* below the program's routine that works,
                                         the last one of a library on the way
                                         down that has a name, if the way's end
                                         has half of that; else WORKER_NONE */
   size_t pair[2];                    /* where the callee itself would work: two
                                         that it calls and that share the work,
                                         the dearer one in front; else
                                         WORKER_NONE */
   double pair_cost[2];
} worker;

#define WORKER_NONE ((size_t)-1)

/* Return what stands for: not known yet, or no calls. */
static inline worker worker_none(void)
{
   return (worker){ .routine = WORKER_NONE, .library = WORKER_NONE,
                    .pair = { WORKER_NONE, WORKER_NONE } };
}

/* Calls of the callee: their number, what they have read, and their cost. */
typedef struct {
   size_t caller;                     /* which does not work for itself */
   uint64_t calls;                    /* 1 or more */
   prof_sum cells, cost;
} worker_calls;

/* Find the last routine of the program on the way down from a callee on which
   most cells are read; the way may lead through a library that calls the program,
   such as std::for_each.  A library's routine is found only if the callee calls it
   itself and it does the work. */
worker worker_find(const model *m, size_t callee, const worker_calls *of);

/* The same for the calls of a routine that read data again and again. */
worker worker_of_reread(const ranked *r);

/* The same for the calls of a callee by one caller; *cost is set to theirs. */
worker worker_of_calls(const model *m, size_t caller, size_t callee,
                       prof_sum *cost);

/* Return the program's routine that works: the one found, the dearer one of a pair, or
   else the callee. */
size_t worker_or(worker w, size_t callee);

/* Return "; 90 % of that is NAME", "; at least 60 % ..." where other callers
   may have the rest, with ", mostly in NAME" where a library has most of it,
   "; 48 % of that is NAME, 47 % NAME" of a pair, or "" if the callee works itself;
   the caller frees it.
   cost: of the calls.  name: returns the name of a routine, which is freed
   here; `data` is passed to it. */
char *worker_words(const worker *w, prof_sum cost,
                   char *(*name)(size_t routine, void *data), void *data);

#endif
