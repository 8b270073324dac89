/* Advice: what to run next if the growth of most of a program is not known, or
   if hints can't be decided by the runs so far.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ADVICE_ADVICE_H
#define APROF_ADVICE_ADVICE_H

#include "advice/hints.h"

/* Texts for people; advice_free frees them.  NULL: there is no advice. */
typedef struct {
   char *text;                        /* sentences */
   char *commands;                    /* lines */
   bool is_answer;                    /* to often_called_question, which stands
                                         before it */
} advice;

/* Find what to run next.  c: of the ranking.  hinted: hints were named.  name:
   returns the name of a routine, which is freed here; `data` is passed to it. */
advice advice_find(const order_ranking *ranking, const coverage *c, bool hinted,
                   char *(*name)(size_t routine, void *data), void *data);
void advice_free(advice *a);

/* Return the routine of which to learn in which lines its cost is: that of a
   suspect, else that of the first hint, else that on which the growth of the
   program depends.  RANKED_NONE: there is none whose lines are worth a count.
   suspect: the first one, or NULL. */
size_t advice_place(const order_ranking *ranking, const hints *h,
                    const ranked *suspect);

#endif
