/* Judging the rules of `aprof check`.

   A rule on a class is judged by the posterior of the worst-case cost over
   trms: it holds where the classes that satisfy it have together the
   confidence asked for, and is broken where the others have it.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_RULE_JUDGE_H
#define APROF_RULE_JUDGE_H

#include "compare/match.h"
#include "rules/parse.h"

typedef enum { HELD, BROKEN, UNDECIDED, ABSENT } judgement;

extern const char *const judgement_names[];   /* "held" ... */

typedef struct {
   const model *model;
   char **labels;
   verdict **verdicts;                /* of each routine, once asked for */
   const matching *baseline;          /* NULL: there is none */
   verdict **old_verdicts;            /* of each pair of the matching */
   bool *changed;                     /* likewise: does it cost other than
                                         before at equal sizes? */
} rule_judge;

/* The model and the baseline, whose new side is the model, must outlive the
   judge. */
void rule_judge_begin(rule_judge *j, const model *m, const matching *baseline);
void rule_judge_end(rule_judge *j);

/* Evidence is one line of text, which the caller frees. */
judgement rule_judge_one(rule_judge *j, const rule *r, char **evidence);

#endif
