/* The base runs of a series: see base_runs.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "whatif/base_runs.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/shell_word.h"
#include "whatif/growth.h"
#include "whatif/input.h"
#include "whatif/read.h"

#include <stdlib.h>
#include <string.h>

/* The other quanta, in eighths of the first: no greater one, whose error is
   greater. */
static const unsigned other_quanta[MEASURE_MOST_QUANTA - 1] = { 4, 6, 5, 7 };

/* Find the points of --progress of which no code has run, and take them out of
   the list. */
static void find_unknown(series_work *w, whatif_progresses *list)
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

/* Return the command line of a base run whose output is seen; the caller frees
   it.  (The file of --growth is not there any more.) */
static char *shown_run(const series_work *w)
{
   char *text = memory_string("aprof run --what-if=base");

   for (size_t i = 0; i < w->series->option_count; i++)
      text = shell_word_add(text, w->series->options[i]);
   for (size_t i = 0; w->parts && w->parts[i]; i++)
      text = shell_word_add(text, w->parts[i]);
   for (size_t i = 0; w->command[i]; i++)
      text = shell_word_add(text, w->command[i]);
   if (w->series->input) {
      char *with_input = memory_format("%s <", text);

      free(text);
      text = shell_word_add(with_input, w->series->input);
   }
   return text;
}

/* Return the series of the file of a base run, whose options it takes over;
   NULL after one line on stderr. */
static whatif *read_base(const series_work *w, const char *file)
{
   whatif *s = whatif_read(file);

   if (s && series_run_refused(s)) {
      char *shown = shown_run(w);

      message_error("what-if: the program could not be measured: %s; `%s` "
                    "shows more", series_run_refused(s), shown);
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
   series_work *w = context;
   whatif *s = end->file && !w->failed ? read_base(w, end->file) : NULL;
   char *fails;

   (void)i;
   series_run_count(w);
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
      s->status = end->status;
      if (end->status != 0) {
         char *shown = shown_run(w);

         message_warning("what-if: the program ends with status %d: `%s` shows "
                         "what it writes", end->status, shown);
         free(shown);
      }
      if (jobs_process_left())
         message_warning("what-if: a process that the program has started goes "
                         "on behind its end, and children are not measured: a "
                         "server has to run in the foreground, as with its own "
                         "option for that");
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
   } else if ((fails = series_run_fails(w, end)) != NULL) {
      message_error("what-if: the program can't be measured again: %s", fails);
      free(fails);
      whatif_free(s);
      w->failed = true;
   } else {
      whatif_base *b = &w->series->base[w->series->base_count++];

      *b = s->base[0];
      b->progress = (whatif_progresses){ NULL, 0, 0 };
      whatif_move_progress(&b->progress, &s->base[0].progress);
      whatif_free(s);
   }
}

/* A base run at another quantum.  If it fails, then there is none, and the
   points at that quantum are not counted.  Run 0 is at the first one. */
static void base_again_done(void *context, size_t i, const jobs_end *end)
{
   series_work *w = context;

   if (i == 0) {
      base_done(w, i, end);
      return;
   }
   whatif_again *a = &w->series->again[i - 1];
   whatif *s = end->file ? whatif_read(end->file) : NULL;

   char *fails = s ? series_run_fails(w, end) : NULL;

   a->has_base = s && series_run_refused(s) == NULL && fails == NULL;
   if (a->has_base) {
      a->base.clock = s->base[0].clock;
      a->base.threads = s->base[0].threads;
      a->base.waits = s->base[0].waits;
      whatif_move_progress(&a->base.progress, &s->base[0].progress);
   } else
      message_warning("what-if: the program could not be measured at the "
                      "quantum %llu: %s", (unsigned long long)a->quantum,
                      fails ? fails : s ? series_run_refused(s)
                      : end->reason);
   free(fails);
   whatif_free(s);
   series_run_count(w);
}

bool base_runs_again(series_work *w, double longest)
{
   whatif *s = w->series;
   char base[] = "base";
   char *what[MEASURE_MOST_QUANTA], *extra[MEASURE_MOST_QUANTA + 1] = { NULL };
   const uint64_t quantum = s->settings[WHATIF_QUANTUM];
   const size_t others = s->base[0].threads > 1 && quantum >= 8
                         ? w->plan->quanta - 1 : 0;

   what[0] = base;
   extra[0] = series_run_quantum(quantum);
   for (size_t i = 0; i < others; i++) {
      whatif_again *a = whatif_add_again(s, quantum * other_quanta[i] / 8);

      what[i + 1] = base;
      extra[i + 1] = series_run_quantum(a->quantum);
   }
   series_run(w, s->command, what, extra, others + 1, longest,
              base_again_done);
   for (size_t i = 0; extra[i]; i++)
      free(extra[i]);
   return !w->failed;
}

bool base_runs_first(series_work *w, char *const *command, double *longest)
{
   char base[] = "base";
   char *const what[] = { base };

   *longest = series_run(w, command, what, NULL, 1, 0, base_done);
   return !w->failed;
}
