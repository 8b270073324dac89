/* The routines of a profile that rows of samples are about.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/row_match.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/paths.h"

#include <stdlib.h>
#include <string.h>

static bool same_file(const model *m, const model_routine *r,
                      const samples_image *image)
{
   return strcmp(paths_file_name(m->objects[r->object].name),
                 paths_file_name(image->path)) == 0;
}

/* Return the routine of generated code in the profile that a row is about, or
   NULL. */
static const model_routine *of_generated(const model *m, const table_row *row)
{
   const char *file = *row->script ? row->script : MODEL_NO_FILE;

   for (size_t i = 0; i < m->routine_count; i++)
      if (strcmp(m->routines[i].shown, row->routine) == 0 &&
          strcmp(m->objects[m->routines[i].object].name, file) == 0)
         return &m->routines[i];
   return NULL;
}

/* Return the routine of the profile of a name, without the version behind it,
   or NULL. */
static const model_routine *of_name(const model *m, const char *name,
                                    const samples_image *image)
{
   const size_t length = strcspn(name, "@");

   for (size_t i = 0; i < m->routine_count; i++) {
      const char *shown = m->routines[i].shown;

      if (strncmp(shown, name, length) == 0 &&
          (shown[length] == '\0' || shown[length] == '@') &&
          same_file(m, &m->routines[i], image))
         return &m->routines[i];
   }
   return NULL;
}

/* Return the routine of the profile that has a row's name, or NULL. */
static const model_routine *of_same_name(const model *m, const table_row *row,
                                         const samples_image *image)
{
   for (size_t i = 0; i < m->routine_count; i++)
      if (strcmp(m->routines[i].shown, row->routine) == 0 &&
          same_file(m, &m->routines[i], image))
         return &m->routines[i];
   return NULL;
}

/* The search for another name of a row's code. */
typedef struct {
   const model *m;
   const samples_image *image;
   const model_routine *found;
} name_search;

static void look_for_name(void *context, const char *name)
{
   name_search *f = context;

   if (f->found == NULL)
      f->found = of_name(f->m, name, f->image);
}

static symbols *names_of(row_match *a, uint32_t image)
{
   if (a->names[image] == NULL)
      a->names[image] = samples_symbols(&a->s->images[image]);
   return a->names[image];
}

/* Return the routine of the profile that has another name of the row's code, or
   NULL: `mprotect` is `__mprotect`. */
static const model_routine *of_other_name(row_match *a, const table_row *row)
{
   name_search f = { a->m, &a->s->images[row->image], NULL };
   symbols *names = row->end > 0 ? names_of(a, row->image) : NULL;

   if (names)
      symbols_each_name(names, row->start, look_for_name, &f);
   return f.found;
}

static const variants *variants_of(row_match *a, uint32_t image)
{
   if (!a->known[image])
      variants_read(&a->of[image], samples_file(&a->s->images[image]));
   a->known[image] = true;
   return &a->of[image];
}

/* The search for the variant of a row. */
typedef struct {
   const row_match *a;
   const variants *all;
   const samples_image *image;
   const model_routine *best;         /* that with most calls */
   uint64_t most;
} search;

/* Look at the routines of the profile that are variants of the routine that
   `name` is a variant of. */
static void look_for(void *context, const char *name)
{
   search *f = context;
   const char *routine = variants_routine(f->all, name);

   for (size_t i = 0; routine && i < f->a->m->routine_count; i++) {
      const model_routine *r = &f->a->m->routines[i];

      if (same_file(f->a->m, r, f->image) &&
          variants_routine(f->all, r->shown) == routine) {
         const uint64_t calls = model_sums(f->a->m, i, MODEL_ALL_THREADS).calls;

         if (calls > f->most) {
            f->most = calls;
            f->best = r;
         }
      }
   }
}

/* Return the routine of the profile that is a variant of the same routine as
   the row's, or NULL.  One code may be a variant of two routines: __memcpy_evex
   is __memmove_evex; so all its names count. */
static const model_routine *other_variant(row_match *a, const table_row *row)
{
   const samples_image *image = &a->s->images[row->image];
   search f = { a, variants_of(a, row->image), image, NULL, 0 };

   if (variants_routine(f.all, row->routine) == NULL)
      return NULL;
   look_for(&f, row->routine);
   symbols_each_name(names_of(a, row->image), row->start, look_for, &f);
   return f.best;
}

void row_match_begin(row_match *a, const model *m, const samples *s)
{
   *a = (row_match){ .m = m, .s = s,
                 .of = memory_new(s->image_count, sizeof *a->of),
                 .known = memory_new(s->image_count, sizeof *a->known),
                 .names = memory_new(s->image_count, sizeof *a->names) };
}

void row_match_free(row_match *a)
{
   for (size_t i = 0; i < a->s->image_count; i++) {
      variants_free(&a->of[i]);
      symbols_close(a->names[i]);
   }
   free(a->names);
   free(a->of);
   free(a->known);
}

static const model_routine *find_routine(row_match *a, const table_row *row)
{
   const model_routine *r;

   if (row->script)
      return of_generated(a->m, row);
   r = of_same_name(a->m, row, &a->s->images[row->image]);
   if (r == NULL)
      r = of_other_name(a, row);
   if (r)
      return r;
   r = other_variant(a, row);
   if (r && a->others++ == 0) {
      a->row = row->routine;
      a->routine = r;
   }
   return r;
}

const model_routine *row_match_find(row_match *a, const table_row *row)
{
   const model_routine *r = find_routine(a, row);
   const char *id = a->s->images[row->image].id;

   if (r) {
      a->found++;
      a->other_builds += row->script == NULL && *id &&
                         strcmp(id, a->m->objects[r->object].build_id) != 0;
   }
   return r;
}

/* Does the profile have a file of this name? */
static bool has_file(const model *m, const char *path)
{
   for (size_t i = 0; i < m->object_count; i++)
      if (strcmp(paths_file_name(m->objects[i].name),
                 paths_file_name(path)) == 0)
         return true;
   return false;
}

static void note_missing_file(const row_match *a, const sample_table *t)
{
   double *times = memory_new(a->s->image_count, sizeof *times);
   size_t most = 0;

   for (size_t i = 0; i < t->count; i++) {
      const table_row *row = &t->rows[i];

      if (row->script == NULL)
         times[row->image] += row->weight;
   }
   for (size_t i = 0; i < a->s->image_count; i++) {
      const samples_image *image = &a->s->images[i];

      if (samples_is_special(image) || has_file(a->m, image->path))
         times[i] = 0;
      if (times[i] > times[most])
         most = i;
   }
   if (a->s->image_count > 0 && times[most] >= 0.1 * t->weight)
      message_note("the profile has no routine of %s, which has %.0f %% of the "
                   "time: it may be of another program",
                   a->s->images[most].path, 100 * times[most] / t->weight);
   free(times);
}

void row_match_note_program(const row_match *a, const sample_table *t)
{
   if (a->found == 0) {
      message_note("the profile has none of these routines: it is of another "
                   "program");
      return;
   }
   note_missing_file(a, t);
   if (a->other_builds > 0)
      message_note("%zu of %zu routines are of another build in the profile",
                   a->other_builds, a->found);
}

void row_match_note_variants(const row_match *a)
{
   if (a->others > 0)
      message_note("%zu routine%s another variant in the profile, for the "
                   "processor that Valgrind shows: %s is %s there", a->others,
                   a->others == 1 ? " has" : "s have", a->row,
                   a->routine->shown);
}
