/* The growth of the routines in a table of samples.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/seconds.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/paths.h"
#include "recorder/ladder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Return the routine of the profile that a row is about, or NULL. */
static const model_routine *routine_of(const model *m, const table_row *row,
                                       const samples_image *image)
{
   for (size_t i = 0; i < m->routine_count; i++) {
      const model_routine *r = &m->routines[i];

      if (strcmp(r->shown, row->routine) == 0 &&
          strcmp(paths_file_name(m->objects[r->object].name),
                 paths_file_name(image->path)) == 0)
         return r;
   }
   return NULL;
}

seconds_then seconds_then_of(const seconds_growth *g, const table_row *row,
                             double time)
{
   const double error = 1.96 / sqrt((double)row->count);

   return (seconds_then){ time * g->p.factor,
                       time * g->p.low * fmax(1 - error, 0) / SECONDS_STEP,
                       time * g->p.high * (1 + error) * SECONDS_STEP *
                       g->slower };
}

seconds_growth *seconds_find(const sample_table *t, const samples *s,
                             const model *profile, unsigned long scale)
{
   seconds_growth *list = memory_new(t->count, sizeof *list);
   size_t found = 0, other_builds = 0;
   ladder memory;

   ladder_measure(&memory);

   for (size_t i = 0; i < t->count; i++) {
      const samples_image *image = &s->images[t->rows[i].image];
      const model_routine *r = routine_of(profile, &t->rows[i], image);
      assessment a = { 0 };

      list[i].routine = r ? (size_t)(r - profile->routines) : SECONDS_NONE;
      if (r == NULL)
         continue;
      found++;
      other_builds += *image->id && strcmp(image->id,
                                    profile->objects[r->object].build_id) != 0;
      assess_routine(&a, profile, r - profile->routines);
      /* What is constant in each call is called more often. */
      list[i].known = predict_self(&a, scale, &list[i].p) &&
                      list[i].p.growth.kind != GROWTH_CONSTANT;
      list[i].slower = ladder_slower(&memory, (double)a.size_max *
                                     profile->cell_size, scale);
      assess_clear(&a);
   }
   if (found == 0)
      message_note("the profile has none of these routines: it is of another "
                   "program");
   else if (other_builds > 0)
      message_note("%zu of %zu routines are of another build in the profile",
                   other_builds, found);
   return list;
}
