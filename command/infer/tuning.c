/* The numbers that decide how sure a verdict may be.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer/tuning.h"

const tuning tuning_values = {
   .left_out = .2,
   .min_share = .2, .min_share_log = .3,
   .min_upper_range = 1.5,
   .max_interval = 1,
   .gap_ratio = 2, .min_group = 5,
   .slope_errors = 4, .slope_part = .5,
};
