/* Evaluation of the rules of `aprof check`.

   A rule on a class is evaluated by the posterior of the verdict on the
   worst-case cost over trms: it holds if the classes that satisfy it have
   together the confidence that the rule demands, and is broken if the other
   classes have it.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_RULES_EVALUATE_H
#define APROF_RULES_EVALUATE_H

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
} evaluation;

/* Begin an evaluation; evaluate_end frees what it holds.  The model and the
   baseline, whose new side is the model, must outlive it.  baseline: or
   NULL. */
void evaluate_begin(evaluation *e, const model *m, const matching *baseline);
void evaluate_end(evaluation *e);

/* Evaluate one rule.  *evidence becomes one line of text, which the caller
   frees. */
rule_result evaluate_rule(evaluation *e, const rule *r, char **evidence);

#endif
