/* The growth of the routines in a table of samples.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/seconds.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/paths.h"
#include "recorder/ladder.h"
#include "samples/variants.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool same_file(const model *m, const model_routine *r,
                      const samples_image *image)
{
   return strcmp(paths_file_name(m->objects[r->object].name),
                 paths_file_name(image->path)) == 0;
}

/* Return the routine of the profile that a row is about, or NULL. */
static const model_routine *routine_of(const model *m, const table_row *row,
                                       const samples_image *image)
{
   for (size_t i = 0; i < m->routine_count; i++)
      if (strcmp(m->routines[i].shown, row->routine) == 0 &&
          same_file(m, &m->routines[i], image))
         return &m->routines[i];
   return NULL;
}

/* --- variants for other processors --- */

/* The images' routines with variants, read when they are first asked for. */
typedef struct {
   variants *of;                      /* of each image */
   bool *known;
} image_variants;

static const variants *variants_of(image_variants *v, const samples *s,
                                   uint32_t image)
{
   if (!v->known[image])
      variants_read(&v->of[image], s->images[image].path);
   v->known[image] = true;
   return &v->of[image];
}

static uint64_t calls_of(const model *m, const model_routine *r)
{
   assessment a = { 0 };
   uint64_t calls;

   assess_routine(&a, m, r - m->routines);
   calls = a.sums.calls;
   assess_clear(&a);
   return calls;
}

/* Return the routine of the profile that is a variant of the same routine as the
   row's, or NULL: of several, that with most calls. */
static const model_routine *variant_of(const model *m, const samples *s,
                                       const table_row *row, image_variants *v)
{
   const samples_image *image = &s->images[row->image];
   const variants *all = variants_of(v, s, row->image);
   const char *routine = variants_routine(all, row->routine);
   const model_routine *best = NULL;
   uint64_t most = 0;

   if (routine == NULL)
      return NULL;
   for (size_t i = 0; i < m->routine_count; i++) {
      const model_routine *r = &m->routines[i];

      if (same_file(m, r, image) &&
          variants_routine(all, r->shown) == routine) {
         const uint64_t calls = calls_of(m, r);

         if (calls > most) {
            most = calls;
            best = r;
         }
      }
   }
   return best;
}

static void free_variants(image_variants *v, const samples *s)
{
   for (size_t i = 0; i < s->image_count; i++)
      variants_free(&v->of[i]);
   free(v->of);
   free(v->known);
}

/* --- growth --- */

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
   image_variants v = { memory_new(s->image_count, sizeof *v.of),
                        memory_new(s->image_count, sizeof *v.known) };
   const model_routine *variant = NULL;
   const char *of_variant = NULL;
   size_t found = 0, other_builds = 0, others = 0;
   ladder memory;

   ladder_measure(&memory);
   for (size_t i = 0; i < t->count; i++) {
      const samples_image *image = &s->images[t->rows[i].image];
      const model_routine *r = routine_of(profile, &t->rows[i], image);
      assessment a = { 0 };

      if (r == NULL && (r = variant_of(profile, s, &t->rows[i], &v)) != NULL) {
         others++;
         if (variant == NULL) {
            variant = r;
            of_variant = t->rows[i].routine;
         }
      }
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
   free_variants(&v, s);
   if (variant)
      message_note("%zu routine%s another variant in the profile, for the "
                   "processor that Valgrind shows: %s is %s there", others,
                   others == 1 ? " has" : "s have", of_variant,
                   variant->shown);
   if (found == 0)
      message_note("the profile has none of these routines: it is of another "
                   "program");
   else if (other_builds > 0)
      message_note("%zu of %zu routines are of another build in the profile",
                   other_builds, found);
   return list;
}
