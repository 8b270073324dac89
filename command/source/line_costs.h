/* The cost of a routine's source lines, and the lines in which routines are
   inlined: the records x-sum-line and x-sum-inlined (docs/file-format.md).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_SOURCE_LINE_COSTS_H
#define APROF_SOURCE_LINE_COSTS_H

#include "profile/model.h"

typedef struct {
   uint64_t line;                     /* of the routine's file */
   prof_sum cost;                     /* without what the line calls */
} line_cost;

typedef struct {
   line_cost *list;                   /* by line */
   size_t count;                      /* 0: not known, or no cost */
   prof_sum cost;                     /* of all lines */
} line_costs;

/* Return whether the cost of lines was counted (--blocks=yes). */
bool line_costs_known(const model *m);

/* Read the lines of a routine; line_costs_free frees them. */
line_costs line_costs_read(const model *m, size_t routine);
void line_costs_free(line_costs *l);

/* The most ranges, and the most lines in them, a further range counting as
   LINE_RANGES_GAP lines: more would not say where to look. */
enum { LINE_RANGES = 3, LINE_RANGES_LINES = 20, LINE_RANGES_GAP = 3 };

typedef struct {
   struct { uint64_t first, last; } list[LINE_RANGES];   /* by line */
   size_t count;                      /* 0: there are none */
   prof_sum cost;                     /* of their lines */
} line_ranges;

/* Find the smallest ranges of lines that have at least `part` of `whole`, the
   cost of the routine without its callees. */
line_ranges line_costs_ranges(const line_costs *l, prof_sum whole, double part);

/* The calls of an edge that are inlined in one line of the caller. */
typedef struct {
   uint64_t line, calls;
   prof_sum cost;                     /* of the outermost of these calls */
} inlined_line;

/* Return the lines of an edge, by line, NULL if there are none.  The caller
   frees them. */
inlined_line *line_costs_inlined(const model *m, const model_edge *e,
                                 size_t *count);

#endif
