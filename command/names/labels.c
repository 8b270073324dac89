/* Labels: for each routine a name that finds it alone.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE   /* qsort_r */
#include "names/labels.h"
#include "base/memory.h"
#include "base/paths.h"
#include "names/shorten.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* By name, then source file, then line, then symbol. */
static int compare_names(const void *a, const void *b, void *context)
{
   const model *m = context;
   const model_routine *x = &m->routines[*(const size_t *)a];
   const model_routine *y = &m->routines[*(const size_t *)b];
   int order = strcmp(x->shown, y->shown);

   if (order == 0)
      order = strcmp(x->file, y->file);
   if (order == 0)
      order = (x->line > y->line) - (x->line < y->line);
   return order ? order : strcmp(x->name, y->name);
}

static const char *object_file(const model *m, const model_routine *r)
{
   return paths_file_name(m->objects[r->object].name);
}

/* By name, then the name of the object's file. */
static int compare_objects(const void *a, const void *b, void *context)
{
   const model *m = context;
   const model_routine *x = &m->routines[*(const size_t *)a];
   const model_routine *y = &m->routines[*(const size_t *)b];
   int order = strcmp(x->shown, y->shown);

   return order ? order : strcmp(object_file(m, x), object_file(m, y));
}

/* What a routine has in common with those that have its name. */
typedef struct {
   bool name, symbol, file, line, object;
} common;

static void compare_with(common *c, const model_routine *r,
                         const model_routine *other)
{
   const bool name = strcmp(r->shown, other->shown) == 0;
   const bool file = name && strcmp(paths_file_name(r->file),
                                    paths_file_name(other->file)) == 0;

   c->name |= name;
   c->symbol |= strcmp(r->name, other->name) == 0;
   c->file |= file;
   c->line |= file && r->line == other->line;
}

/* Set for each routine whether another one of its name is in a file of its
   object's name.  order: room for the numbers of all routines. */
static void find_objects(const model *m, size_t *order, common *all)
{
   const size_t n = m->routine_count;

   qsort_r(order, n, sizeof *order, compare_objects, (void *)m);
   for (size_t i = 1; i < n; i++)
      if (compare_objects(&order[i - 1], &order[i], (void *)m) == 0)
         all[order[i - 1]].object = all[order[i]].object = true;
}

static char *label_of(const model *m, const model_routine *r, const common *c)
{
   const char *file = paths_file_name(r->file);

   if (!c->name || *r->name == '\0' || r->context)
      return memory_string(r->shown);
   if (!c->file && *file)
      return memory_format("%s@%s", r->shown, file);
   /* Ada's routines of one name have symbols with numbers. */
   if (!c->symbol && strcmp(r->name, r->shown) != 0)
      return memory_string(r->name);
   if (!c->line && *file && r->line != MODEL_NO_LINE)
      return memory_format("%s@%s:%" PRIu64, r->shown, file, r->line);
   if (!c->object)
      return memory_format("%s@%s", r->shown, object_file(m, r));
   return memory_format("%s@%s+0x%" PRIx64, r->shown, object_file(m, r),
                        r->offset);
}

char **labels_new(const model *m)
{
   const size_t n = m->routine_count;
   char **labels = memory_new(n, sizeof *labels);
   size_t *order = memory_new(n, sizeof *order);
   common *all = memory_new(n, sizeof *all);

   for (size_t i = 0; i < n; i++)
      order[i] = i;
   find_objects(m, order, all);
   qsort_r(order, n, sizeof *order, compare_names, (void *)m);
   for (size_t i = 0; i < n; i++) {
      const model_routine *r = &m->routines[order[i]];
      common *c = &all[order[i]];

      /* Equal names are neighbours. */
      if (i > 0)
         compare_with(c, r, &m->routines[order[i - 1]]);
      if (i + 1 < n)
         compare_with(c, r, &m->routines[order[i + 1]]);
      labels[order[i]] = label_of(m, r, c);
   }
   free(all);
   free(order);
   return labels;
}

void labels_free(const model *m, char **labels)
{
   memory_free_strings(labels, m->routine_count);
}

char *labels_of_row(const model *m, size_t routine)
{
   const model_routine *r = &m->routines[routine];

   return r->context ? shorten_context(r->context, SHORTEN_IN_SENTENCE)
                     : shorten_in_sentence(r->shown);
}

char *labels_of_model(size_t routine, void *m)
{
   return labels_of_row(m, routine);
}

char *labels_in_sentence(size_t routine, void *labels)
{
   return shorten_in_sentence(((char **)labels)[routine]);
}
