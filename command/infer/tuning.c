/* The numbers that decide how sure a verdict may be.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer/tuning.h"

TUNING_CONST tuning tuning_values = {
   .left_out = .17,
   .min_share = .2, .min_share_log = .4,
   .gap_ratio = 2, .min_group = 5, .slope_errors = 4, .slope_part = .5,
   .max_interval = 1, .steep_interval = .5, .max_open = 2, .steep_open = 1.25,
   .flat_top = .9, .break_fall = 4, .cap = .85,
   .drift_prior = .3, .drift = .07, .drift_noise = .003,
   .rise = .15, .rise_share = .5, .rise_noise = .01,
   .linearithmic_prior = .2, .sublinear_prior = .01, .sublinear_share = .1,
   .least_exponent = .5,
};
