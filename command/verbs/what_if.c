/* aprof what-if: what the whole program would gain if a routine were faster.

   The program is run twice as it is, which says which routines are worth a
   look; then once for each of them and each percentage.  The file of the series
   is written after each run, so that a series that was killed can be resumed.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/memory.h"
#include "base/message.h"
#include "base/numbers.h"
#include "profile/read.h"
#include "recorder/wakeups.h"
#include "verbs/run_search.h"
#include "verbs/verbs.h"
#include "whatif/growth.h"
#include "whatif/jobs.h"
#include "whatif/read.h"
#include "whatif/gains.h"
#include "whatif/rows.h"
#include "whatif/wanted.h"
#include "whatif/write.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { AS_TABLE, AS_TSV, AS_JSON };

static const char *const orders[] = { "gain", "impact", NULL };
static const char *const parts[] = { "routine", "line", NULL };
static const char *const formats[] = { "table", "tsv", "json", NULL };

enum { MOST_STEPS = 20, BASES = 2, MOST_SCALE = 1000, MOST_PARTS = 64 };

/* The other quanta, in eighths of the first: no greater one, whose error is
   greater. */
static const unsigned other_quanta[] = { 4, 6, 5, 7 };
enum { MOST_QUANTA = 1 + sizeof other_quanta / sizeof *other_quanta };

typedef struct {
   unsigned long top, at_once, scale, quanta;
   const char *steps, *out, *resume, *show, *weights;
   const char *settings[WHATIF_SETTINGS];
   option_list what, progress, binary_scope, source_scope;
   int format, by, order;
   unsigned long least_points;
   char measured[WHATIF_SETTINGS][NUMBERS_TEXT];
   bool is_measured, end_to_end;
   option_list profiles;
   unsigned percents[MOST_STEPS];
   size_t percent_count;
} what_if_options;

/* A series in the making. */
typedef struct {
   const what_if_options *options;
   whatif *series;
   char *file;                        /* of the whatif */
   char *folder;                      /* for the files of the runs */
   size_t done, all;                  /* runs */
   char **parts;                      /* the options for base runs that measure
                                         what --what names; NULL at the end */
   whatif_point **points;             /* that are run */
   char *growth;                      /* the file for --growth; NULL: none */
   whatif_growth **bounded;           /* of the runs of bounds */
   whatif *lines;                     /* the base run with --by=line; NULL: not
                                         needed */
   bool unknown;                      /* something of --what has not run */
   bool failed;                       /* a base run, or the file */
} work;

/* --- options --- */

static int by_value(const void *a, const void *b)
{
   const unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;

   return (x > y) - (x < y);
}

static bool parse_steps(what_if_options *o)
{
   char *copy = memory_string(o->steps), *rest = copy, *word;
   bool good = true;

   while (good && (word = strsep(&rest, ",")) != NULL) {
      prof_sum n = 0;

      good = numbers_read(word, 99, &n) == NULL && n > 0 &&
             o->percent_count < MOST_STEPS;
      if (good)
         o->percents[o->percent_count++] = n;
   }
   free(copy);
   if (!good)
      message_error("what-if: --steps=%s: at most %d percentages from 1 to 99, "
                    "such as 10,25,50", o->steps, MOST_STEPS);
   qsort(o->percents, o->percent_count, sizeof *o->percents, by_value);
   return good;
}

static bool are_numbers(const what_if_options *o)
{
   prof_sum n;

   if (o->quanta < 1 || o->quanta > MOST_QUANTA) {
      message_error("what-if: --quanta=%lu: from 1 to %d", o->quanta,
                    (int)MOST_QUANTA);
      return false;
   }
   if (o->what.count > MOST_PARTS) {
      message_error("what-if: --what may be given %d times", MOST_PARTS);
      return false;
   }

   for (int i = 0; i < WHATIF_SETTINGS; i++)
      if (o->settings[i] &&
          numbers_read(o->settings[i], 1000000000, &n) != NULL) {
         message_error("what-if: --%s=%s is no number up to 1000000000",
                       whatif_setting_names[i], o->settings[i]);
         return false;
      }
   return true;
}

