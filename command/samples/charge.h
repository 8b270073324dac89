/* The charge: which instruction a sample belongs to.

   Where samples lie at the instruction behind their cause,
   they are moved back by one.  The first instruction of a block may follow the
   last instructions of several blocks, which share its samples.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_SAMPLES_CHARGE_H
#define APROF_SAMPLES_CHARGE_H

#include "samples/code.h"

/* Move weights[i], of each instruction, back by one.  executions: of each
   instruction, or NULL if they are not known; then the blocks before share
   equally.  What comes from no block of the routine stays where it is: its
   causes lie in the callers.  The sum stays the same. */
void charge_back(const code *c, const double *executions, double *weights);

/* How often control leaves a block to the next one, and to the target of its
   jump. */
typedef struct {
   double on, target;
} charge_ways;

/* Return the ways out of each block; without executions, 1 for each that there
   is.  The caller frees them. */
charge_ways *charge_ways_of(const code *c, const double *executions);

#endif
