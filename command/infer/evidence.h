/* The marginal likelihood of one model: how probable the costs are if they
   follow it, whatever its coefficients and the noise.

   A model is a leading term and up to three lower ones.  The noise is
   relative, normal, of unknown size; lower coefficients have log-uniform
   priors, the leading one a log-uniform prior on its share of the cost at the
   largest size.  All but the lead is integrated in closed form, the lead by a
   sum.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_INFER_EVIDENCE_H
#define APROF_INFER_EVIDENCE_H

#include "infer/sample.h"

/* Terms by their numbers, ascending: the last one leads. */
typedef struct {
   int terms[INFER_TERMS];
   int count;
   bool is_last_lower_negative;      /* as in n^2 - n */
   double share_min, share_max;      /* of the lead, at the largest size; the
                                        second where nothing is negative */
} shape;

/* The part of the points that another curve explains: what is left of its
   squares, its coefficients, and the logarithm of their prior's volume. */
typedef struct {
   double rest, occam;
   int count;
} other_part;

typedef struct {
   double log_evidence;
   double coefficient[INFER_TERMS];  /* posterior means, as shape.terms */
   double lead_deviation;            /* of the lead's coefficient */
   double spread, freedom;           /* of the noise, relative */
} fit;

/* The least squares of some terms: coefficients, the inverse of the Gram
   matrix and the logarithm of its determinant.  False: singular. */
typedef struct {
   double c[INFER_TERMS], inverse[INFER_TERMS][INFER_TERMS];
   double log_determinant, rest;
} least_squares;
bool evidence_solve(const sums *s, const int *terms, int count,
                    least_squares *l);

/* False: the costs cannot follow the model (a coefficient would need to have
   the wrong sign), or its log_evidence is below `least`.  `weight` is that of
   all points, those of `other` as well; `top` is the cost at the largest
   size. */
bool evidence_of(const sums *s, const shape *m, double top, double weight,
                 const other_part *other, double least, fit *f);

/* ln(exp(a) + exp(b)) */
double log_add(double a, double b);

#endif
