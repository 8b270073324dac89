/* What has changed between two profiles, and which routines are the cause.

   The cost of a routine contains that of what it calls, so one change shows in
   all callers up to main.  A routine is a cause where its cost has changed by
   more than is explained by the routines that it calls: by changes of its self
   cost, of how often it calls others, and of what with.  The others are
   explained, and left out of what is asked for by default.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_CHANGES_H
#define APROF_CHANGES_H

#include "compare/match.h"
#include "infer/infer.h"

typedef enum {
   CHANGE_NONE, CHANGE_CLASS, CHANGE_EXPONENT, CHANGE_CONSTANT, CHANGE_NEW,
   CHANGE_GONE,
} change_status;

/* What says that costs at equal sizes went one way and those of as many calls
   the other: the inputs have become larger, or smaller. */
typedef enum { CHANGE_SAME, CHANGE_LARGER, CHANGE_SMALLER } change_sizes;

extern const char *const change_names[];   /* "class" ...; of NONE NULL */

typedef struct {
   size_t pair;                       /* of the matching */
   change_status status;
   bool explained;                    /* by other changes */
   /* Of the worst-case cost over trms; NULL on the side where there is no such
      routine.  They belong to the list. */
   verdict *verdicts[MATCH_SIDES];
   double ratio;                      /* new / old at common sizes; 0: none */
   change_sizes sizes;
   double confidence;                 /* that this change is one, 0 to 1 */
   double cost;                       /* what it costs, in units of cost; of a
                                         cause the part that is its own */
} change;

typedef struct {
   change *changes;                   /* causes first, then the costliest */
   size_t count;
   size_t explained;                  /* how many were left out as that */
} change_list;

/* A threshold that hides what another compiler's or linker's choices do. */
#define CHANGES_THRESHOLD 0.05

/* `threshold`: relative differences of cost up to this one are none.
   `all`: keep what is explained by other changes. */
void changes_find(change_list *list, const matching *m, double threshold,
                  bool all);
void changes_free(change_list *list);

#endif
