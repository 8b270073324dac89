/* The profiles that aprof plot draws, and the routines in them.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plot/sources.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/paths.h"
#include "base/utf8.h"
#include "cli/size_metric.h"
#include "names/distinct.h"
#include "names/labels.h"
#include "names/select.h"
#include "profile/read.h"
#include "profile/starts.h"

#include <stdlib.h>
#include <string.h>

#define NAME_WIDTH 40

bool plot_sources_read(plot *p, char **files, size_t count, bool each)
{
   p->sources = memory_new(each ? count : 1, sizeof *p->sources);
   for (size_t i = 0; i < (each ? count : 1); i++) {
      model *m = profile_read_many(files + i, each ? 1 : count);
      const char *wrong;

      if (m == NULL)
         return false;
      p->sources[p->source_count++] = (plot_source){ .file = files[i],
                                                     .model = m };
      wrong = model_incompatible(p->sources[0].model, m);
      if (wrong) {
         message_error("%s: %s than in %s: no chart can hold both", files[i],
                       wrong, files[0]);
         return false;
      }
      for (size_t k = 0; k < p->options->metric_count; k++)
         if (!size_metric_is_measured(m, p->options->metrics[k]))
            return false;
   }
   return true;
}

static bool is_among(size_t routine, const plot_source *s)
{
   for (size_t i = 0; i < s->found_count; i++)
      if (s->found[i] == routine)
         return true;
   return false;
}

static void add_found(plot_source *s, const size_t *found, size_t count)
{
   size_t *all = memory_new(s->found_count + count, sizeof *all);

   memcpy(all, s->found, s->found_count * sizeof *all);
   free(s->found);
   s->found = all;
   for (size_t i = 0; i < count; i++)
      if (!is_among(found[i], s))
         s->found[s->found_count++] = found[i];
}

/* Find one name in all sources.  Return false if no source has it. */
static bool find_routine(plot *p, const char *name)
{
   bool any = false;

   for (size_t i = 0; i < p->source_count; i++) {
      plot_source *s = &p->sources[i];
      size_t *found;
      const size_t n = select_look_up(s->model, name, &found);

      add_found(s, found, n);
      free(found);
      any |= n > 0;
      if (n > 1)
         message_note("%zu routines are found by '%s': each is drawn", n,
                      name);
      s->missing = n == 0;
   }
   if (!any)
      select_refuse(p->sources[0].model, name);
   for (size_t i = 0; any && i < p->source_count; i++)
      if (p->sources[i].missing)
         message_note("%s: no routine is found by '%s'", p->sources[i].file,
                      name);
   return any;
}

/* Of the routines that are drawn alone: what distinguishes them from others
   would take columns for nothing. */
static void set_legends(plot_source *s)
{
   const char **names = memory_new(s->model->routine_count, sizeof *names);

   for (size_t i = 0; i < s->found_count; i++)
      names[s->found[i]] = s->labels[s->found[i]];
   s->legends = distinct_names(names, NULL, s->model->routine_count,
                               NAME_WIDTH);
   free(names);
}

bool plot_sources_find_routines(plot *p)
{
   const option_list *names = &p->options->routines;

   for (size_t i = 0; i < p->source_count; i++) {
      plot_source *s = &p->sources[i];

      s->labels = labels_new(s->model);
      s->found = memory_new(s->model->routine_count, sizeof *s->found);
      for (size_t r = 0; names->count == 0 && r < s->model->routine_count; r++)
         s->found[s->found_count++] = r;
   }
   for (size_t i = 0; i < names->count; i++)
      if (!find_routine(p, names->values[i]))
         return false;
   for (size_t i = 0; i < p->source_count; i++)
      set_legends(&p->sources[i]);
   return true;
}

const char *plot_sources_program(const plot_source *s)
{
   return model_is_of_programs(s->model)
          ? "several programs"
          : paths_file_name(s->model->runs[0].arguments[0]);
}

/* Programs, if they differ; else files, by their last part if that differs. */
char *plot_sources_name(const plot *p, size_t source)
{
   bool programs = true, files = true;

   for (size_t i = 0; i < p->source_count; i++)
      for (size_t k = 0; k < i; k++) {
         programs &= strcmp(plot_sources_program(&p->sources[i]),
                            plot_sources_program(&p->sources[k])) != 0;
         files &= strcmp(paths_file_name(p->sources[i].file),
                         paths_file_name(p->sources[k].file)) != 0;
      }
   return utf8_shorten(programs ? plot_sources_program(&p->sources[source]) :
                       files ? paths_file_name(p->sources[source].file) :
                       p->sources[source].file, NAME_WIDTH);
}

void plot_sources_free(plot *p)
{
   for (size_t i = 0; i < p->source_count; i++) {
      if (p->sources[i].legends)
         memory_free_strings(p->sources[i].legends,
                       p->sources[i].model->routine_count);
      if (p->sources[i].labels)
         labels_free(p->sources[i].model, p->sources[i].labels);
      model_free(p->sources[i].model);
      free(p->sources[i].found);
   }
   free(p->sources);
}
