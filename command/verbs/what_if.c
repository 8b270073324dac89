/* aprof what-if: what the whole program would gain if a routine were faster.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/memory.h"
#include "base/message.h"
#include "base/numbers.h"
#include "base/text.h"
#include "profile/fold.h"
#include "profile/read.h"
#include "recorder/wakeups.h"
#include "verbs/run_search.h"
#include "verbs/verbs.h"
#include "whatif/gains_table.h"
#include "whatif/growth.h"
#include "whatif/measure.h"
#include "whatif/read.h"
#include "whatif/rows.h"
#include "whatif/unforeseen.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const orders[] = { "gain", "impact", NULL };
static const char *const parts[] = { "routine", "line", NULL };
enum { MOST_SCALE = 1000 };

/* Defaults. */
enum { TOP = 8, QUANTA = 2 };
#define STEPS "10,25,50,75,95"

typedef struct {
   measure_plan plan;
   unsigned long scale, least_points;
   const char *steps, *out, *resume, *show, *weights;
   option_list binary_scope, source_scope, profiles;
   int format, by, order;
   char measured[WHATIF_SETTINGS][NUMBERS_TEXT];
   bool is_measured;
} what_if_options;

/* --- options --- */

static int by_value(const void *a, const void *b)
{
   const unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;

   return (x > y) - (x < y);
}

static bool has_step(const what_if_options *o, prof_sum percent)
{
   for (size_t i = 0; i < o->plan.percent_count; i++)
      if (o->plan.percents[i] == percent)
         return true;
   return false;
}

static bool parse_steps(what_if_options *o)
{
   char *copy = memory_string(o->steps), *rest = copy, *word;
   bool good = true;

   while (good && (word = strsep(&rest, ",")) != NULL) {
      prof_sum n = 0;

      good = numbers_read(word, 99, &n) == NULL && n > 0 &&
             o->plan.percent_count < MEASURE_MOST_STEPS;
      if (good && !has_step(o, n))
         o->plan.percents[o->plan.percent_count++] = n;
   }
   free(copy);
   if (!good)
      message_error("what-if: --steps=%s: at most %d percentages from 1 to 99, "
                    "such as 10,25,50", o->steps, MEASURE_MOST_STEPS);
   qsort(o->plan.percents, o->plan.percent_count, sizeof *o->plan.percents,
         by_value);
   return good;
}

/* Drop what a list has twice.  Return false if something in it is empty. */
static bool tidy(const char *name, option_list *list)
{
   size_t kept = 0;

   for (size_t i = 0; i < list->count; i++) {
      bool again = false;

      if (*list->values[i] == '\0') {
         message_error("what-if: --%s= names nothing", name);
         return false;
      }
      for (size_t k = 0; k < kept; k++)
         again |= strcmp(list->values[k], list->values[i]) == 0;
      if (!again)
         list->values[kept++] = list->values[i];
   }
   list->count = kept;
   return true;
}

static bool are_lists(what_if_options *o)
{
   return tidy("what", &o->plan.what) &&
          tidy("progress", &o->plan.progress) &&
          tidy("binary-scope", &o->binary_scope) &&
          tidy("source-scope", &o->source_scope);
}

/* A series keeps what it measures, and how.  Return the name of an option that
   would change that, or NULL. */
static const char *changing(const what_if_options *o)
{
   const struct { const char *name; bool given; } options[] = {
      { "what", o->plan.what.count > 0 },
      { "progress", o->plan.progress.count > 0 },
      { "end-to-end", o->plan.end_to_end },
      { "by", o->by > 0 },
      { "binary-scope", o->binary_scope.count > 0 },
      { "source-scope", o->source_scope.count > 0 },
      { "steps", strcmp(o->steps, STEPS) != 0 },
      { "top", o->plan.top != TOP },
      { "quanta", o->plan.quanta != QUANTA },
      { "weights", o->weights != NULL },
      { "scale", o->scale > 0 },
      { "profile", o->profiles.count > 0 },
   };

   for (size_t i = 0; i < sizeof options / sizeof *options; i++)
      if (options[i].given)
         return options[i].name;
   for (int i = 0; i < WHATIF_SETTINGS; i++)
      if (o->plan.settings[i])
         return whatif_setting_names[i];
   return NULL;
}

