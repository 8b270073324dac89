/* The runs of a series: see measure.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "whatif/measure.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/shell_word.h"
#include "base/text.h"
#include "cli/outfile.h"
#include "whatif/folder.h"
#include "whatif/growth.h"
#include "whatif/input.h"
#include "whatif/jobs.h"
#include "whatif/read.h"
#include "whatif/wanted.h"
#include "whatif/write.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The other quanta, in eighths of the first: no greater one, whose error is
   greater. */
static const unsigned other_quanta[MEASURE_MOST_QUANTA - 1] = { 4, 6, 5, 7 };

/* A series in the making. */
typedef struct {
   const measure_plan *plan;
   char *const *command;              /* NULL: the series has it */
   whatif *series;
   int input;                         /* of the runs; -1: none */
   char *folder;                      /* for the files of the runs */
   size_t done, all;                  /* runs */
   char **parts;                      /* the options for base runs that measure
                                         what --what names; NULL at the end */
   whatif_point **points;             /* that are run */
   char *growth;                      /* the file for --growth; NULL: none */
   whatif_growth **bounded;           /* of the runs of bounds */
   whatif *lines;                     /* the base run with --by=line; NULL: not
                                         needed */
   bool *no_progress;                 /* of each --progress: no such code has
                                         run */
   bool unknown;                      /* something that is named has not run */
   bool written;                      /* the file of the series */
   bool failed;                       /* a base run, or the file */
} work;

static void show_progress(const work *w)
{
   if (isatty(STDERR_FILENO))
      fprintf(stderr, "\raprof: %zu of %zu runs%s", w->done, w->all,
              w->done == w->all ? "\n" : "");
}

static char **tool_options(const work *w)
{
   const whatif *s = w->series;
   char **words = memory_new(WHATIF_SETTINGS + s->option_count + 2 +
                             MEASURE_MOST_PARTS, sizeof *words);
   size_t n = 0;

   for (size_t i = 0; i < s->option_count; i++)
      words[n++] = memory_string(s->options[i]);
   if (w->growth)
      words[n++] = memory_format("--growth=%s", w->growth);
   for (size_t i = 0; w->parts && w->parts[i]; i++)
      words[n++] = memory_string(w->parts[i]);
   for (int i = WHATIF_CORES; i < WHATIF_SETTINGS; i++)
      if (s->command)
         words[n++] = memory_format("--%s=%llu", whatif_setting_names[i],
                                    (unsigned long long)s->settings[i]);
      else if (w->plan->settings[i])
         words[n++] = memory_format("--%s=%s", whatif_setting_names[i],
                                    w->plan->settings[i]);
   return words;
}

static void free_words(char **words)
{
   for (size_t i = 0; words[i]; i++)
      free(words[i]);
   free(words);
}

static double run(work *w, char *const *command, char *const *what,
                  char *const *extra, size_t count, unsigned limit,
                  void (*done)(void *, size_t, const jobs_end *))
{
   char **options = tool_options(w);
   const jobs_setup setup = { command, options, extra, w->input,
                              w->series->input_offset, w->folder,
                              w->plan->at_once, limit };
   const double longest = jobs_run(&setup, what, count, done, w);

   free_words(options);
   if (jobs_stopped())
      w->failed = true;
   return longest;
}

/* Return why the file of a run is not that of a base run; NULL: it is. */
static const char *reason_of(const whatif *s)
{
   return s->early ? s->early
          : s->base_count != 1 ? "its file is not that of such a run" : NULL;
}

/* Find the points of --progress of which no code has run, and take them out of
   the list. */
static void find_unknown(work *w, whatif_progresses *list)
{
   const option_list *named = &w->plan->progress;
   size_t kept = 0;

   for (size_t k = 0; k < list->count; k++) {
      const whatif_progress *p = &list->list[k];
      bool unknown = false;

      for (size_t i = 0; i < named->count && !p->is_pair; i++)
         if (p->visits == 0 && strcmp(p->name, named->values[i]) == 0)
            unknown = w->no_progress[i] = true;
      if (unknown)
         free(p->name);
      else
         list->list[kept++] = *p;
   }
   list->count = kept;
}

/* Drop the progress points that can't be measured, and say so; or all, without
   a word.  If none that the options name is left, then that is an error
   later. */
