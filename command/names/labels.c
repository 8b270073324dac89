/* Labels: for each routine a name that finds it alone.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE   /* qsort_r */
#include "names/labels.h"
#include "base/memory.h"
#include "base/paths.h"
#include "names/shorten.h"

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

char **labels_new(const model *m)
{
   const size_t n = m->routine_count;
   char **labels = memory_new(n, sizeof *labels);
   size_t *order = memory_new(n, sizeof *order);

   for (size_t i = 0; i < n; i++)
      order[i] = i;
   qsort_r(order, n, sizeof *order, compare_names, (void *)m);
   for (size_t i = 0; i < n; i++) {
      const model_routine *r = &m->routines[order[i]];
      bool same_name = false, same_file = false, same_line = false;
      bool same_symbol = false;

      /* Equal names are neighbours. */
      for (int side = -1; side <= 1; side += 2) {
         const model_routine *other;

         if ((side < 0 && i == 0) || (side > 0 && i + 1 == n))
            continue;
         other = &m->routines[order[i + side]];
         same_name |= strcmp(r->shown, other->shown) == 0;
         same_symbol |= strcmp(r->name, other->name) == 0;
         same_file |= strcmp(r->shown, other->shown) == 0 &&
                      strcmp(paths_file_name(r->file),
                             paths_file_name(other->file)) == 0;
         same_line |= same_file && r->line == other->line;
      }
      if (!same_name || *r->name == '\0' || r->context)
         labels[order[i]] = memory_string(r->shown);
      else if (!same_file && *r->file)
         labels[order[i]] = memory_format("%s@%s", r->shown,
                                          paths_file_name(r->file));
      else if (!same_symbol && strcmp(r->name, r->shown) != 0)
         /* Ada's routines of one name have symbols with numbers. */
         labels[order[i]] = memory_string(r->name);
      else if (!same_line && *r->file && r->line > 0)
         labels[order[i]] = memory_format("%s@%s:%llu", r->shown,
                                          paths_file_name(r->file),
                                          (unsigned long long)r->line);
      else
         labels[order[i]] = memory_format(
            "%s@%s+0x%llx", r->shown,
            paths_file_name(m->objects[r->object].name),
            (unsigned long long)r->offset);
   }
   free(order);
   return labels;
}

void labels_free(const model *m, char **labels)
{
   for (size_t i = 0; i < m->routine_count; i++)
      free(labels[i]);
   free(labels);
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
