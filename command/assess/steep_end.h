/* A routine that grows ever faster at its largest inputs.

   Several runs on small inputs may show a linear program, in which a routine with a
   small part of the cost has only begun to grow as the square: no class fits its
   points, and the program's verdict does not know of it.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ASSESS_STEEP_END_H
#define APROF_ASSESS_STEEP_END_H

#include "assess/order.h"

typedef struct {
   const ranked *routine;             /* NULL: there is none */
   double doubled;                    /* factor of its cost where its input
                                         doubles, at the largest inputs */
   double part, later;                /* of the cost of what calls it: at the
                                         largest input, and at ten times that,
                                         if all else grows in proportion */
} steep_end;

/* Return the routine below `a` that would have most of its cost at ten times the
   largest input, and enough to change how it grows.  Both have a few activations in
   each of several runs.  a: of the ranking, of all threads. */
steep_end steep_end_below(const order_ranking *ranking, assessment *a);

#endif
