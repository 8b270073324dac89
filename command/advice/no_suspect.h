/* What to say if no routine is a suspect.

   It may not contradict the rows: a routine whose row shows steep growth is
   listed, with the reasons against it.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ADVICE_NO_SUSPECT_H
#define APROF_ADVICE_NO_SUSPECT_H

#include "advice/coverage.h"

/* Routines that are listed, at most. */
enum { NO_SUSPECT_MOST = 3 };

/* A routine is named beside suspects if it has this many times the cost of each. */
#define NO_SUSPECT_LARGER 2.0

#define NO_SUSPECT_UNKNOWN "How most of the cost grows is not known."
#define NO_SUSPECT_FEW_SIZES \
   "No routine of the program had enough input sizes to show how it grows."

typedef struct {
   const char *heading;               /* sentences; static text, or NULL */
   size_t listed[NO_SUSPECT_MOST];    /* indices into the rows, ascending */
   size_t count;
   bool steep;                        /* they look steep, in doubt */
   bool few_sizes;                    /* the heading proposes more runs */
} no_suspect;

/* rows: the rows of the report, none of which is a suspect; c: of all
   routines.  whole: it is known how the whole program grows (whole_growth.h), so
   that doubts about its parts are answered. */
no_suspect no_suspect_find(const model *m, const ranked *const *rows,
                           size_t count, const coverage *c, bool whole);

/* Return the place among the rows of a routine that looks steep, in doubt, and
   has more than twice the cost of each suspect; `count`: there is none. */
size_t no_suspect_beside(const ranked *const *rows, size_t count);

/* Return the greatest cost of a suspect; 0: there is none. */
double no_suspect_most(const ranked *const *rows, size_t count);

/* Return whether a routine has more than twice this cost. */
bool no_suspect_outweighs(const ranked *r, double most);

/* Return the reasons against the class of a listed routine, or against any
   class; or that its growth is a callee's.  The text follows a comma; the
   caller frees it. */
char *no_suspect_reason(const model *m, const ranked *r);

/* Return whether runs on more inputs may decide about a routine of several runs
   that looks steep, in doubt. */
bool no_suspect_wants_runs(const ranked *r);

#endif
