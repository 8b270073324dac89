/* The input and the result of an inference.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_INFER_VERDICT_H
#define APROF_INFER_VERDICT_H

#include "infer/growth.h"

#include <stdbool.h>
#include <stddef.h>

/* The cost at one input size. */
typedef struct {
   double size;                      /* cells, or what verdict_size says */
   double cost;                      /* any unit */
   double calls;                     /* activations; 1 where not known */
} verdict_point;

/* What a size is.  An instruction reads each cell that an activation reads, so
   no cost grows more slowly than these cells: O(log n) and O(sqrt n) are steps
   or mixtures of other things.  Costs over cells that the kernel reads are
   constant. */
typedef enum { SIZE_OF_ANY, SIZE_IN_CELLS } verdict_size;

/* Warnings of a verdict; a set of bits.  docs/verdict.md has the condition of
   each. */
typedef enum {
   WARN_FEW_SIZES = 1 << 0, WARN_NARROW_RANGE = 1 << 1, WARN_SCATTER = 1 << 2,
   WARN_UNEXPLAINED = 1 << 3, WARN_COST_FALLS = 1 << 4, WARN_ONE_SIZE = 1 << 5,
   WARN_TWO_REGIMES = 1 << 6, WARN_SHORT_REGIME = 1 << 7, WARN_TRACE = 1 << 8,
   WARN_LARGEST_OFF = 1 << 9, WARN_SCATTER_CHANGES = 1 << 10,
   WARN_MEAN_MAX_DIFFER = 1 << 11, WARN_UNCONFIRMED = 1 << 12,
   WARN_FEW_GROUPS = 1 << 13, WARN_NARROW_COST = 1 << 14,
} warning;
#define VERDICT_WARNING_COUNT 15

/* From these confidences on a class is called likely, and named alone. */
#define VERDICT_LIKELY 0.7
#define VERDICT_SURE 0.9

/* A sum of terms, coefficient * f(n - offset), for sizes n >= from. */
#define VERDICT_TERMS 4
typedef struct {
   size_t count;                     /* of terms; 0: there is no curve */
   struct {
      growth term;
      double base;                   /* of GROWTH_EXPONENTIAL: base^n; 0: n! */
      double coefficient;            /* in units of cost; may be negative */
   } terms[VERDICT_TERMS];             /* the leading term first */
   double from;                      /* 0: for all sizes */
   double offset;                    /* cells */
} verdict_curve;

/* The most probable models, which predict costs beyond the points. */
#define VERDICT_MODELS 8

typedef struct {
   growth growth;                    /* GROWTH_UNDECIDED: no class */
   double confidence;                /* posterior of the class, 0 to 1 */
   growth runner_up;                 /* GROWTH_UNDECIDED: there is none */
   double runner_up_confidence;
   double posterior[GROWTH_KINDS];   /* of each class; sums to 1, or less if
                                        parts of the points say nothing */
   bool has_exponent;
   double exponent;                  /* K of n^K: the posterior's median... */
   double exponent_lo, exponent_hi;  /* ...and the 95 % interval */
   unsigned warnings;                /* a set of `warning` */
   double break_size;                /* of WARN_TWO_REGIMES: the first size of
                                        the upper regime */
   growth trace;                     /* of WARN_TRACE: the higher term... */
   double trace_share;               /* ...and its share of the cost at the
                                        largest size */
   double scatter;                   /* relative standard deviation */
   size_t sizes;
   size_t sizes_apart;               /* sizes within 2 % count as one */
   double size_min, size_max;        /* cells */
   verdict_curve curve;                /* of the class; count 0: none */
   size_t model_count;
   struct {
      verdict_curve curve;
      growth_kind counts_for;        /* the class whose posterior it is in */
      double weight;                 /* posterior; the weights sum to 1 */
      double freedom;                /* degrees of freedom */
      double spread;                 /* of the noise: relative standard
                                        deviation at the largest size */
      double lead_deviation;         /* standard deviation of the leading term,
                                        relative to the cost, at the largest
                                        size */
   } models[VERDICT_MODELS];           /* descending by weight */
} verdict;

/* Clear the verdict: no class, every number 0. */
void verdict_clear(verdict *v);

/* Withdraw class, exponent and curve.  The warnings stay: they say why. */
void verdict_withdraw(verdict *v);

/* Return the posterior that growth is at least that of `bound`. */
double verdict_at_least(const verdict *v, growth bound);

#endif
