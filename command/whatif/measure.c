/* A series, from its base runs to its points: see measure.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "whatif/measure.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/shell_word.h"
#include "base/text.h"
#include "cli/outfile.h"
#include "whatif/base_runs.h"
#include "whatif/bound_runs.h"
#include "whatif/folder.h"
#include "whatif/growth.h"
#include "whatif/input.h"
#include "whatif/read.h"
#include "whatif/series_run.h"
#include "whatif/wanted.h"
#include "whatif/write.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Return the routine that has most time on the critical path, except one. */
static const char *most_critical(const whatif *s, const char *except)
{
   const whatif_routine *most = NULL;

   for (size_t i = 0; i < s->routine_count; i++)
      if (strcmp(s->routines[i].name, except) != 0 &&
          (most == NULL || s->routines[i].path > most->path))
         most = &s->routines[i];
   return most ? most->name : "";
}

/* Return why a run, `s`, has not measured what its series measures; NULL: it
   has.  The caller frees the text. */
static char *failure(const whatif *series, const whatif *s)
{
   const whatif_progresses *base = &series->base[0].progress;
   const char *reason;

   if (s->point_count != 1)
      return memory_string("its file is not that of such a run");
   if (s->early)
      return memory_string(s->early);
   for (size_t i = 0; i < base->count; i++) {
      const whatif_progress *p =
         whatif_same_progress(&s->points[0].progress, &base->list[i]);

      reason = "is never visited";
      if (p == NULL || whatif_period(p, &reason) < 0)
         return memory_format("the progress point '%s' %s then",
                              base->list[i].name, reason);
   }
   return NULL;
}

static void point_done(void *context, size_t i, const jobs_end *end)
{
   series_work *w = context;
   whatif_point *p = w->points[i];
   whatif *s = end->file ? whatif_read(end->file) : NULL;
   char *note = s ? failure(w->series, s)
                  : memory_string(end->file ? "its file can't be read"
                                            : end->reason);
   if (note == NULL)
      note = series_run_fails(w, end);

   p->state = note ? POINT_FAILED : POINT_DONE;
   if (note == NULL) {
      p->clock = s->points[0].clock;
      whatif_move_progress(&p->progress, &s->points[0].progress);
      note = memory_string(most_critical(s, p->routine));
   }
   free(p->note);
   p->note = note;
   whatif_free(s);
   series_run_count(w);
   if (!w->failed && !whatif_write(w->series, w->plan->file))
      w->failed = true;
}

/* Add the points of a list that are not done to those that are run. */
static size_t add_runs(series_work *w, char **what, char **extra, size_t n,
                       whatif_point *points, size_t count, uint64_t quantum)
{
   for (size_t i = 0; i < count; i++) {
      if (points[i].state == POINT_DONE)
         continue;
      w->points[n] = &points[i];
      what[n] = memory_format("%s:%u", points[i].routine, points[i].percent);
      extra[n++] = series_run_quantum(quantum);
   }
   return n;
}

/* Run the points that are not done: at first those of the series itself. */
static void run_points(series_work *w, double longest)
{
   whatif *s = w->series;
   const size_t most = s->point_count * (1 + s->again_count) + 1;
   char **what = memory_new(most, sizeof *what);
   char **extra = memory_new(most, sizeof *extra);
   size_t n;

   w->points = memory_new(most, sizeof(whatif_point *));
   n = add_runs(w, what, extra, 0, s->points, s->point_count,
                s->settings[WHATIF_QUANTUM]);
   for (size_t i = 0; i < s->again_count; i++)
      if (s->again[i].has_base)
         n = add_runs(w, what, extra, n, s->again[i].points,
                      s->again[i].point_count, s->again[i].quantum);
   series_run(w, s->command, what, extra, n, longest, point_done);
   memory_free_list(what);
   memory_free_list(extra);
   free(w->points);
}

static bool write_growth(series_work *w)
{
   if (w->series->scale == 0)
      return true;
   w->growth = memory_format("%s/growth", w->folder);
   return growth_write(w->series, w->growth, NULL, 0);
}

/* Give the runs at other quanta the points of the series. */
static void copy_points(whatif *s)
{
   for (size_t k = 0; k < s->again_count; k++)
      for (size_t i = 0; i < s->point_count; i++)
         whatif_add_point_again(&s->again[k], s->points[i].routine,
                                s->points[i].percent);
}

static void lines_done(void *context, size_t i, const jobs_end *end)
{
   series_work *w = context;

   (void)i;
   w->lines = end->file ? whatif_read(end->file) : NULL;
}

/* Say what has not run, and what has a name near to it: for a line, one more
   run tells. */
static void refuse(series_work *w, const char *name,
                   void (*say)(const whatif *, const whatif *, const char *))
{
   char base[] = "base", by[] = "--by=line";
   char *const run_base[] = { base }, *const extra[] = { by };

   if (w->lines == NULL && wanted_is_line(name))
      series_run(w, w->series->command, run_base, extra, 1, 0, lines_done);
   if (!jobs_stopped())
      say(w->series, w->lines, name);
   w->unknown = true;
}

/* Say which progress points there are not.  Return whether it makes sense to go
   on: the program that was named has other points. */
