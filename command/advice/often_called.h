/* Calls whose number may grow with the input, in a profile where no routine is
   a suspect, or suspects have a small part of the cost.  A routine that is
   linear is called by one whose growth is not known.  If the caller has more
   input, it may call more often, and each call may read more.  No single run
   shows whether that is so, but where it matters most is known.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ADVICE_OFTEN_CALLED_H
#define APROF_ADVICE_OFTEN_CALLED_H

#include "assess/order.h"
#include "assess/worker.h"

enum { OFTEN_CALLED_MOST = 3 };

typedef struct {
   size_t caller, callee;             /* routines */
   uint64_t all_calls;
   uint64_t calls;                    /* with large inputs (x-sum-reads) */
   prof_sum cells;                    /* of these inputs in total */
   prof_sum cost;                     /* of all calls, callees included */
   worker work;                       /* below the callee */
   prof_sum each;                     /* 0, or the work of the callee is not by
                                         what it reads (by_number.h): the cost
                                         of each call */
   size_t direct;                     /* then the caller may be far above; this
                                         is the routine that calls */
} often_called;

/* Find the calls with the greatest cost; return how many there are. */
size_t often_called_find(const order_ranking *ranking,
                         often_called found[OFTEN_CALLED_MOST]);

/* The sentences before those about the calls. */
const char *often_called_question(const model *m);

#define OFTEN_CALLED_HEADING \
   "If a larger input means more of these calls or loops, each with more work, " \
   "the cost grows as the square of the input:"

/* Return a sentence about them for people; the caller frees it.  name: returns
   the name of a routine, which is freed here; `data` is passed to it. */
char *often_called_describe(const model *m, const often_called *c,
                            char *(*name)(size_t routine, void *data),
                            void *data);

#endif