static void drop_progress(whatif_progresses *list, bool all, bool named)
{
   size_t kept = 0;
   bool silent = named;

   for (size_t i = 0; i < list->count; i++) {
      const char *reason;

      silent = silent && whatif_period(&list->list[i], &reason) <= 0;
   }

   for (size_t i = 0; i < list->count; i++) {
      whatif_progress *p = &list->list[i];
      const char *reason;

      if (all)
         free(p->name);
      else if (whatif_period(p, &reason) > 0)
         list->list[kept++] = *p;
      else {
         if (!silent)
            message_warning("what-if: the progress point '%s' %s: it is not "
                            "measured", p->name,
                            reason ? reason : "takes no time");
         free(p->name);
      }
   }
   list->count = kept;
}

/* Add a word for a shell to a text. */
static char *with_word(char *text, const char *word)
{
   char *quoted = shell_word_quote(word);
   char *longer = memory_format("%s %s", text, quoted);

   free(quoted);
   free(text);
   return longer;
}

/* Return the command line of a base run whose output is seen; the caller frees
   it.  (The file of --growth is not there any more.) */
static char *shown_run(const work *w)
{
   char *text = memory_string("aprof run --what-if=base");

   for (size_t i = 0; i < w->series->option_count; i++)
      text = with_word(text, w->series->options[i]);
   for (size_t i = 0; w->parts && w->parts[i]; i++)
      text = with_word(text, w->parts[i]);
   for (size_t i = 0; w->command[i]; i++)
      text = with_word(text, w->command[i]);
   if (w->series->input) {
      char *with_input = memory_format("%s <", text);

      free(text);
      text = with_word(with_input, w->series->input);
   }
   return text;
}

/* Return the series of the file of a base run, whose options it takes over;
   NULL after one line on stderr. */
static whatif *read_base(const work *w, const char *file)
{
   whatif *s = whatif_read(file);

   if (s && reason_of(s)) {
      char *shown = shown_run(w);

      message_error("what-if: the program could not be measured: %s; `%s` "
                    "shows more", reason_of(s), shown);
      free(shown);
      whatif_free(s);
      return NULL;
   }
   for (size_t i = 0; s && i < w->series->option_count; i++)
      whatif_add_option(s, w->series->options[i]);
   return s;
}

/* The first base run that ends makes the series. */
static void base_done(void *context, size_t i, const jobs_end *end)
{
   work *w = context;
   whatif *s = end->file && !w->failed ? read_base(w, end->file) : NULL;

   (void)i;
   w->done++;
   show_progress(w);
   if (s == NULL) {
      if (end->file == NULL && !w->failed) {
         char *shown = shown_run(w);

         message_error("what-if: the program could not be measured: %s; `%s` "
                       "shows why", end->reason, shown);
         free(shown);
      }
      w->failed = true;
   } else if (w->series->command == NULL) {
      /* A command line that the program does not take is not seen otherwise:
         nothing of what it writes is shown. */
      if (end->status != 0)
         message_warning("what-if: the program ends with status %d: run it "
                         "alone to see what it writes", end->status);
      input_check();
      if (!w->plan->end_to_end)
         find_unknown(w, &s->base[0].progress);
      drop_progress(&s->base[0].progress, w->plan->end_to_end,
                    w->plan->progress.count > 0);
      s->measure = s->base[0].progress.count > 0 ? 0 : WHATIF_END;
      growth_move(s, w->series);
      s->input = w->series->input;
      s->input_offset = w->series->input_offset;
      w->series->input = NULL;
      whatif_free(w->series);
      w->series = s;
   } else {
      whatif_base *b = &w->series->base[w->series->base_count++];

      *b = s->base[0];
      b->progress = (whatif_progresses){ NULL, 0, 0 };
      whatif_move_progress(&b->progress, &s->base[0].progress);
      whatif_free(s);
   }
}

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

/* A run that takes 20 times as long as a base run, and a minute more, will not
   end: a routine that spins may advance too slowly. */
static unsigned limit_of(double longest)
{
   return 60 + (unsigned)(20 * longest);
}

static void point_done(void *context, size_t i, const jobs_end *end)
{
   work *w = context;
   whatif_point *p = w->points[i];
   whatif *s = end->file ? whatif_read(end->file) : NULL;
   char *note = s ? failure(w->series, s)
                  : memory_string(end->file ? "its file can't be read"
                                            : end->reason);

   p->state = note ? POINT_FAILED : POINT_DONE;
   if (note == NULL) {
      p->clock = s->points[0].clock;
      whatif_move_progress(&p->progress, &s->points[0].progress);
      note = memory_string(most_critical(s, p->routine));
   }
   free(p->note);
   p->note = note;
   whatif_free(s);
   w->done++;
   show_progress(w);
   if (!w->failed && !whatif_write(w->series, w->plan->file))
      w->failed = true;
}

