/* How programs have ended: see profile/exits.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "profile/exits.h"
#include "base/memory.h"
#include "profile/optional.h"

#include <stdio.h>
#include <stdlib.h>

enum { STATUSES = 256 };

exits_count *exits_find(const model *m, size_t *count)
{
   exits_count *list = memory_new(STATUSES, sizeof *list);

   *count = 0;
   for (unsigned status = 0; status < STATUSES; status++) {
      char key[sizeof "x-sum-exit\t1\t255"];
      snprintf(key, sizeof key, "x-sum-exit\t1\t%u", status % STATUSES);
      const model_optional *o = optional_find(m, MODEL_OF_ALL, 0, key);
      if (o && o->sum_count == 1 && o->sums[0] > 0)
         list[(*count)++] = (exits_count){ status, o->sums[0] };
   }
   return list;
}

/* Return the only exit status of all runs, or 0. */
static unsigned status_of_all(const model *m)
{
   size_t count;
   exits_count *list = exits_find(m, &count);
   const unsigned status =
      count == 1 && list->runs == m->run_count ? list->status : 0;

   free(list);
   return status;
}

char *exits_state_of(const model *m, size_t run)
{
   const unsigned status =
      m->runs[run].state == MODEL_COMPLETE ? status_of_all(m) : 0;

   return status == 0
      ? memory_string(model_state_names[m->runs[run].state])
      : memory_format("the program ended with exit status %u", status);
}
