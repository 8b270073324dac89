/* The rule files of `aprof check`.

   One rule a line; `#` starts a comment.  A rule is

      PATTERN OP CLASS [at P]            parse_* <= O(n log n) at 0.95
      PATTERN.METRIC OP SHARE% [at P]    main.external <= 20%
      no new CLASS [at P]                no new O(n^2)

   with blanks around OP, which is <=, <, >=, > or ==.  In a pattern between
   double quotes \" is a quote and \\ a backslash.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_RULES_H
#define APROF_RULES_H

#include "infer/infer.h"

typedef enum { RULE_CLASS, RULE_SHARE, RULE_NO_NEW } rule_kind;
typedef enum { RULE_LE, RULE_LT, RULE_GE, RULE_GT, RULE_EQ } rule_operator;
typedef enum { RULE_EXTERNAL, RULE_THREAD } rule_metric;

typedef struct {
   size_t line;                       /* from 1 */
   char *text;                        /* as in the file, comment left out */
   rule_kind kind;
   char *pattern;                     /* as for --routine; NULL: RULE_NO_NEW */
   rule_operator operator;            /* these three: not of RULE_NO_NEW */
   rule_metric metric;                /* of RULE_SHARE */
   double share;                      /* likewise: percent, 0 to 100 */
   growth bound;                      /* of the other two */
   double confidence;                 /* the P asked for */
} rule;

typedef struct {
   rule *rules;                       /* in the order of the file */
   size_t count;
} rule_set;

/* Parses a rule file that is in memory, any bytes.  NULL, or what is wrong,
   which the caller frees, with the line (0: the file as a whole); then the set
   is empty. */
char *rules_parse(const char *text, size_t length, rule_set *set,
                  size_t *line);

/* Reads a rule file; `-` is stdin.  False: one line on stderr has said what is
   wrong. */
bool rules_read(const char *name, rule_set *set);

/* What a rule file of that name is called in messages and reports. */
const char *rules_name(const char *name);

void rules_free(rule_set *set);

#endif
