/* Prediction: what a routine would cost on a larger input.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ASSESS_PREDICT_H
#define APROF_ASSESS_PREDICT_H

#include "assess/ranked.h"

typedef struct {
   double size;                       /* cells */
   double cost, low, high;            /* of an activation in the worst case,
                                         with its 95 % interval */
   double factor;                     /* of that cost over the cost at the
                                         largest size */
   double run;                        /* cost of such a run */
   double percent;                    /* of it */
} prediction;

/* Predict the cost at `size`.  The percentage is of a run in which each of
   the routine's activations has an input larger by the same factor
   (scaled_cost.h), and everything else costs more in proportion to the
   input.  Return false if extrapolation
   isn't warranted: there is no class, it is based on few sizes, a short
   range or a short regime, or does not meet the largest size; or `size` is
   too far away. */
bool predict(assessment *a, double size, prediction *p);

/* The same for a suspect that reads data again and again (ranked.h): what costs
   for that is the square of the input, the rest is in proportion to it.  The
   interval begins at the cost in proportion, as if the data that are read again
   did not grow.  Return false if the size is too far away. */
bool predict_reread(const ranked *r, double size, prediction *p);

typedef struct {
   growth growth;                     /* of the mean self cost */
   double factor, low, high;          /* of all self cost over that of the
                                         profile, with the 95 % interval of the
                                         largest activation */
} self_prediction;

/* Return the points of the mean self cost, of which there are a->points_trms; the
   caller frees them. */
verdict_point *predict_self_points(assessment *a);

/* Predict the self cost of all activations together, if each had an input
   `scale` times as large and there were no more of them.  Return false if
   extrapolation isn't warranted. */
bool predict_self(assessment *a, double scale, self_prediction *p);

/* The same for a routine whose work is what a suspect reads again and again:
   the suspect itself if that is its loops' turns, else the callee.  Then there
   are more calls as well. */
bool predict_self_reread(const ranked *suspect, double scale,
                         self_prediction *p);

#endif
