/* --metric of the verbs that judge routines, and of those that show sizes.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_CLI_SIZE_METRIC_H
#define APROF_CLI_SIZE_METRIC_H

#include "cli/options.h"
#include "profile/model.h"

/* The values of --metric for verbs that judge routines: trms and wms. */
extern const char *const size_metric_names[];

/* The option of these verbs; `value` points to an int. */
#define SIZE_METRIC_OPTION(value) \
   { "metric", OPTION_CHOICE, value, size_metric_names, "trms|wms", \
     "judge by the size of the input (default) or output" }

/* Has the profile the metric?  If not, one line on stderr has said why. */
bool size_metric_is_measured(const model *m, prof_metric metric);

/* Let a verb judge routines by the metric with this index in size_metric_names.
   False: the profile does not have it; one line on stderr has said why. */
bool size_metric_apply(model *m, int choice);

#endif