/* Take what aprof calibrate has measured for the options that are not given.
   The texts stay. */
static void use_measured(what_if_options *o)
{
   wakeups w;

   o->is_measured = wakeups_read(&w);
   if (!o->is_measured)
      return;
   const char *given = o->settings[WHATIF_INSTR_PER_NS];
   const double rate = given ? strtod(given, NULL)
                             : fmax(1, round(w.instructions));
   const double values[WHATIF_SETTINGS] = {
      [WHATIF_WAKE_COST] = (double)w.cost * rate,
      [WHATIF_WAKE_LATENCY] = (double)w.latency * rate,
      [WHATIF_SWITCH_COST] = (double)w.switching * rate,
      [WHATIF_INSTR_PER_NS] = rate,
   };
   for (int i = WHATIF_WAKE_COST; i < WHATIF_SETTINGS; i++)
      if (o->settings[i] == NULL) {
         snprintf(o->measured[i], NUMBERS_TEXT, "%.0f",
                  fmin(values[i], 1e9));
         o->settings[i] = o->measured[i];
      }
}

/* --- runs --- */

static void show_progress(const work *w)
{
   if (isatty(STDERR_FILENO))
      fprintf(stderr, "\raprof: %zu of %zu runs%s", w->done, w->all,
              w->done == w->all ? "\n" : "");
}

/* The options of the tool are kept in the series, for those who resume it. */
static void keep_list(whatif *s, const char *name, const option_list *list)
{
   for (size_t i = 0; i < list->count; i++) {
      char *word = memory_format("--%s=%s", name, list->values[i]);

      whatif_add_option(s, word);
      free(word);
   }
}

static void keep_options(whatif *s, const what_if_options *o)
{
   const option_list weights = { (const char **)&o->weights, 1, 1 };
   const option_list by = { (const char **)&parts[o->by], 1, 1 };

   if (o->weights)
      keep_list(s, "weights", &weights);
   if (o->by > 0)
      keep_list(s, "by", &by);
   keep_list(s, "progress", &o->progress);
   keep_list(s, "binary-scope", &o->binary_scope);
   keep_list(s, "source-scope", &o->source_scope);
}

static char **tool_options(const work *w)
{
   const whatif *s = w->series;
   char **words = memory_new(WHATIF_SETTINGS + s->option_count + 2 +
                             MOST_PARTS, sizeof *words);
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
      else if (w->options->settings[i])
         words[n++] = memory_format("--%s=%s", whatif_setting_names[i],
                                    w->options->settings[i]);
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
                  void (*done)(void *, size_t, const char *, const char *))
{
   char **options = tool_options(w);
   const jobs_setup setup = { command, options, extra, w->folder,
                              w->options->at_once, limit };
   const double longest = jobs_run(&setup, what, count, done, w);

   free_words(options);
   if (jobs_stopped())
      w->failed = true;
   return longest;
}

static const char early[] = "a signal has ended it, or it executes another one";

/* Drop the progress points that can't be measured, and say so; or all, without a
   word.  If none that the options name is left, then that is an error later. */
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

/* Return the series of the file of a base run, whose options it takes over;
   NULL after one line on stderr. */
static whatif *read_base(const work *w, const char *file)
{
   whatif *s = whatif_read(file);

   if (s && (s->base_count != 1 || s->cut_short)) {
      message_error("what-if: the program could not be measured: %s; "
                    "aprof run --what-if=base shows why", early);
      whatif_free(s);
      return NULL;
   }
   for (size_t i = 0; s && i < w->series->option_count; i++)
      whatif_add_option(s, w->series->options[i]);
   return s;
}

