/* Runs and totals as JSON: see run_json.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "profile/run_json.h"

json_t *run_json_of_run(const model_run *run, const char *state)
{
   json_t *object = json_object(), *arguments = json_array();

   json_value_set_text(object, "state", state);
   json_value_set_text(object, "reason", run->reason);
   json_value_set_whole(object, "pid", run->pid);
   json_value_set_whole(object, "start", run->start);
   json_value_set_whole(object, "end", run->end);
   json_value_set_whole(object, "threads", run->threads);
   for (char **a = run->arguments; *a; a++)
      json_value_append(arguments, json_value_text(*a));
   json_value_set(object, "arguments", arguments);
   return object;
}

void run_json_set_sizes(json_t *object,
                        const prof_sum *const sizes[RECORDS_SIZE_COUNT])
{
   for (int i = 0; i < RECORDS_SIZE_COUNT; i++)
      json_value_set_whole(object, records_size_names[i], *sizes[i]);
}

json_t *run_json_of_total(const model_total *t)
{
   const prof_sum *const sizes[] = RECORDS_SIZES(t);
   json_t *object = json_object();

   json_value_set_whole(object, "cost", t->cost);
   json_value_set_whole(object, "activations", t->activations);
   run_json_set_sizes(object, sizes);
   return object;
}
