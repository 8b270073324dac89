/* Hints: calls and loops whose number may grow with the input, which one run
   does not show.  What is found once for a ranking serves the sentences of
   `aprof report`, its rows and the page.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ADVICE_HINTS_H
#define APROF_ADVICE_HINTS_H

#include "advice/coverage.h"
#include "advice/excess.h"
#include "advice/often_called.h"
#include "assess/order.h"

typedef struct {
   often_called calls[OFTEN_CALLED_MOST];   /* the costliest first */
   size_t count;
   bool lead;                         /* they have half of the program's cost,
                                         and no routine is a suspect or looks
                                         like one: they come first */
   bool beside;                       /* they have half of it, and each suspect
                                         has less than half of theirs */
   coverage known;                    /* of the routines that the ranking had to
                                         judge; more verdicts, of rows that are
                                         shown, change it by next to nothing */
   excess excess;                     /* `found` only if no suspects have half
                                         of it */
} hints;

/* Find the hints of a ranking.  If they lead, or there is an excess and no
   suspect, then the rows of their routines become the first of the ranking: of
   the excess its routines, of each hint the routine that works, the callee, the
   caller. */
hints hints_find(order_ranking *ranking);

/* Return the hints of a ranking, and leave it as it is. */
hints hints_of(const order_ranking *ranking);

/* Return whether a report names the calls of the hints. */
bool hints_are_named(const order_ranking *ranking, const hints *h);

#endif