/* The first base run that ends makes the series. */
static void base_done(void *context, size_t i, const char *file,
                      const char *reason)
{
   work *w = context;
   whatif *s = file && !w->failed ? read_base(w, file) : NULL;

   (void)i;
   w->done++;
   show_progress(w);
   if (s == NULL) {
      if (file == NULL && !w->failed)
         message_error("what-if: the program could not be measured: %s; "
                       "aprof run --what-if=base shows why", reason);
      w->failed = true;
   } else if (w->series->command == NULL) {
      drop_progress(&s->base[0].progress, w->options->end_to_end,
                    w->options->progress.count > 0);
      s->measure = s->base[0].progress.count > 0 ? 0 : WHATIF_END;
      growth_move(s, w->series);
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
   if (s->cut_short)
      return memory_string(early);
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

static void point_done(void *context, size_t i, const char *file,
                       const char *reason)
{
   work *w = context;
   whatif_point *p = w->points[i];
   whatif *s = file ? whatif_read(file) : NULL;
   char *note = s ? failure(w->series, s)
                  : memory_string(file ? "its file can't be read" : reason);

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
   if (!w->failed && !whatif_write(w->series, w->file))
      w->failed = true;
}

/* The option of the tool for a quantum; the caller frees it. */
static char *quantum_option(uint64_t quantum)
{
   return memory_format("--quantum=%llu", (unsigned long long)quantum);
}

/* A base run at another quantum.  If it fails, then there is none, and the
   points at that quantum are not counted. */
static void base_again_done(void *context, size_t i, const char *file,
                            const char *reason)
{
   work *w = context;
   whatif_again *a = &w->series->again[i];
   whatif *s = file ? whatif_read(file) : NULL;

   a->has_base = s && s->base_count == 1 && !s->cut_short;
   if (a->has_base) {
      a->base.clock = s->base[0].clock;
      a->base.threads = s->base[0].threads;
      a->base.waits = s->base[0].waits;
      whatif_move_progress(&a->base.progress, &s->base[0].progress);
   } else
      message_warning("what-if: the program could not be measured at the "
                      "quantum %llu: %s", (unsigned long long)a->quantum,
                      file ? early : reason);
   whatif_free(s);
   w->done++;
   show_progress(w);
}

/* Run the program at other quanta.  With one thread all quanta are the same. */
static void run_again(work *w, double longest)
{
   whatif *s = w->series;
   char base[] = "base";
   char *what[MOST_QUANTA], *extra[MOST_QUANTA + 1] = { NULL };
   const uint64_t quantum = s->settings[WHATIF_QUANTUM];
   const size_t others = s->base[0].threads > 1 && quantum >= 8
                         ? w->options->quanta - 1 : 0;

   for (size_t i = 0; i < others; i++) {
      whatif_again *a = whatif_add_again(s, quantum * other_quanta[i] / 8);

      what[i] = base;
      extra[i] = quantum_option(a->quantum);
   }
   w->done = 0;
   w->all = others;
   if (others > 0)
      run(w, s->command, what, extra, others, limit_of(longest),
          base_again_done);
   for (size_t i = 0; extra[i]; i++)
      free(extra[i]);
}

static bool run_base(work *w, char *const *command, double *longest)
{
   char base[] = "base";
   char *const what[BASES] = { base, base };

   w->all = BASES;
   *longest = run(w, command, what, NULL, BASES, 0, base_done);
   if (!w->failed)
      run_again(w, *longest);
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
static void bound_done(void *context, size_t i, const char *file,
                       const char *reason)
{
   work *w = context;
   whatif *s = file ? whatif_read(file) : NULL;

   if (s && s->base_count == 1 && !s->cut_short)
      w->bounded[i]->clocks[i % GROWTH_BOUNDS] = s->base[0].clock;
   else
      message_warning("what-if: %s: the interval is not known, since %s",
                      w->bounded[i]->routine, file ? early : reason);
   whatif_free(s);
   w->done++;
   show_progress(w);
   if (!w->failed && !whatif_write(w->series, w->file))
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

/* --- the verb --- */

/* Give the runs at other quanta the points of the series. */
static void copy_points(whatif *s)
{
   for (size_t k = 0; k < s->again_count; k++)
      for (size_t i = 0; i < s->point_count; i++)
         whatif_add_point_again(&s->again[k], s->points[i].routine,
                                s->points[i].percent);
}

static void lines_done(void *context, size_t i, const char *file,
                       const char *reason)
{
   work *w = context;

   (void)i;
   (void)reason;
   w->lines = file ? whatif_read(file) : NULL;
}

/* Say what has not run, and what has a name near to it: for a line, one more run
   tells. */
static void refuse(work *w, const char *what)
{
   char base[] = "base", by[] = "--by=line";
   char *const run_base[] = { base }, *const extra[] = { by };

   if (w->lines == NULL && wanted_is_line(what))
      run(w, w->series->command, run_base, extra, 1, 0, lines_done);
   wanted_refuse(w->series, w->lines, what);
   w->unknown = true;
}

/* What has not run is told here; the rest is measured. */
static void choose(work *w)
{
   const what_if_options *o = w->options;
   whatif *s = w->series;

   for (size_t i = 0; i < o->what.count; i++)
      if (!wanted_has_run(s, o->what.values[i]))
         refuse(w, o->what.values[i]);
      else
         for (size_t k = 0; k < o->percent_count; k++)
            whatif_add_point(s, o->what.values[i], o->percents[k]);
   if (o->what.count == 0)
      whatif_choose(s, o->top, o->percents, o->percent_count);
   else if (s->point_count == 0)
      w->failed = true;
   copy_points(s);
}

/* Is it a mistake to go on?  The program that was named has other points. */
static bool has_progress(const whatif *s, const what_if_options *o)
{
   if (o->progress.count == 0 || o->end_to_end ||
       s->base[0].progress.count > 0)
      return true;
   message_error("what-if: the program ends before its progress point '%s' is "
                 "visited twice", o->progress.values[0]);
   return false;
}

static void print(whatif *s, int format)
{
   if (format == AS_TABLE)
      gains_print(s, stdout);
   else
      whatif_rows_print(s, format == AS_TSV ? ROWS_TSV : ROWS_JSON);
}

static bool make_folder(work *w)
{
   const char *users = getenv("TMPDIR");

   w->folder = memory_format("%s/aprof.XXXXXX", users ? users : "/tmp");
   if (mkdtemp(w->folder) == NULL) {
      message_error("what-if: cannot make a folder %s: %s", w->folder,
                    strerror(errno));
      return false;
   }
   return true;
}

/* Measure what is still to be measured; `command` is NULL if a series is
   resumed. */
static bool measure(work *w, char *const *command)
{
   double longest = 60;

   if (!make_folder(w))
      return false;
   jobs_catch_signals();
   w->failed = !write_growth(w);
   if (!w->failed && command) {
      keep_options(w->series, w->options);
      w->parts = wanted_options(w->options->what.values,
                                w->options->what.count);
      if (!run_base(w, command, &longest) ||
          !has_progress(w->series, w->options))
         w->failed = true;
      free_words(w->parts);
      w->parts = NULL;
      if (!w->failed)
         choose(w);
   }
   if (!w->failed && whatif_write(w->series, w->file)) {
      run_points(w, longest);
      run_bounds(w, longest);
   } else {
      w->failed = true;
   }
   if (w->growth)
      unlink(w->growth);
   rmdir(w->folder);
   if (jobs_stopped())
      message_error(access(w->file, F_OK) == 0
                    ? "what-if: interrupted; `aprof what-if --resume=%s` goes on"
                    : "what-if: interrupted before there was anything in %s",
                    w->file);
   return !w->failed;
}

static bool can_run(char **command, size_t words)
{
   const char *reason;

   if (words == 0) {
      message_error("what-if: no program is named; see aprof what-if --help");
      return false;
   }
   if (!run_search_program(command[0], &reason)) {
      message_error("what-if: %s: %s", command[0], reason);
      return false;
   }
   if (!run_search_set_tool())
      return false;
   run_search_preload_coz();
   return true;
}

/* Read the profiles of --profile, whose growth the series stands for. */
static bool read_growth(whatif *s, const what_if_options *o)
{
   const bool resumed = o->show || o->resume;
   model *m;

   if (o->scale == 0 && o->profiles.count == 0)
      return true;
   if (resumed || o->scale < 2 || o->scale > MOST_SCALE ||
       o->profiles.count == 0) {
      message_error(resumed ? "what-if: a series keeps its --scale and "
                              "--profile" :
                    o->profiles.count == 0 ?
                    "what-if: --scale=N needs --profile=FILE, which aprof run "
                    "has written" :
                    "what-if: --profile=FILE needs --scale=N, from 2 to 1000");
      return false;
   }
   m = profile_read_many((char **)o->profiles.values, o->profiles.count);
   if (m == NULL)
      return false;
   model_fold(m);
   growth_of_profile(s, m, o->scale);
   model_free(m);
   return true;
}

static int run_series(const what_if_options *o, char **command, size_t words)
{
   work w = { .options = o };
   const char *old = o->show ? o->show : o->resume;
   char **copy = memory_new(words + 1, sizeof *copy);
   bool good;

   for (size_t i = 0; i < words; i++)
      copy[i] = command[i];
   if (old && words > 0)
      message_error("what-if: %s has its program: name no other one", old);
   w.series = old ? words == 0 ? whatif_read(old) : NULL : whatif_new();
   w.file = o->resume ? memory_string(o->resume)
                      : o->out ? memory_string(o->out)
                               : memory_format("aprof.whatif.%d", getpid());
   good = w.series != NULL && read_growth(w.series, o);
   if (good && old == NULL)
      good = can_run(copy, words) && measure(&w, copy);
   else if (good && o->show == NULL)
      good = can_run(w.series->command, 1) && measure(&w, NULL);
   if (good) {
      w.series->order = o->order;
      w.series->least_points = o->least_points;
      print(w.series, o->format);
      if (o->show == NULL)
         message_note("the series is in %s%s", w.file,
                      o->is_measured || old ? "" :
                      "; wake-ups are assumed: aprof calibrate --threads "
                      "measures them");
   }
   whatif_free(w.series);
   whatif_free(w.lines);
   free(w.file);
   free(w.folder);
   free(w.growth);
   free(copy);
   return good && !w.unknown ? STATUS_DONE : STATUS_UNUSABLE;
}

int verb_what_if(int argc, char **argv)
{
   what_if_options o = { .top = 8, .at_once = 1, .least_points = 1,
                         .quanta = 2, .steps = "10,25,50,75,95" };
   const option options[] = {
      { "what", OPTION_LIST, &o.what, NULL, "WHAT",
        "only this: a routine, routine+ with what it\n"
        "                                calls, file:line, file:NAME, "
        "object:NAME;\n"
        "                                may be given several times" },
      { "routine", OPTION_LIST, &o.what, NULL, "NAME",
        "the same as --what, for a routine" },
      { "by", OPTION_CHOICE, &o.by, parts, "routine|line",
        "look for routines (default) or lines" },
      { "progress", OPTION_LIST, &o.progress, NULL, "NAME",
        "entries of this routine, or visits of FILE:LINE,\n"
        "                                are a progress point" },
      { "end-to-end", OPTION_FLAG, &o.end_to_end, NULL, NULL,
        "the program's time, whatever progress points\n"
        "                                it has" },
      { "binary-scope", OPTION_LIST, &o.binary_scope, NULL, "PATTERN",
        "charge code outside of these objects to its\n"
        "                                callers inside; MAIN is the program" },
      { "source-scope", OPTION_LIST, &o.source_scope, NULL, "PATTERN",
        "the same for source files" },
      { "top", OPTION_COUNT, &o.top, NULL, "N",
        "the N routines with most time (default: 8)" },
      { "steps", OPTION_TEXT, &o.steps, NULL, "PERCENT[,PERCENT...]",
        "how much faster (default: 10,25,50,75,95)" },
      { "jobs", OPTION_COUNT, &o.at_once, NULL, "N",
        "runs side by side (default: 1)" },
      { "cores", OPTION_TEXT, &o.settings[WHATIF_CORES], NULL, "P",
        "as on P cores (default: this machine's)" },
      { "quantum", OPTION_TEXT, &o.settings[WHATIF_QUANTUM], NULL, "N",
        "instructions that a thread may be ahead\n"
        "                                (default: 5000)" },
      { "quanta", OPTION_COUNT, &o.quanta, NULL, "N",
        "measure at N quanta, 1 to 5, which tells how far\n"
        "                                chance goes (default: 2)" },
      { "wake-cost", OPTION_TEXT, &o.settings[WHATIF_WAKE_COST], NULL, "N",
        "instructions to wake a thread if a core is idle\n"
        "                                (default: 20000)" },
      { "wake-latency", OPTION_TEXT, &o.settings[WHATIF_WAKE_LATENCY], NULL,
        "N", "instructions until that thread runs\n"
        "                                (default: 50000)" },
      { "switch-cost", OPTION_TEXT, &o.settings[WHATIF_SWITCH_COST], NULL, "N",
        "instructions to wake a thread if no core is idle,\n"
        "                                and to switch to it (default: 6000)" },
      { "instr-per-ns", OPTION_TEXT, &o.settings[WHATIF_INSTR_PER_NS], NULL,
        "N", "instructions of a nanosecond (default: 4)" },
      { "weights", OPTION_TEXT, &o.weights, NULL, "FILE",
        "nanoseconds per instruction of routines" },
      { "scale", OPTION_COUNT, &o.scale, NULL, "N",
        "as if the program had N times as much data" },
      { "profile", OPTION_LIST, &o.profiles, NULL, "FILE",
        "for --scale: how the routines grow; may be\n"
        "                                given several times" },
      { "resume", OPTION_TEXT, &o.resume, NULL, "FILE",
        "measure what is missing in a series" },
      { "sort", OPTION_CHOICE, &o.order, orders, "gain|impact",
        "by the gain at 25 % (default), or as Coz's\n"
        "                                viewer by impact" },
      { "min-points", OPTION_COUNT, &o.least_points, NULL, "N",
        "only what has N points, with that at 0 %" },
      { "show", OPTION_TEXT, &o.show, NULL, "FILE",
        "print a series; run nothing" },
      { "format", OPTION_CHOICE, &o.format, formats, "table|tsv|json",
        "how to write it (default: table)" },
      { "o", OPTION_TEXT, &o.out, NULL, "FILE",
        "the series (default: aprof.whatif.PID)" },
      { NULL, 0, NULL, NULL, NULL, NULL },
   };
   const option_table table = {
      "what-if", "[OPTION...] -- PROGRAM [ARGUMENT...]",
      "Says what a whole program would gain if a routine were faster.",
      options,
   };
   size_t words;
   int status = STATUS_UNUSABLE;

   switch (options_parse(argc, argv, &table, &words)) {
   case OPTIONS_HELP:
      status = STATUS_DONE;
      break;
   case OPTIONS_GOOD:
      use_measured(&o);
      if (parse_steps(&o) && are_numbers(&o))
         status = run_series(&o, argv, words);
      break;
   case OPTIONS_BAD:
      break;
   }
   free(o.what.values);
   free(o.progress.values);
   free(o.binary_scope.values);
   free(o.source_scope.values);
   free(o.profiles.values);
   return status;
}
