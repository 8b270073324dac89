/* The numbers that decide how sure a verdict may be; tests/unit/infer/ablate
   measures what each contributes.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_INFER_TUNING_H
#define APROF_INFER_TUNING_H

typedef struct {
   double left_out;                  /* part of the sizes that an estimate
                                        leaves out, at one end */
   double min_share;                 /* least share of the leading term in the
                                        cost at the largest size... */
   double min_share_log;             /* ...of n log n and n^2 log n */
   double min_upper_range;           /* of an upper regime: ratio of its largest
                                        to its smallest size */
   double max_interval;              /* of the exponent of a sure class */
   double gap_ratio;                 /* of two neighbouring sizes: a gap */
   double min_group;                 /* points of a group whose slope counts */
   double slope_errors;              /* least slope of a group's residuals: in
                                        standard errors... */
   double slope_part;                /* ...and relative to the curve's */
} tuning;

extern const tuning tuning_values;

#endif
