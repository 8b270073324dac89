/* Evaluation of the rules of `aprof check`.

   A rule on a class is evaluated by the posterior of the verdict on the
   worst-case cost over trms: it holds if the classes that satisfy it have
   together the confidence that the rule demands, and is broken if the other
   classes have it.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_RULES_EVALUATE_H
#define APROF_RULES_EVALUATE_H

#include "rules/evaluation.h"
#include "rules/parse.h"

/* Evaluate one rule of a set; the others matter to a rule on the cost of all
   routines, which leaves out what another rule on cost names.  *evidence
   becomes one line of text, which the caller frees. */
rule_result evaluate_rule(evaluation *e, const rule_set *rules, const rule *r,
                          char **evidence);

#endif
