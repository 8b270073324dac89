/* The rule files of `aprof check`.

   One rule a line; `#` starts a comment.  A rule is

      PATTERN OP CLASS [at P]            parse_* <= O(n log n) at 0.95
      PATTERN.METRIC OP SHARE% [at P]    main.external <= 20%
      no new CLASS [at P]                no new O(n^2)
      cost OP FACTORx [at P]             cost <= 1.2x
      PATTERN.cost OP FACTORx [at P]     parse_*.cost < 1.5x

   with blanks around OP, which is <=, <, >=, > or ==; only <= or < before a
   factor.  A `?` at the end lets the rule hold where it is undecided.  In a
   pattern between double quotes \" is a quote and \\ a backslash.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_RULES_PARSE_H
#define APROF_RULES_PARSE_H

#include "infer/infer.h"

typedef enum { RULE_CLASS, RULE_SHARE, RULE_NO_NEW, RULE_COST } rule_kind;
typedef enum { RULE_LE, RULE_LT, RULE_GE, RULE_GT, RULE_EQ } rule_operator;
typedef enum { RULE_EXTERNAL, RULE_THREAD } rule_metric;

typedef struct {
   size_t line;                       /* from 1; 0: not of the file */
   char *text;                        /* as in the file, without its comment */
   rule_kind kind;
   char *pattern;                     /* as for --routine; NULL for RULE_NO_NEW,
                                         and for RULE_COST of all routines */
   rule_operator operator;            /* not of RULE_NO_NEW */
   rule_metric metric;                /* of RULE_SHARE */
   double share;                      /* of RULE_SHARE: percent, 0 to 100 */
   double factor;                     /* of RULE_COST: above 0 */
   growth bound;                      /* of RULE_CLASS and RULE_NO_NEW */
   bool pass;                         /* undecided is held */
   double confidence;                 /* P */
} rule;

typedef struct {
   rule *rules;                       /* in the order of the file */
   size_t count;
} rule_set;

/* What is wrong with a line of a file. */
typedef struct {
   size_t line;                       /* from 1; 0: the file as a whole */
   char *reason;
} rule_fault;

typedef struct {
   rule_fault *list;                  /* in the order of the file */
   size_t count;
} rule_faults;

/* Add the rule `cost <= FACTORx`, on all routines, to a set without a rule on
   cost. */
void rules_add_default_cost(rule_set *set);

/* Parse a rule file that is in memory; it may hold any bytes.  Return whether all
   of it is right.  If it is not, the set is empty, and *faults has what is wrong:
   each wrong rule up to a bound, and nothing behind a line that is no text.
   rules_parse_free frees the set, rules_faults_free the faults. */
bool rules_parse(const char *text, size_t length, rule_set *set,
                 rule_faults *faults);

void rules_faults_free(rule_faults *faults);

/* Read and parse a rule file; `-` is stdin.  Return false if it is wrong, after a
   line on stderr for each wrong rule. */
bool rules_parse_file(const char *name, rule_set *set);

/* Return the name of a rule file in messages and reports. */
const char *rules_parse_shown_name(const char *name);

void rules_parse_free(rule_set *set);

#endif