static bool has_progress(series_work *w)
{
   const measure_plan *o = w->plan;
   const char *known = NULL;

   for (size_t i = 0; i < o->progress.count; i++)
      if (w->no_progress[i])
         refuse(w, o->progress.values[i], wanted_refuse_progress);
      else if (known == NULL)
         known = o->progress.values[i];
   if (o->progress.count == 0 || o->end_to_end ||
       w->series->base[0].progress.count > 0)
      return true;
   if (known)
      message_error("what-if: the program ends before its progress point '%s' "
                    "is visited twice", known);
   return false;
}

/* Code outside of a scope that nothing is in has no name. */
static bool has_scope(const series_work *w)
{
   const whatif *s = w->series;
   char *scopes;

   for (size_t i = 0; i < s->routine_count; i++)
      if (*s->routines[i].name && s->routines[i].self > 0)
         return true;
   scopes = memory_string("");
   for (size_t i = 0; i < s->option_count; i++)
      if (text_begins(s->options[i], "--binary-scope=") ||
          text_begins(s->options[i], "--source-scope="))
         scopes = shell_word_add(scopes, s->options[i]);
   if (*scopes)
      message_error("what-if: no code with a name has run in the scope:%s",
                    scopes);
   else
      message_error("what-if: no code with a name has run");
   free(scopes);
   return false;
}

/* Add the points of a part, unless another name has meant it. */
static void add_points(series_work *w, const char *what)
{
   const measure_plan *o = w->plan;
   const whatif *s = w->series;

   for (size_t i = 0; i < s->point_count; i++)
      if (strcmp(s->points[i].routine, what) == 0)
         return;
   for (size_t k = 0; k < o->percent_count; k++)
      whatif_add_point(w->series, what, o->percents[k]);
}

/* Add the points of what is not named in full. */
static void add_meant(series_work *w, const char *what)
{
   char **meant = wanted_meant(w->series, what);

   for (size_t i = 0; meant[i]; i++)
      add_points(w, meant[i]);
   if (meant[0] == NULL)
      refuse(w, what, wanted_refuse);
   memory_free_list(meant);
}

/* Choose what is measured, and say what has not run.  Return whether something
   is left. */
static bool choose(series_work *w)
{
   const measure_plan *o = w->plan;
   whatif *s = w->series;

   if (!has_scope(w))
      return false;

   for (size_t i = 0; i < o->what.count; i++)
      if (wanted_has_run(s, o->what.values[i]))
         add_points(w, o->what.values[i]);
      else
         add_meant(w, o->what.values[i]);
   if (o->what.count == 0)
      whatif_choose(s, o->top, o->percents, o->percent_count);
   return o->what.count == 0 || s->point_count > 0;
}

/* Measure the program as it is, and choose the points. */
static bool begin(series_work *w, char *const *command, double *longest)
{
   bool good;

   w->parts = wanted_options(w->plan->what.values, w->plan->what.count);
   good = base_runs_first(w, command, longest) && has_progress(w) &&
          choose(w) && base_runs_again(w, *longest);
   memory_free_list(w->parts);
   w->parts = NULL;
   if (good)
      copy_points(w->series);
   return good;
}

/* Measure what is still to be measured; `command` is NULL if a series is
   resumed. */
static bool measure(series_work *w, char *const *command)
{
   double longest = 60;

   jobs_catch_signals();
   w->failed = !write_growth(w) ||
               (command && !begin(w, command, &longest));
   w->written = !w->failed && whatif_write(w->series, w->plan->file);
   if (w->written) {
      run_points(w, longest);
      bound_runs(w, longest);
   } else {
      w->failed = true;
   }
   if (w->growth)
      unlink(w->growth);
   if (jobs_stopped())
      message_error(w->written || command == NULL
                    ? "what-if: interrupted; `aprof what-if --resume=%s` goes "
                      "on"
                    : "what-if: interrupted before there was anything in %s",
                    w->plan->file);
   return !w->failed;
}

/* Has the series all that it was to measure?  What is missing has been told. */
static bool is_whole(const whatif *s)
{
   if (whatif_failed(s) > 0)
      return false;
   for (size_t i = 0; i < s->again_count; i++)
      if (!s->again[i].has_base)
         return false;
   for (size_t i = 0; i < s->point_count; i++) {
      const whatif_growth *g = growth_find(s, s->points[i].routine);

      if (g && bound_runs_missing(g))
         return false;
   }
   return true;
}

measure_result measure_series(whatif **series, const measure_plan *plan,
                              char *const *command)
{
   series_work w = { .plan = plan, .command = command, .series = *series };
   bool good;

   if (!outfile_can_write(plan->file, FILE_SERIES) ||
       (command == NULL && !input_open(*series, &w.input)))
      return MEASURE_FAILED;
   if (command)
      w.input = input_take(*series);
   w.folder = folder_make();
   w.no_progress = memory_new(plan->progress.count + 1, sizeof *w.no_progress);
   good = w.folder && measure(&w, command);

   if (w.folder)
      folder_remove(w.folder);
   if (command == NULL && w.input >= 0)
      close(w.input);
   *series = w.series;
   whatif_free(w.lines);
   free(w.folder);
   free(w.growth);
   free(w.no_progress);
   return !good ? MEASURE_FAILED
          : w.unknown || !is_whole(*series) ? MEASURE_PARTLY : MEASURE_DONE;
}
