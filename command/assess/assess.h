/* Assessments: the facts about a routine of a profile and, on demand, its
   points over trms and the verdicts on them.

   The machine-readable columns and the rules of `aprof check` are about the
   verdict of the worst case; the mean shows what is typical, and the best case
   shows fast paths.

   An assessment computes each value once, on first use, and keeps it.
   Different assessments may be used by different threads at the same time.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ASSESS_ASSESS_H
#define APROF_ASSESS_ASSESS_H

#include "assess/doubts.h"

typedef enum { CASE_WORST, CASE_MEAN, CASE_BEST, CASES } assess_case;

typedef struct {
   verdict cases[CASES];
} assess_verdicts;

/* A routine in one thread, or in all threads. */
typedef struct {
   const model *m;
   size_t routine;                    /* index into the model's routines */
   uint64_t thread;                   /* or MODEL_ALL_THREADS */
   bool open;                         /* as in model_points */

   /* Facts, always present. */
   prof_tuple sums;                   /* model_sums */
   size_t points_rms, points_trms;    /* numbers of points */
   uint64_t size_min, size_max;       /* of trms; 0 without points */
   double cost_largest;               /* inclusive cost of the activations from
                                         half the largest size on */

   /* On demand: read these by the functions below only, `inferred` aside. */
   prof_tuple *points;                /* NULL: not built, or released */
   bool inferred;                     /* `worst` is present */
   verdict worst;
   bool has_evidence;                 /* `whole` and `self` are present */
   assess_evidence whole, self;       /* of the inclusive cost; of self cost */
} assessment;

typedef struct {
   bool threads;                      /* an assessment for each thread */
   bool open;                         /* as in model_points */
   bool keep_points;                  /* until assess_clear, not only until the
                                         facts are known */
   double verdicts_from;              /* infer the verdict and the evidence of
                                         each routine whose outermost
                                         activations cost this or more */
} assess_options;

/* Assess every routine with activations, in parallel; each by itself, so that
   the result does not depend on the order.  Return the assessments in the order
   of the model, *count of them; assess_free frees them.  The model must outlive
   them. */
assessment *assess_all(const model *m, const assess_options *o, size_t *count);
void assess_free(assessment *list, size_t count);

/* Assess one routine in all threads, closed activations alone. */
void assess_routine(assessment *a, const model *m, size_t routine);

/* Free the points, which are made again on demand. */
void assess_clear(assessment *a);

/* Return the points over trms, points_trms of them; they belong to `a`. */
const prof_tuple *assess_points(assessment *a);

/* Return the verdict on the worst case, with the warnings that the other cases
   give. */
const verdict *assess_verdict(assessment *a);

/* Compute the verdicts of several assessments in parallel: the bulk of the
   time. */
void assess_infer(assessment *const *list, size_t count);

/* Return whether a verdict says how the cost grows.  Which of two neighbouring
   classes it is, matters little as long as both are on one side of n log n, and
   the exponent is not open to more. */
bool assess_is_judged(const verdict *v);

/* Activations in each run, at most, of a routine that is the reason for its cost
   itself, not the number of its calls; and of one that stands for its program:
   more of them may become more with the input. */
enum { ASSESS_FEW_CALLS = 8, ASSESS_CALLS_OF_WHOLE = 4 };

/* Return whether a routine has no more activations in each run, in the mean. */
bool assess_is_called_seldom(const assessment *a, unsigned most);

/* Return whether the points show for sure that the routine is no worse than
   n log n: then what it does again and again costs a constant factor. */
bool assess_is_flat(const assessment *a);

/* Return the evidence about the inclusive cost, and about the self cost. */
const assess_evidence *assess_whole(assessment *a);
const assess_evidence *assess_self(assessment *a);

/* Infer all three cases; the worst one is kept, as by assess_verdict. */
void assess_cases(assessment *a, assess_verdicts *v);

/* --- the same for points that belong to no assessment --- */

/* Return the cost of a point in one case: the greatest, mean or least inclusive
   cost of its activations. */
double assess_cost(const prof_tuple *point, assess_case which);

/* Return what the sizes of a routine are: cells, or, where the program or
   --size-of has given them, any number. */
verdict_size assess_size_of(const model *m, size_t routine);

/* Return whether the program or --size-of has given a routine's sizes. */
bool assess_size_is_given(const model *m, size_t routine);

/* Return the unit of a routine's sizes, for sentences: " cells", or "". */
const char *assess_size_unit(const model *m, size_t routine);

/* Infer the verdict on points, as model_points gives them, in one case.  Costs
   that vary at a single size give WARN_ONE_SIZE and no class.  Where nearly all
   of the cost is at one size, a class that is no judgement (assess_is_judged)
   is withdrawn with WARN_NARROW_COST. */
void assess_case_of(const prof_tuple *points, size_t count, verdict_size kind,
                    assess_case which, verdict *v);

/* Return whether all activations of a size cost the same, at each size: then
   the three cases are one. */
bool assess_is_one_case(const prof_tuple *points, size_t count);

/* Infer all three cases, with the warnings that need more than one of them. */
void assess_cases_of(const prof_tuple *points, size_t count, verdict_size kind,
                     assess_verdicts *v);

/* Infer the worst case as assess_cases_of gives it, without what it does not
   need. */
void assess_worst_of(const prof_tuple *points, size_t count, verdict_size kind,
                     verdict *v);

#endif
