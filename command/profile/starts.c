/* How many times programs were started for a profile.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "profile/starts.h"
#include "profile/optional.h"

size_t model_starts(const model *m)
{
   const model_optional *o = optional_find(m, MODEL_OF_ALL, 0, "x-sum-forked\t1");
   const size_t forked = o && o->sum_count == 1 ? (size_t)o->sums[0] : 0;

   return forked < m->run_count ? m->run_count - forked : m->run_count;
}
