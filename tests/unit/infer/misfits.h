/* Points as programs give them that follow no model, or that look like another
   class: drawn at random.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TESTS_INFER_MISFITS_H
#define TESTS_INFER_MISFITS_H

#include "scenarios.h"

/* Right answers; GROWTH_UNDECIDED is right where the points determine no
   class. */
enum { MISFIT_ANSWERS = 3 };
typedef struct {
   const char *name;
   growth_kind right[MISFIT_ANSWERS];
   void (*make)(draw *d);
} misfit;

#define MISFITS 9
extern const misfit misfits[MISFITS];

/* Return whether a verdict's class is a right answer. */
bool misfit_is_right(const misfit *m, growth g);

#endif
