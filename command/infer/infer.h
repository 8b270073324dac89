/* Which function of the input size do these costs follow?

   Bayesian averaging over small models (a leading term and up to three lower
   ones, a free power, an exponential, two regimes) on relative residuals.  The
   confidence of a class is its posterior probability; nothing is random, so
   equal points give equal verdicts.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_INFER_H
#define APROF_INFER_H

#include "infer/growth.h"

#include <stdbool.h>
#include <stddef.h>

/* What a user should know of a verdict; a set of bits. */
typedef enum {
   WARN_FEW_SIZES = 1 << 0, WARN_NARROW_RANGE = 1 << 1, WARN_SCATTER = 1 << 2,
   WARN_UNEXPLAINED = 1 << 3, WARN_COST_FALLS = 1 << 4, WARN_ONE_SIZE = 1 << 5,
   WARN_TWO_REGIMES = 1 << 6, WARN_SHORT_REGIME = 1 << 7, WARN_TRACE = 1 << 8,
   WARN_LARGEST_OFF = 1 << 9, WARN_SCATTER_CHANGES = 1 << 10,
   WARN_MEAN_MAX_DIFFER = 1 << 11, WARN_UNCONFIRMED = 1 << 12,
} warning;
#define WARNINGS 13

/* From these confidences on a class is called likely, and named alone. */
#define INFER_LIKELY 0.7
#define INFER_SURE 0.9

/* The cost at one size, of `calls` activations (1 where not known). */
typedef struct {
   double size, cost, calls;
} infer_point;

/* A sum of terms c * f(n), for n >= from. */
#define INFER_TERMS 4
typedef struct {
   size_t count;
   struct {
      growth term;
      double base;                   /* of GROWTH_EXPONENTIAL: base^n */
      double coefficient;            /* in units of cost; may be negative */
   } terms[INFER_TERMS];             /* the leading term first */
   double from;
   double offset;                    /* the terms are of n less these cells */
} infer_curve;

/* Of the best models: how they go on beyond the points. */
#define INFER_MODELS 8

typedef struct {
   growth growth;                    /* GROWTH_UNDECIDED: no answer */
   double confidence;                /* posterior of the class, 0 to 1 */
   growth runner_up;                 /* GROWTH_UNDECIDED: there is none */
   double runner_up_confidence;
   double posterior[GROWTH_KINDS];   /* sums to 1 where there is a verdict */
   bool has_exponent;
   double exponent, exponent_lo, exponent_hi;  /* of n^K, 95 % interval */
   unsigned warnings;                /* a set of `warning` */
   double break_size;                /* of WARN_TWO_REGIMES */
   growth trace;                     /* of WARN_TRACE: the higher term... */
   double trace_share;               /* ...and its share at the largest size */
   double scatter;                   /* relative, one standard deviation */
   size_t sizes;
   size_t sizes_apart;               /* without those within 2 % of another */
   double size_min, size_max;
   infer_curve curve;                /* count 0: none, as where the class is
                                        undecided */
   size_t model_count;
   struct {
      infer_curve curve;
      growth_kind credit;              /* the class that it speaks for */
      double weight, freedom, spread;  /* of the noise, relative */
      double lead_deviation;           /* at the largest size, relative */
   } models[INFER_MODELS];
} verdict;

/* Judges points that ascend by size, each size once.  Allocates nothing that
   outlives the call; cannot fail: what can't be judged is undecided. */
void infer(const infer_point *points, size_t count, verdict *v);

/* The same for points whose costs are the highest at each size.  A routine may
   do one of two things, so that the size does not explain the cost; then the
   class is that of the points that cost more than all smaller ones, if it is
   sure of these: likely, with WARN_UNEXPLAINED. */
void infer_worst(const infer_point *points, size_t count, verdict *v);

/* Takes the answer back: neither class nor exponent nor curve.  The warnings,
   which say why, stay. */
void verdict_refuse(verdict *v);

/* The cost to expect at a size, with a 95 % interval for a single observation;
   false: there is no curve, or the size is so far beyond the points that
   nothing is warranted. */
bool infer_predict(const verdict *v, double size, double *mean, double *low,
                   double *high);

/* The value of a curve at n. */
double infer_curve_at(const infer_curve *curve, double n);

/* The value of its leading term there. */
double infer_lead_at(const infer_curve *curve, double n);

/* The posterior that growth is at least that of `bound`. */
double infer_at_least(const verdict *v, growth bound);

/* "O(n)", "likely O(n)", "O(n) or O(n log n)", "undecided", by confidence. */
#define VERDICT_PHRASE 64
const char *verdict_phrase(char buffer[VERDICT_PHRASE], const verdict *v);

/* "4 n + 11", "0.5 n^2 from n = 64": the curve in words, nothing where there is
   none; the caller frees. */
char *verdict_formula(const verdict *v);

/* "few-sizes,trace": as in the contract; empty where there are none. */
#define VERDICT_WARNINGS 160
const char *verdict_warnings(char buffer[VERDICT_WARNINGS], unsigned warnings);

/* One of a verdict's warnings in words, a sentence without a stop; the caller
   frees. */
char *verdict_explanation(const verdict *v, warning w);

#endif
