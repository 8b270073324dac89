/* The points of an inference, prepared for fitting: thinned, scaled, weighted.

   Every model is fitted to relative residuals: each cost is divided by the
   value of a pilot curve, which decides nothing but weights and outliers.
   Each term is scaled to be 1 at the largest size, and the unit of
   coefficients is the cost there, so that nothing overflows and the same prior
   suits every term.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_INFER_SAMPLE_H
#define APROF_INFER_SAMPLE_H

#include "infer/verdict.h"

/* The fixed terms are the first classes of growth_kind.  TERM_FREE is a term
   whose shape is a parameter: a power n^K, or an exponential. */
enum { FIXED_TERMS = GROWTH_CUBIC + 1, TERM_FREE = FIXED_TERMS, ALL_TERMS };

/* More sizes than these are thinned. */
#define SAMPLE_MAX 200

/* The weighted normal equations of the relative residuals: all that a least
   squares fit needs to know of the points. */
typedef struct {
   double gram[ALL_TERMS][ALL_TERMS];   /* X'WX; set for column <= row */
   double rhs[ALL_TERMS];            /* X'Wz */
   double square;                    /* z'Wz, z: the response */
   double weight;                    /* sum of the robust weights: the
                                        effective number of points */
} normal_equations;

typedef struct {
   size_t count;
   verdict_size kind;
   double size[SAMPLE_MAX];          /* cells, ascending, without `offset` */
   double log_size[SAMPLE_MAX];      /* natural logarithm */
   double cost[SAMPLE_MAX];          /* in units of `unit`, above 0 */
   double unit;                      /* the cost at the largest size */
   double term[SAMPLE_MAX][FIXED_TERMS];  /* f(size) / scale */
   double scale[FIXED_TERMS];        /* f(largest size) */
   double pilot[SAMPLE_MAX];         /* value of the pilot curve */
   double residual[SAMPLE_MAX];      /* ln(cost / pilot) */
   double scatter;                   /* robust standard deviation of the
                                        residuals, sample_scatter of all */
   double response[SAMPLE_MAX];      /* cost / pilot, robust */
   double weight[SAMPLE_MAX];        /* robust weight: 1, less for outliers */
   double noise[SAMPLE_MAX];         /* standard deviation of the noise at this
                                        size, relative to the usual one */
   double top;                       /* value of the pilot curve at the largest
                                        size */
   double offset;                    /* cells that are subtracted from each
                                        size */
   double growth_rate;               /* ln(last cost / first cost) for each
                                        cell between their sizes */
} sample;

/* Return the number of distinct sizes; sizes within 2 % of each other are one,
   because their costs say nothing of growth. */
size_t sample_distinct_sizes(const verdict_point *points, size_t count);

/* Return whether the distinct sizes are 5 at least and span a factor of 2. */
bool sample_is_enough(const verdict_point *points, size_t count);

/* Take over points that ascend by size, thinned to SAMPLE_MAX, and compute the
   terms.  The pilot curve and what depends on it are not set yet. */
void sample_take(sample *s, const verdict_point *points, size_t count,
                 verdict_size kind);

/* Return the prior of a class that grows more slowly than n, relative to the
   prior for sizes of any kind. */
double sample_sublinear_prior(const sample *s);

/* Compute response and robust weights from the pilot curve's residuals. */
void sample_weigh(sample *s);

/* Offsets n0 of a model f(n - n0) are written as cuts: at a cut c the part e^-c
   of the smallest size is left.  Return the largest cut: one cell or a
   hundredth of the smallest size is left. */
double sample_cut_range(const sample *s);
/* Return the offset, in cells, at a cut. */
double sample_offset(const sample *s, double cut);
/* Subtract `offset` cells from the original sizes; recompute the terms. */
void sample_shift(sample *s, double offset);

/* Return the relative scatter of the points from `first` to before `past`: the
   median difference between residuals of neighbours, as a standard deviation.
   A curve of the wrong shape hardly changes it. */
double sample_scatter(const sample *s, size_t first, size_t past);

/* Compute the normal equations of the points from `first` to before `past`,
   without the free term. */
void sample_equations(normal_equations *e, const sample *s, size_t first,
                      size_t past);
/* Set the free term of these equations from its value at each of the points.
   Only its products with 1, n and itself are set: no model has others. */
void sample_set_free_term(normal_equations *e, const sample *s, size_t first,
                          size_t past, const double *values);

/* Return the median.  Sorts the values. */
double sample_median(double *values, size_t count);

#endif
