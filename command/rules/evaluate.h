/* Evaluation of the rules of `aprof check`.

   A rule on a class is evaluated by the posterior of the verdict on the
   worst-case cost over trms: it holds if the classes that satisfy it have
   together the confidence that the rule demands, and is broken if the other
   classes have it.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_RULES_EVALUATE_H
#define APROF_RULES_EVALUATE_H

#include "compare/changes.h"
#include "compare/match.h"
#include "rules/parse.h"

typedef enum {
   RULE_HELD,
   RULE_BROKEN,
   RULE_UNDECIDED,
   RULE_ABSENT
} rule_result;

extern const char *const evaluate_result_names[];   /* "held" ... */

typedef struct {
   const model *model;
   char **labels;
   verdict **verdicts;                /* of each routine; NULL until it is
                                         needed */
   const matching *baseline;          /* NULL: there is none */
   verdict **old_verdicts;            /* of each pair of the matching */
   bool *changed;                     /* of each pair: its cost at equal sizes
                                         has changed */
   change_list changes;               /* between the baseline and the model, also
                                         those that others explain */
   bool *moved;                       /* of each pair that the baseline does not
                                         have: all its callers cost what they
                                         did, so its cost was there before,
                                         inlined or under another name */
} evaluation;

/* Begin an evaluation; evaluate_end frees what it holds.  The model and the
   baseline, whose new side is the model, must outlive it.  baseline: or
   NULL. */
void evaluate_begin(evaluation *e, const model *m, const matching *baseline);
void evaluate_end(evaluation *e);

/* Evaluate one rule of a set; the others matter to a rule on the cost of all
   routines, which leaves out what another rule on cost names.  *evidence becomes one line of text, which the caller
   frees. */
rule_result evaluate_rule(evaluation *e, const rule_set *rules, const rule *r,
                          char **evidence);

/* Return whether a routine has costs at common sizes, before and now. */
bool evaluate_has_common_sizes(const evaluation *e, size_t pair);

/* Return whether the baseline does not have a routine of the model. */
bool evaluate_is_absent_before(const evaluation *e, size_t pair);

#endif
