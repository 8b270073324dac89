/* How programs have ended: see profile/exits.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "profile/exits.h"
#include "base/memory.h"
#include "base/numbers.h"

#include <stdlib.h>
#include <string.h>

enum { STATUSES = 256 };

exits_count *exits_find(const model *m, size_t *count)
{
   static const char record[] = "x-sum-exit\t1\t";
   exits_count *list = memory_new(STATUSES, sizeof *list);
   prof_sum runs[STATUSES] = { 0 }, status;

   /* The records of the whole profile come first. */
   for (size_t i = 0; i < m->optional_count &&
                      m->optionals[i].owner.kind == MODEL_OF_ALL; i++) {
      const model_optional *o = &m->optionals[i];

      if (strncmp(o->key, record, sizeof record - 1) == 0 && o->sum_count == 1 &&
          numbers_read(o->key + sizeof record - 1, STATUSES - 1, &status) == NULL)
         runs[status] = o->sums[0];
   }
   *count = 0;
   for (unsigned i = 0; i < STATUSES; i++)
      if (runs[i] > 0)
         list[(*count)++] = (exits_count){ i, runs[i] };
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