/* The option of the tool for a quantum; the caller frees it. */
static char *quantum_option(uint64_t quantum)
{
   return memory_format("--quantum=%llu", (unsigned long long)quantum);
}

/* A base run at another quantum.  If it fails, then there is none, and the
   points at that quantum are not counted.  Run 0 is at the first one. */
static void base_again_done(void *context, size_t i, const jobs_end *end)
{
   work *w = context;

   if (i == 0) {
      base_done(w, i, end);
      return;
   }
   whatif_again *a = &w->series->again[i - 1];
   whatif *s = end->file ? whatif_read(end->file) : NULL;

   a->has_base = s && reason_of(s) == NULL;
   if (a->has_base) {
      a->base.clock = s->base[0].clock;
      a->base.threads = s->base[0].threads;
      a->base.waits = s->base[0].waits;
      whatif_move_progress(&a->base.progress, &s->base[0].progress);
   } else
      message_warning("what-if: the program could not be measured at the "
                      "quantum %llu: %s", (unsigned long long)a->quantum,
                      s ? reason_of(s) : end->reason);
   whatif_free(s);
   w->done++;
   show_progress(w);
}

/* Run the program once more, and at other quanta.  With one thread all quanta
   are the same. */
static bool run_again(work *w, double longest)
{
   whatif *s = w->series;
   char base[] = "base";
   char *what[MEASURE_MOST_QUANTA], *extra[MEASURE_MOST_QUANTA + 1] = { NULL };
   const uint64_t quantum = s->settings[WHATIF_QUANTUM];
   const size_t others = s->base[0].threads > 1 && quantum >= 8
                         ? w->plan->quanta - 1 : 0;

   what[0] = base;
   extra[0] = quantum_option(quantum);
   for (size_t i = 0; i < others; i++) {
      whatif_again *a = whatif_add_again(s, quantum * other_quanta[i] / 8);

      what[i + 1] = base;
      extra[i + 1] = quantum_option(a->quantum);
   }
   w->done = 0;
   w->all = others + 1;
   run(w, s->command, what, extra, w->all, limit_of(longest), base_again_done);
   for (size_t i = 0; extra[i]; i++)
      free(extra[i]);
   return !w->failed;
}

/* Run the program as it is: it tells what is worth a run. */
static bool run_base(work *w, char *const *command, double *longest)
{
   char base[] = "base";
   char *const what[] = { base };

   w->all = 1;
   *longest = run(w, command, what, NULL, 1, 0, base_done);
   return !w->failed;
}

/* Add the points of a list that are not done to those that are run. */
static size_t add_runs(work *w, char **what, char **extra, size_t n,
                       whatif_point *points, size_t count, uint64_t quantum)
{
   for (size_t i = 0; i < count; i++) {
      if (points[i].state == POINT_DONE)
         continue;
      w->points[n] = &points[i];
      what[n] = memory_format("%s:%u", points[i].routine, points[i].percent);
      extra[n++] = quantum_option(quantum);
   }
   return n;
}

/* Run the points that are not done: at first those of the series itself. */
static void run_points(work *w, double longest)
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
   w->done = 0;
   w->all = n;
   run(w, s->command, what, extra, n, limit_of(longest), point_done);
   free_words(what);
   free_words(extra);
   free(w->points);
}

/* --- more data --- */

static bool write_growth(work *w)
{
   if (w->series->scale == 0)
      return true;
   w->growth = memory_format("%s/growth", w->folder);
   return growth_write(w->series, w->growth, NULL, 0);
}

/* Run i is that of the bound i % GROWTH_BOUNDS. */
static void bound_done(void *context, size_t i, const jobs_end *end)
{
   work *w = context;
   whatif *s = end->file ? whatif_read(end->file) : NULL;

   if (s && reason_of(s) == NULL)
      w->bounded[i]->clocks[i % GROWTH_BOUNDS] = s->base[0].clock;
   else
      message_warning("what-if: %s: the interval is not known, since %s",
                      w->bounded[i]->routine, s ? reason_of(s) : end->reason);
   whatif_free(s);
   w->done++;
   show_progress(w);
   if (!w->failed && !whatif_write(w->series, w->plan->file))
      w->failed = true;
}

/* Return how many runs there are: GROWTH_BOUNDS for each routine that has a
   point and an interval that is not known yet. */
