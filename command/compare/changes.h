/* What has changed between two profiles, and which routines are the cause.

   The cost of a routine contains the cost of its callees, so one change shows
   in all callers up to main.  A routine is a cause if its cost has changed by
   more than its callees explain: by a change of its self cost, of how often it
   calls other routines, or of the inputs that it gives them.  Other changes are
   explained, and left out by default.

   The program that costs less is what the other one is compared with, whichever
   is the old one.  So both directions find the same routines, with opposite
   signs and inverse ratios.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_COMPARE_CHANGES_H
#define APROF_COMPARE_CHANGES_H

#include "compare/change.h"

/* By change_status: "class", "exponent" ...; NULL for CHANGE_NONE. */
extern const char *const changes_status_names[];

/* A threshold that hides what another compiler's or linker's choices do. */
#define CHANGES_THRESHOLD 0.05

/* Find the changes between the two profiles of a matching.  threshold: relative
   differences of cost up to this one, of the program that costs less, are no
   change.  all: keep all explained changes; else only the surest change of
   class, if no cause is one.  changes_free frees the list. */
void changes_find(change_list *list, const matching *m, double threshold,
                  bool all);
void changes_free(change_list *list);

/* Return whether a part of the difference is left that matters: a twentieth of
   the difference, and more than the threshold of the old program's cost. */
bool changes_is_rest(const change_list *list);

/* The same for a list that is shown: beside rows a thousandth of the old
   program's cost is enough. */
bool changes_is_rest_shown(const change_list *list, const matching *m);

/* Return new / old cost at common sizes, if that says something; else 0.  It says
   nothing where a routine is called as often as before for the same input of the
   program, reads another amount, and costs less in all though more at equal
   sizes, or the other way round: a size is another thing now. */
double changes_equal_ratio(const change *c, const matching *m);

/* Return whether a change is small enough to be folded in a table: it costs
   less than a thousandth of the program that costs less, and its growth is no
   other than before. */
bool changes_is_little(const change *c, const matching *m);

#endif
