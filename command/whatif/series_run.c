/* The runs of a series: see series_run.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "whatif/series_run.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* To the beginning of the terminal's line, and erase it: the text may get
   shorter. */
#define ERASED_LINE "\r\033[K"

void series_run_count(series_work *w)
{
   double left;

   w->done++;
   if (!isatty(STDERR_FILENO))
      return;
   left = (jobs_seconds() - w->begin) * (double)(w->all - w->done) /
          (double)w->done;
   fprintf(stderr, ERASED_LINE "aprof: %zu of %zu runs", w->done, w->all);
   if (w->done == w->all)
      fputc('\n', stderr);
   else if (left < 100)
      fprintf(stderr, ", %.0f s left", left);
   else
      fprintf(stderr, ", %.0f min left", left / 60);
}

static char **tool_options(const series_work *w)
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

double series_run(series_work *w, char *const *command, char *const *what,
                  char *const *extra, size_t count, double expected,
                  void (*done)(void *, size_t, const jobs_end *))
{
   char **options = tool_options(w);
   const jobs_setup setup = { command, options, extra, w->input,
                              w->series->input_offset, w->folder,
                              w->plan->at_once,
                              expected > 0 ? 60 + (unsigned)(20 * expected)
                                           : 0 };
   double longest;

   w->done = 0;
   w->all = count;
   w->begin = jobs_seconds();
   longest = jobs_run(&setup, what, count, done, w);
   memory_free_list(options);
   if (jobs_stopped())
      w->failed = true;
   return longest;
}

char *series_run_fails(const series_work *w, const jobs_end *end)
{
   const int first = w->series->status;

   return first < 0 || (first == 0) == (end->status == 0) ? NULL
          : memory_format("it ends with status %d then, and with %d at first",
                          end->status, first);
}

const char *series_run_refused(const whatif *s)
{
   return s->early ? s->early
          : s->base_count != 1 ? "its file is not that of such a run" : NULL;
}

char *series_run_quantum(uint64_t quantum)
{
   return memory_format("--quantum=%llu", (unsigned long long)quantum);
}
