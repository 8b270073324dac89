/* The numbers that decide how sure a verdict may be.

   tests/unit/infer/ablate compiles the inference with TUNING_CONST empty, and
   measures what each of them contributes.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_INFER_TUNING_H
#define APROF_INFER_TUNING_H

#ifndef TUNING_CONST
#define TUNING_CONST const
#endif

typedef struct {
   double left_out;                  /* part of the sizes that an estimate
                                        leaves out, at one end */
   double min_share;                 /* least share of the leading term in the
                                        cost at the largest size... */
   double min_share_log;             /* ...of n log n and n^2 log n */
   double gap_ratio;                 /* of two neighbouring sizes: a gap */
   double min_group;                 /* points of a group whose slope counts */
   double slope_errors;              /* least slope of a group's residuals: in
                                        standard errors... */
   double slope_part;                /* ...and relative to the curve's */
   double max_interval;              /* width of the exponent's interval of a
                                        sure class; with twice the width a
                                        class has half of `cap` at most */
   double steep_interval;            /* ...of a sure class above n log n */
   double max_open;                  /* ...of a class that is named, though it
                                        is not likely, if sizes are cells... */
   double steep_open;                /* ...if it is above n log n */
   double flat_top;                  /* confidence of a class above n log n that
                                        is named, though the highest costs do
                                        not grow so, if sizes are cells */
   double break_fall;                /* ratio of the lower regime's last costs
                                        to the upper regime's curve, in a sure
                                        class */
   double drift_prior, drift;        /* prior of n^K as O(n), relative to that
                                        of the class; standard deviation of
                                        K... */
   double drift_noise;               /* ...and its least relative noise */
   double rise;                      /* of the cost of a cell, relative to that
                                        of n log n, from which O(n) may be
                                        O(n log n)... */
   double rise_share;                /* ...part of the probability that the
                                        other of the two gets... */
   double rise_noise;                /* ...and the least relative noise, if it
                                        is O(n), or O(n^2) with a model of
                                        O(n^2 log n) */
   double sublinear_prior;           /* of O(log n), O(sqrt n) and n^K below
                                        n, relative to their usual ones, if
                                        sizes are cells... */
   double sublinear_share;           /* ...part of the usual one of O(sqrt n)
                                        and n^K that O(n) gets... */
   double least_exponent;            /* ...and the lower end of the exponent's
                                        interval of a sure O(n) */
   double linearithmic_prior;        /* of O(n log n); 1: that of O(n) */
   double cap;                       /* confidence of a class that is not sure
                                        for another reason: likely */
} tuning;

extern TUNING_CONST tuning tuning_values;

#endif
