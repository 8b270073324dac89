/* Runs and totals as JSON, as the export and the page have them.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PROFILE_RUN_JSON_H
#define APROF_PROFILE_RUN_JSON_H

#include "formats/json_value.h"
#include "profile/model.h"

/* state: how the run ended, in the words of the reader. */
json_t *run_json_of_run(const model_run *run, const char *state);
json_t *run_json_of_total(const model_total *t);

/* Add the members that a total and a tuple have in common. */
void run_json_set_sizes(json_t *object,
                        const prof_sum *const sizes[RECORDS_SIZE_COUNT]);

#endif
