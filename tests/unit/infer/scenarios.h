/* Points whose class is known, drawn at random: each scenario by several
   generators that differ in sizes, coefficients and noise, so that nothing is
   right for one of them alone.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TESTS_INFER_SCENARIOS_H
#define TESTS_INFER_SCENARIOS_H

#include "infer/infer.h"

#define DRAW_MAX 256

typedef struct {
   growth_kind kind;                 /* the true one */
   size_t count;
   verdict_point points[DRAW_MAX];
} draw;

typedef struct {
   const char *name;
   int right_goal;                   /* percent; of the usual sizes */
   int classes;                      /* number of classes, from the beginning of
                                        scenario_classes */
   /* A draw of a class by a generator; `sizes` 0 for as many as usual. */
   void (*make)(draw *d, growth_kind kind, int generator, size_t sizes);
} scenario;

#define SCENARIOS 9
extern const scenario scenarios[SCENARIOS];

/* The six usual classes, then the others. */
enum { GENERATORS = 6 };
extern const growth_kind scenario_classes[GROWTH_KINDS - 1];

#endif
