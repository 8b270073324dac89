/* Evaluation of the rules on cost at equal sizes.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_RULES_COSTS_H
#define APROF_RULES_COSTS_H

#include "rules/evaluation.h"
#include "rules/parse.h"

/* Evaluate a rule on cost; the evaluation has a baseline.  A rule on all
   routines leaves out what the other rules on cost of the set name, and what
   has changed only because of other routines.  *evidence: as by
   evaluate_rule. */
rule_result costs_evaluate(evaluation *e, const rule_set *rules, const rule *r,
                           char **evidence);

#endif
