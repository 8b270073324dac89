/* How programs were started for a profile: see profile/starts.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "profile/starts.h"
#include "base/paths.h"
#include "profile/optional.h"

#include <string.h>

size_t model_starts(const model *m)
{
   const model_optional *o = optional_find(m, MODEL_OF_ALL, 0, "x-sum-forked\t1");
   const size_t forked = o && o->sum_count == 1 ? (size_t)o->sums[0] : 0;

   return forked < m->run_count ? m->run_count - forked : m->run_count;
}

size_t model_other_program(const model *m)
{
   for (size_t i = 1; i < m->run_count; i++)
      if (strcmp(paths_file_name(m->runs[i].arguments[0]),
                 paths_file_name(m->runs[0].arguments[0])) != 0)
         return i;
   return 0;
}

bool model_is_of_programs(const model *m)
{
   return model_other_program(m) != 0;
}

bool model_run_is_before_exec(const model_run *run)
{
   return run->state == MODEL_SNAPSHOT && strcmp(run->reason, "exec") == 0;
}

bool model_is_before_exec(const model *m)
{
   for (size_t i = 0; i < m->run_count; i++)
      if (!model_run_is_before_exec(&m->runs[i]))
         return false;
   return m->run_count > 0;
}
