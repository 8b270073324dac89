/* What is read again and again, or grows steeply, in only one of two profiles.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_COMPARE_REREAD_CHANGES_H
#define APROF_COMPARE_REREAD_CHANGES_H

#include "advice/often_called.h"
#include "assess/order.h"
#include "compare/match.h"

/* Routines of one side, at most. */
enum { REREAD_CHANGES_MOST = 3 };

typedef struct {
   order_ranking made[MATCH_SIDES];   /* empty where the caller has one */
   const ranked *found[MATCH_SIDES][REREAD_CHANGES_MOST];
   size_t counts[MATCH_SIDES];
   /* Calls of one side alone: see reread_changes_often. */
   often_called often[MATCH_SIDES][OFTEN_CALLED_MOST];
   size_t often_counts[MATCH_SIDES];
   /* What report names first on one side, for how it grows: on the other one,
      with the same input, it costs less and is no suspect.  NULL: there is
      none. */
   const ranked *first[MATCH_SIDES];
} reread_changes;

/* The headings of both sides. */
extern const char *const reread_changes_headings[MATCH_SIDES];

/* Find the suspects of `aprof report` that read the same data again and again,
   or have loops with ever more turns, in one profile and not in the other: what
   a report on that profile says, and no more.
   newer: the ranking of the new side's routines, in all threads together, or
   NULL; it and the matching must outlive them.  reread_changes_free frees
   them. */
void reread_changes_find(const matching *m, const order_ranking *newer,
                         reread_changes *changes);
/* Find the calls of which report says on a side that the cost is the square of
   the input where their number grows (often_called.h), and which have read less
   by half or more, or did not exist, on the other side.  rankings: of both
   sides.  Return their number. */
size_t reread_changes_often(const matching *m,
                            const order_ranking *const rankings[], int side,
                             often_called found[OFTEN_CALLED_MOST]);

void reread_changes_free(reread_changes *changes);

#endif
