/* aprof record: sample a program, a process or the machine.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/memory.h"
#include "base/message.h"
#include "base/numbers.h"
#include "recorder/record.h"
#include "verbs/run_search.h"
#include "verbs/verbs.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
   const char *budget, *rate, *pid, *duration, *epoch, *seed;
   bool machine;
} texts;

/* Read a decimal number with one of some endings; the factor of the ending is
   applied.  Return false after one line on stderr. */
static bool read_value(const char *name, const char *text,
                       const char *const *endings, const double *factors,
                       const char *example, double *value)
{
   char *number = memory_string(text);
   double factor = 0;

   for (size_t i = 0; endings[i] && factor == 0; i++) {
      const size_t length = strlen(number), end = strlen(endings[i]);

      if (length > end && strcmp(number + length - end, endings[i]) == 0) {
         number[length - end] = '\0';
         factor = factors[i];
      }
   }
   if (factor == 0 || !numbers_read_decimal(number, value) || *value <= 0) {
      message_error("%s: '%s' is not %s", name, text, example);
      free(number);
      return false;
   }
   *value *= factor;
   free(number);
   return true;
}

static bool read_time(const char *name, const char *text, double *seconds)
{
   static const char *const endings[] = { "ms", "s", "min", "h", "", NULL };
   static const double factors[] = { 1e-3, 1, 60, 3600, 1 };

   return text == NULL ||
          read_value(name, text, endings, factors,
                     "a time, such as 30s, 10min or 2h", seconds);
}

static bool read_whole(const char *name, const char *text, uint64_t most,
                       uint64_t *n)
{
   prof_sum number = 0;

   if (text && numbers_read(text, most, &number)) {
      message_error("%s: '%s' is not a whole number up to %" PRIu64, name,
                    text, most);
      return false;
   }
   *n = number;
   return true;
}

static bool read_texts(const texts *t, record_options *o)
{
   static const char *const percent[] = { "%", "", NULL }, *const hz[] =
      { "Hz", "", NULL };
   static const double percent_factors[] = { 1e-2, 1e-2 }, hz_factors[] =
      { 1, 1 };
   uint64_t pid;

   if (t->budget && !read_value("--budget", t->budget, percent,
                                percent_factors, "a percentage, such as 0.5%",
                                &o->budget))
      return false;
   if (t->rate && !read_value("--rate", t->rate, hz, hz_factors,
                              "a number of samples a second", &o->rate))
      return false;
   if (o->budget > 0.5 || o->rate > 100000) {
      message_error("record: at most --budget=50%% and --rate=100000");
      return false;
   }
   if (!read_time("--for", t->duration, &o->duration) ||
       !read_time("--epoch", t->epoch, &o->epoch) ||
       !read_whole("-p", t->pid, INT32_MAX, &pid) ||
       !read_whole("--seed", t->seed, INT64_MAX, &o->seed))
      return false;
   o->has_budget = t->budget != NULL;
   o->has_seed = t->seed != NULL;
   o->pid = pid;
   o->target = t->pid ? PERF_PROCESS : t->machine ? PERF_MACHINE
                                                  : PERF_PROGRAM;
   return true;
}

/* Return the index of the program in argv: the first word that is neither an
   option nor the value of one.  What follows belongs to the program. */
static int find_program(int argc, char **argv, const option *options)
{
   for (int i = 1; i < argc; i++) {
      const char *name = argv[i];

      if (strcmp(name, "--") == 0)
         return i;
      if (name[0] != '-')
         return i;
      if (strchr(name, '='))
         continue;
      name += 1 + (name[1] == '-');
      for (const option *o = options; o->name; o++)
         if (strcmp(o->name, name) == 0 && o->kind != OPTION_FLAG)
            i++;
   }
   return argc;
}

/* Return whether one target is named, and its end at most once; else one line on
   stderr. */
static bool has_target(const texts *t, const record_options *o)
{
   const bool program = o->command[0] != NULL;

   if (t->pid && t->machine)
      message_error("record: -p and -a exclude each other");
   else if (!program && !t->pid && !t->machine)
      message_error("record: name a program, or -p PID, or -a; see aprof "
                    "record --help");
   else if (program && t->duration)
      message_error("record: --for is for -p and -a alone; a program is recorded "
                    "until it ends, and a program beside -p or -a says how long");
   else
      return true;
   return false;
}

int verb_record(int argc, char **argv)
{
   texts t = { 0 };
   record_options o = { .budget = 0.01, .epoch = 600 };
   const option options[] = {
      { "budget", OPTION_TEXT, &t.budget, NULL, "PERCENT",
        "the time that sampling may take (default: 1%)" },
      { "rate", OPTION_TEXT, &t.rate, NULL, "HZ",
        "samples a second; with --budget, at most" },
      { "F", OPTION_TEXT, &t.rate, NULL, "HZ",
        "the same, as under perf" },
      { "p", OPTION_TEXT, &t.pid, NULL, "PID",
        "record a process that runs already" },
      { "a", OPTION_FLAG, &t.machine, NULL, NULL,
        "record all processes" },
      { "for", OPTION_TEXT, &t.duration, NULL, "TIME",
        "end after this time, such as 30s (-p and -a)" },
      { "o", OPTION_TEXT, &o.out, NULL, "OUT",
        "the file (default: aprof.samples.PID)" },
      { "store", OPTION_TEXT, &o.store, NULL, "DIR",
        "write files into this folder; -a: a file each epoch" },
      { "epoch", OPTION_TEXT, &t.epoch, NULL, "TIME",
        "of the files in a store (default: 10min)" },
      { "seed", OPTION_TEXT, &t.seed, NULL, "N",
        "begin the random periods with this number" },
      { NULL, 0, NULL, NULL, NULL, NULL },
   };
   const option_table table = {
      "record", "[OPTION...] [--] PROGRAM [ARGUMENT...]",
      "Runs PROGRAM on the real machine and writes where its time goes; needs "
      "no Valgrind and no recompilation.", options,
   };
   const int program = find_program(argc, argv, options);
   const char *reason;
   size_t files;
   options_result result = options_parse(program, argv, &table, &files);

   if (result != OPTIONS_GOOD)
      return result == OPTIONS_HELP ? STATUS_DONE : STATUS_UNUSABLE;
   o.command = argv + program;
   if (program < argc && strcmp(argv[program], "--") == 0)
      o.command++;
   if (o.out && o.store) {
      message_error("record: -o and --store exclude each other");
      return STATUS_UNUSABLE;
   }
   if (t.epoch && o.store == NULL) {
      message_error("record: --epoch needs --store=DIR");
      return STATUS_UNUSABLE;
   }
   if (!read_texts(&t, &o) || !has_target(&t, &o))
      return STATUS_UNUSABLE;
   if (*o.command && !run_search_program(*o.command, &reason)) {
      message_error("record: %s: %s", *o.command, reason);
      return STATUS_UNUSABLE;
   }
   return record(&o);
}
