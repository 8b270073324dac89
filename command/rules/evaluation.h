/* What the evaluation of rules knows of a profile and of its baseline.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_RULES_EVALUATION_H
#define APROF_RULES_EVALUATION_H

#include "assess/order.h"
#include "assess/steep_end.h"
#include "compare/changes.h"
#include "compare/match.h"

typedef enum {
   RULE_HELD,
   RULE_BROKEN,
   RULE_UNDECIDED,
   RULE_ABSENT
} rule_result;

extern const char *const evaluation_result_names[];   /* "held" ... */

typedef struct {
   const model *model;
   char **labels;
   verdict **verdicts;                /* of each routine; NULL until it is
                                         needed */
   const matching *baseline;          /* NULL: there is none */
   verdict **old_verdicts;            /* of each pair of the matching */
   bool *changed;                     /* of each pair: its cost at equal sizes
                                         has changed */
   change_list changes;               /* between the baseline and the model,
                                         also those that others explain */
   order_ranking *rankings[MATCH_SIDES];   /* as report ranks the routines of
                                         each side; NULL until it is needed */
   const ranked **suspects;           /* of each routine of the model: its place
                                         in the ranking if it is a suspect; NULL
                                         until it is needed */
   bool *moved;                       /* of each pair that the baseline does not
                                         have: all its callers cost what they
                                         did, so its cost was there before,
                                         inlined or under another name */
   bool rather_broken;                /* the rule that is judged now is
                                         undecided, and likely to be broken */
   bool wants_sizes;                  /* a rule was undecided because of too few
                                         sizes */
} evaluation;

/* Begin an evaluation; evaluation_end frees what it holds.  The model and the
   baseline, whose new side is the model, must outlive it.  baseline: or
   NULL. */
void evaluation_begin(evaluation *e, const model *m, const matching *baseline);
void evaluation_end(evaluation *e);

/* Return the ranking of a side's routines, as report has it; without a baseline
   there is the new side alone.  It belongs to the evaluation. */
const order_ranking *evaluation_ranking(evaluation *e, int side);

/* Return a routine of the model as report ranks it, if it is among those to
   look at first; else NULL.  It belongs to the evaluation. */
const ranked *evaluation_suspect(evaluation *e, size_t routine);

/* Return a routine that report tells to look at first, which has most of the cost
   of another routine: that routine itself, if it reads data again and again; else
   one that it calls, and that has a few activations in each run.  NULL: there is
   none.  It belongs to the evaluation. */
const ranked *evaluation_told(evaluation *e, size_t routine);

/* Return what is below a routine and has begun to grow faster. */
steep_end evaluation_begun(evaluation *e, size_t routine);

/* Return the evidence that a pattern finds nothing, with near names; the caller
   frees it. */
char *evaluation_absent(const evaluation *e, const char *pattern);

/* Return which part of a routine's new cost is at common sizes, 0 to 1. */
double evaluation_common_part(const evaluation *e, size_t pair);

/* Return whether a routine has costs at common sizes, before and now. */
bool evaluation_has_common_sizes(const evaluation *e, size_t pair);

/* Return whether the baseline does not have a routine of the model. */
bool evaluation_is_absent_before(const evaluation *e, size_t pair);

/* Return whether a routine costs at equal sizes what it did before.  Then it is
   no worse than before, whatever its class seems to be: verdicts on routines
   whose costs scatter vary from run to run. */
bool evaluation_is_unchanged(const evaluation *e, size_t routine);

/* Return the model's routines in the order in which to name them: those of the
   program, those of them that are to be the last, main, then start-up code and
   libraries; each by cost.  The caller frees the array. */
size_t *evaluation_by_weight(const evaluation *e, const bool *last);

#endif
