/* The points of an inference, made ready: thinned, weighted, and summed up.

   All models are fitted to relative residuals: each point is divided by a
   pilot curve, which gives nothing but weights and tells outliers.  The terms
   are scaled to be 1 at the largest size, and a coefficient's unit is the cost
   there, so that nothing overflows and equal priors suit all terms.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_INFER_SAMPLE_H
#define APROF_INFER_SAMPLE_H

#include "infer/infer.h"

/* The terms with a fixed shape are the first classes of growth_kind; one more
   has a shape that is being tried: a power or an exponential. */
enum { FIXED_TERMS = GROWTH_CUBIC + 1, TERM_FREE = FIXED_TERMS, ALL_TERMS };

/* As many sizes are looked at. */
#define SAMPLE_MAX 200

/* Weighted sums of products of the terms and the response: all that a fit
   needs.  gram[a][b] is there for a >= b. */
typedef struct {
   double gram[ALL_TERMS][ALL_TERMS], right[ALL_TERMS];
   double square;                    /* of the response */
   double weight;                    /* how many points this is worth */
} sums;

typedef struct {
   size_t count;
   double size[SAMPLE_MAX], log_size[SAMPLE_MAX];
   double cost[SAMPLE_MAX];          /* in units of `unit` */
   double unit;                      /* the cost at the largest size */
   double term[SAMPLE_MAX][FIXED_TERMS];
   double scale[FIXED_TERMS];        /* of f(n), to be 1 at the largest */
   double pilot[SAMPLE_MAX];
   double residual[SAMPLE_MAX];      /* ln(cost / pilot) */
   double scatter;                   /* of the residuals, robust */
   double response[SAMPLE_MAX];
   double weight[SAMPLE_MAX];        /* 1, but less for outliers */
   double noise[SAMPLE_MAX];         /* the noise there, by the usual one */
   double top;                       /* the pilot at the largest size */
   double offset;                    /* the sizes are without these cells */
   double growth_rate;               /* ln(last cost / first) for each n */
} sample;

/* How many sizes there are that differ by more than what says nothing of
   growth. */
size_t sample_sizes_apart(const infer_point *points, size_t count);
/* Are there sizes enough, and far enough apart, to tell how cost grows? */
bool sample_is_enough(const infer_point *points, size_t count);

/* Takes over points, thinned to SAMPLE_MAX, and finds weights and response. */
void sample_prepare(sample *s, const infer_point *points, size_t count);

/* Sets term and scale, from the sizes. */
void sample_set_terms(sample *s);

/* Cells that are in each size and cost nothing: so many that of the smallest
   size the part e^-cut is left, which is 1 at the least, for cuts from 0 up to
   a limit. */
double sample_cut_range(const sample *s);
double sample_offset(const sample *s, double cut);

/* Makes all sizes those without `offset` cells. */
void sample_shift(sample *s, double offset);

/* Of these steps: sets pilot, residual and scatter. */
void pilot_fit(sample *s);

/* The relative scatter of some points, robustly and by differences of
   neighbours, which a wrong shape hardly touches. */
double sample_scatter(const sample *s, size_t first, size_t past);

/* Of the points from one up to another: all but the free term. */
void sums_of(sums *to, const sample *s, size_t first, size_t past);
/* The free term: its value at each of these points.  Its products with terms
   other than 1 and n are left as they are: no model has them. */
void sums_set_free(sums *to, const sample *s, size_t first, size_t past,
                   const double *values);

double median_of(double *values, size_t count);    /* sorts them */

#endif