/* Do --show and --resume go with the other options? */
static bool are_together(const what_if_options *o)
{
   const char *old = o->show ? "show" : "resume", *other = changing(o);

   if (o->show == NULL && o->resume == NULL)
      return true;
   if (o->show && o->resume)
      message_error("what-if: --resume measures, and --show only shows: choose "
                    "one");
   else if (o->out)
      message_error("what-if: --%s has its file: it does not go with -o", old);
   else if (other)
      message_error("what-if: --%s does not go with --%s: a series keeps what "
                    "it measures, and how", other, old);
   else
      return true;
   return false;
}

static bool are_numbers(const what_if_options *o)
{
   /* What the tool takes. */
   static const struct { unsigned least, most; } limits[WHATIF_SETTINGS] = {
      [WHATIF_CORES] = { 0, 1024 },
      [WHATIF_QUANTUM] = { 0, 1000000 },
      [WHATIF_SLICE] = { 1, 1000000 },
      [WHATIF_WAKE_COST] = { 0, 1000000000 },
      [WHATIF_WAKE_LATENCY] = { 0, 1000000000 },
      [WHATIF_SWITCH_COST] = { 0, 1000000000 },
      [WHATIF_INSTR_PER_NS] = { 1, 100 },
   };
   prof_sum n;

   if (o->plan.quanta < 1 || o->plan.quanta > MEASURE_MOST_QUANTA) {
      message_error("what-if: --quanta=%lu: from 1 to %d", o->plan.quanta,
                    MEASURE_MOST_QUANTA);
      return false;
   }
   if (o->plan.what.count > MEASURE_MOST_PARTS) {
      message_error("what-if: --what may be given %d times",
                    MEASURE_MOST_PARTS);
      return false;
   }

   for (int i = 0; i < WHATIF_SETTINGS; i++)
      if (o->plan.settings[i] &&
          (numbers_read(o->plan.settings[i], limits[i].most, &n) != NULL ||
           n < limits[i].least)) {
         message_error("what-if: --%s=%s: a number from %u to %u is expected",
                       whatif_setting_names[i], o->plan.settings[i],
                       limits[i].least, limits[i].most);
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
   const char *given = o->plan.settings[WHATIF_INSTR_PER_NS];
   const double rate = given ? strtod(given, NULL)
                             : fmax(1, round(w.instructions));
   const double values[WHATIF_SETTINGS] = {
      [WHATIF_WAKE_COST] = (double)w.cost * rate,
      [WHATIF_WAKE_LATENCY] = (double)w.latency * rate,
      [WHATIF_SWITCH_COST] = (double)w.switching * rate,
      [WHATIF_INSTR_PER_NS] = rate,
   };
   for (int i = WHATIF_WAKE_COST; i < WHATIF_SETTINGS; i++)
      if (o->plan.settings[i] == NULL) {
         snprintf(o->measured[i], NUMBERS_TEXT, "%.0f",
                  fmin(values[i], 1e9));
         o->plan.settings[i] = o->measured[i];
      }
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
   keep_list(s, "progress", &o->plan.progress);
   keep_list(s, "binary-scope", &o->binary_scope);
   keep_list(s, "source-scope", &o->source_scope);
}

static void print(whatif *s, int format)
{
   if (format == VERBS_TABLE)
      gains_table_print(s, stdout);
   else
      whatif_rows_print(s, verbs_rows(format));
}

/* Return what is wrong with a file of weights, NULL if nothing is seen: it is
   easily empty, after an error of `aprof weights`, or a list that this has
   printed without its --format=what-if. */
static const char *fault_of_weights(FILE *f)
{
   char line[64];

   while (fgets(line, sizeof line, f)) {
      if (text_begins(line, "routine\tobject\t") || line[0] == '[')
         return "has another form; write it with `aprof weights "
                "--format=what-if`";
      if (line[0] != '#' && line[0] != '\n')
         return NULL;
   }
   return "has no weights";
}

static bool can_read_weights(const char *file)
{
   FILE *f = file ? fopen(file, "re") : NULL;
   const char *fault;

   if (file == NULL)
      return true;
   if (f == NULL) {
      message_error("what-if: --weights=%s: cannot read: %s", file,
                    strerror(errno));
      return false;
   }
   fault = fault_of_weights(f);
   fclose(f);
   if (fault)
      message_error("what-if: --weights=%s: %s", file, fault);
   return fault == NULL;
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
   scaling *work;
   model *m;

   if (o->scale == 0 && o->profiles.count == 0)
      return true;
   if (o->scale < 2 || o->scale > MOST_SCALE || o->profiles.count == 0) {
      message_error(o->profiles.count == 0 ?
                    "what-if: --scale=N needs --profile=FILE, which `aprof "
                    "run --sched=virtual PROGRAM` writes" :
                    "what-if: --profile=FILE needs --scale=N, from 2 to 1000");
      return false;
   }
   m = profile_read_many((char **)o->profiles.values, o->profiles.count);
   if (m == NULL)
      return false;
   fold_threads(m);
   work = scaling_find(m, (double)o->scale);
   growth_of_profile(s, m, work, o->scale);
   growth_tell_arguments(m, o->scale);
   unforeseen_tell(m, work, (double)o->scale);
   free(work);
   model_free(m);
   return true;
}

/* Points of two programs do not go together. */
static void warn_if_newer(const char *program, const char *series)
{
   struct stat p, s;

   if (stat(program, &p) == 0 && stat(series, &s) == 0 &&
       p.st_mtime > s.st_mtime)
      message_warning("what-if: %s is newer than %s: if it has changed, "
                      "measure a new series", program, series);
}

/* Measure the program, or what is missing in an old series. */
static measure_result run(whatif **series, const what_if_options *o,
                          char **command, size_t words)
{
   if (o->resume) {
      if (!can_run((*series)->command, 1))
         return MEASURE_FAILED;
      warn_if_newer((*series)->command[0], o->resume);
      return measure_series(series, &o->plan, NULL);
   }
   if (!can_run(command, words) || !can_read_weights(o->weights))
      return MEASURE_FAILED;
   keep_options(*series, o);
   return measure_series(series, &o->plan, command);
}

/* Points that have failed, perhaps since their run was killed. */
static void tell_failed(const whatif *s, const char *file)
{
   const size_t failed = whatif_failed(s);

   if (failed > 0)
      message_error("what-if: %zu run%s failed; `aprof what-if --resume=%s` "
                    "tries again", failed, failed == 1 ? " has" : "s have",
                    file);
}

static int run_series(what_if_options *o, char **command, size_t words)
{
   const char *old = o->show ? o->show : o->resume;
   char *file = o->resume ? memory_string(o->resume)
                : o->out ? memory_string(o->out)
                         : memory_format("aprof.whatif.%d", getpid());
   measure_result result = MEASURE_FAILED;
   whatif *s;

   if (old && words > 0)
      message_error("what-if: %s has its program: name no other one", old);
   if (o->out && strcmp(o->out, "-") == 0) {
      message_error("what-if: -o -: the series is written again after each "
                    "run: name a file");
      free(file);
      return STATUS_UNUSABLE;
   }
   s = old ? words == 0 ? whatif_read(old) : NULL : whatif_new();
   o->plan.file = file;
   if (s && read_growth(s, o))
      result = o->show ? MEASURE_DONE : run(&s, o, command, words);
   if (result != MEASURE_FAILED) {
      s->order = o->order;
      s->least_points = o->least_points;
      print(s, o->format);
      if (o->show == NULL)
         tell_failed(s, file);
      if (o->show == NULL)
         message_note("the series is in %s%s", file,
                      o->is_measured || old ? "" :
                      "; wake-ups are assumed: aprof calibrate --threads "
                      "measures them");
   }
   whatif_free(s);
   free(file);
   return result == MEASURE_DONE ? STATUS_DONE : STATUS_UNUSABLE;
}

static options_result parse(what_if_options *o, int argc, char **argv,
                            size_t *words)
{
   const option options[] = {
      { "what", OPTION_LIST, &o->plan.what, NULL, "WHAT",
        "only this: a routine, routine+ with what it calls, file:line, "
        "file:NAME, object:NAME; may be given several times" },
      { "routine", OPTION_LIST, &o->plan.what, NULL, "NAME",
        "the same as --what, for a routine" },
      { "by", OPTION_CHOICE, &o->by, parts, "routine|line",
        "look for routines (default) or lines" },
      { "progress", OPTION_LIST, &o->plan.progress, NULL, "NAME",
        "entries of this routine, or visits of FILE:LINE, are a progress "
        "point" },
      { "end-to-end", OPTION_FLAG, &o->plan.end_to_end, NULL, NULL,
        "the program's time, whatever progress points it has" },
      { "binary-scope", OPTION_LIST, &o->binary_scope, NULL, "PATTERN",
        "charge code outside of these objects to its callers inside; MAIN is "
        "the program" },
      { "source-scope", OPTION_LIST, &o->source_scope, NULL, "PATTERN",
        "the same for source files" },
      { "top", OPTION_COUNT, &o->plan.top, NULL, "N",
        "the N routines with most time (default: 8)" },
      { "steps", OPTION_TEXT, &o->steps, NULL, "PERCENT[,PERCENT...]",
        "how much faster (default: 10,25,50,75,95)" },
      { "jobs", OPTION_COUNT, &o->plan.at_once, NULL, "N",
        "runs side by side (default: 1)" },
      { "cores", OPTION_TEXT, &o->plan.settings[WHATIF_CORES], NULL, "P",
        "as on P cores; 0: as many as this machine has (default: 0)" },
      { "quantum", OPTION_TEXT, &o->plan.settings[WHATIF_QUANTUM], NULL, "N",
        "instructions that a thread may be ahead (default: 5000)" },
      { "quanta", OPTION_COUNT, &o->plan.quanta, NULL, "N",
        "measure at N quanta, 1 to 5, which tells how far chance goes "
        "(default: 2)" },
      { "slice", OPTION_TEXT, &o->plan.settings[WHATIF_SLICE], NULL, "US",
        "microseconds that a thread keeps its core if others wait for it "
        "(default: 3000)" },
      { "wake-cost", OPTION_TEXT, &o->plan.settings[WHATIF_WAKE_COST], NULL, "N",
        "instructions to wake a thread if a core is idle (default: 20000)" },
      { "wake-latency", OPTION_TEXT, &o->plan.settings[WHATIF_WAKE_LATENCY],
        NULL, "N", "instructions until that thread runs (default: 50000)" },
      { "switch-cost", OPTION_TEXT, &o->plan.settings[WHATIF_SWITCH_COST],
        NULL, "N", "instructions to wake a thread if no core is idle, and to "
        "switch to it (default: 6000)" },
      { "instr-per-ns", OPTION_TEXT, &o->plan.settings[WHATIF_INSTR_PER_NS],
        NULL, "N", "instructions of a nanosecond (default: 4)" },
      { "weights", OPTION_TEXT, &o->weights, NULL, "FILE",
        "nanoseconds per instruction of routines" },
      { "scale", OPTION_COUNT, &o->scale, NULL, "N",
        "as if the program had N times as much data" },
      { "profile", OPTION_LIST, &o->profiles, NULL, "FILE",
        "for --scale: how the routines grow; may be given several times" },
      { "resume", OPTION_TEXT, &o->resume, NULL, "FILE",
        "measure what is missing in a series" },
      { "sort", OPTION_CHOICE, &o->order, orders, "gain|impact",
        "by the gain at 25 % (default), or as Coz's viewer by impact" },
      { "min-points", OPTION_COUNT, &o->least_points, NULL, "N",
        "only what has N points, with that at 0 %" },
      { "show", OPTION_TEXT, &o->show, NULL, "FILE",
        "print a series; run nothing" },
      VERBS_FORMAT(&o->format),
      { "o", OPTION_TEXT, &o->out, NULL, "FILE",
        "the series (default: aprof.whatif.PID)" },
      { NULL, 0, NULL, NULL, NULL, NULL },
   };
   const option_table table = {
      "what-if", "[OPTION...] -- PROGRAM [ARGUMENT...]",
      "Says what a whole program would gain if a routine were faster.",
      options,
   };

   return options_parse(argc, argv, &table, words);
}

int verb_what_if(int argc, char **argv)
{
   what_if_options o = { .plan = { .top = TOP, .at_once = 1,
                                   .quanta = QUANTA },
                         .least_points = 1, .steps = STEPS };
   size_t words;
   int status = STATUS_UNUSABLE;

   switch (parse(&o, argc, argv, &words)) {
   case OPTIONS_HELP:
      status = STATUS_DONE;
      break;
   case OPTIONS_GOOD:
      argv[words] = NULL;
      if (parse_steps(&o) && are_numbers(&o) && are_lists(&o) &&
          are_together(&o)) {
         use_measured(&o);
         status = run_series(&o, argv, words);
      }
      break;
   case OPTIONS_BAD:
      break;
   }
   free(o.plan.what.values);
   free(o.plan.progress.values);
   free(o.binary_scope.values);
   free(o.source_scope.values);
   free(o.profiles.values);
   return status;
}