static size_t choose_bounds(work *w)
{
   whatif *s = w->series;
   size_t n = 0;

   for (size_t i = 0; i < s->point_count; i++) {
      whatif_growth *g = growth_find(s, s->points[i].routine);
      bool is_new = g && growth_bounds(g) > 0 &&
                    (g->clocks[0] == 0 || g->clocks[1] == 0);

      for (size_t k = 0; k < n; k++)
         is_new = is_new && w->bounded[k] != g;
      for (int bound = 0; is_new && bound < GROWTH_BOUNDS; bound++)
         w->bounded[n++] = g;
   }
   return n;
}

static void run_bounds(work *w, double longest)
{
   const size_t most = GROWTH_BOUNDS * w->series->point_count + 1;
   char base[] = "base";
   char **what = memory_new(most, sizeof *what);
   char **extra = memory_new(most, sizeof *extra);
   bool good = true;
   size_t n;

   w->bounded = memory_new(most, sizeof *w->bounded);
   n = choose_bounds(w);
   for (size_t i = 0; good && i < n; i++) {
      char *file = memory_format("%s/growth.%zu", w->folder, i);

      what[i] = base;
      extra[i] = memory_format("--growth=%s", file);
      good = growth_write(w->series, file, w->bounded[i], i % GROWTH_BOUNDS);
      free(file);
   }
   w->done = 0;
   w->all = n;
   if (good && n > 0)
      run(w, w->series->command, what, extra, n, limit_of(longest),
          bound_done);
   for (size_t i = 0; i < n; i++) {
      if (extra[i])
         unlink(strchr(extra[i], '=') + 1);
      free(extra[i]);
   }
   free(w->bounded);
   free(extra);
   free(what);
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
   work *w = context;

   (void)i;
   w->lines = end->file ? whatif_read(end->file) : NULL;
}

/* Say what has not run, and what has a name near to it: for a line, one more
   run tells. */
static void refuse(work *w, const char *name,
                   void (*say)(const whatif *, const whatif *, const char *))
{
   char base[] = "base", by[] = "--by=line";
   char *const run_base[] = { base }, *const extra[] = { by };

   if (w->lines == NULL && wanted_is_line(name))
      run(w, w->series->command, run_base, extra, 1, 0, lines_done);
   if (!jobs_stopped())
      say(w->series, w->lines, name);
   w->unknown = true;
}

/* Say which progress points there are not.  Return whether it makes sense to go
   on: the program that was named has other points. */
static bool has_progress(work *w)
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
static bool has_scope(const work *w)
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
         scopes = with_word(scopes, s->options[i]);
   if (*scopes)
      message_error("what-if: no code with a name has run in the scope:%s",
                    scopes);
   else
      message_error("what-if: no code with a name has run");
   free(scopes);
   return false;
}

/* Choose what is measured, and say what has not run.  Return whether something
   is left. */
static bool choose(work *w)
{
   const measure_plan *o = w->plan;
   whatif *s = w->series;

   if (!has_scope(w))
      return false;

   for (size_t i = 0; i < o->what.count; i++)
      if (!wanted_has_run(s, o->what.values[i]))
         refuse(w, o->what.values[i], wanted_refuse);
      else
         for (size_t k = 0; k < o->percent_count; k++)
            whatif_add_point(s, o->what.values[i], o->percents[k]);
   if (o->what.count == 0)
      whatif_choose(s, o->top, o->percents, o->percent_count);
   return o->what.count == 0 || s->point_count > 0;
}

/* Measure the program as it is, and choose the points. */
static bool begin(work *w, char *const *command, double *longest)
{
   bool good;

   w->parts = wanted_options(w->plan->what.values, w->plan->what.count);
   good = run_base(w, command, longest) && has_progress(w) && choose(w) &&
          run_again(w, *longest);
   free_words(w->parts);
   w->parts = NULL;
   if (good)
      copy_points(w->series);
   return good;
}

/* Measure what is still to be measured; `command` is NULL if a series is
   resumed. */
static bool measure(work *w, char *const *command)
{
   double longest = 60;

   jobs_catch_signals();
   w->failed = !write_growth(w) ||
               (command && !begin(w, command, &longest));
   w->written = !w->failed && whatif_write(w->series, w->plan->file);
   if (w->written) {
      run_points(w, longest);
      run_bounds(w, longest);
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

      if (g && growth_bounds(g) > 0 &&
          (g->clocks[0] == 0 || g->clocks[1] == 0))
         return false;
   }
   return true;
}

measure_result measure_series(whatif **series, const measure_plan *plan,
                              char *const *command)
{
   work w = { .plan = plan, .command = command, .series = *series };
   bool good;

   if (!outfile_can_write(plan->file) ||
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
