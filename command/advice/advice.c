/* Advice: see advice/advice.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/advice.h"
#include "advice/coverage.h"
#include "advice/interpreter.h"
#include "advice/script.h"
#include "advice/several_runs.h"
#include "advice/where.h"
#include "assess/own_code.h"
#include "assess/reread_words.h"
#include "base/memory.h"
#include "profile/reach.h"
#include "profile/starts.h"

#include <stdlib.h>
#include <string.h>

/* A part of the cost of which the growth is not known for want of sizes that
   deserves more runs, though that of most of it is known. */
#define MUCH 0.25

/* Return whether a hint is about a loop of a routine. */
static bool has_told_loop(const order_ranking *ranking, const assessment *a)
{
   for (size_t i = 0; i < ranking->count; i++)
      if (ranking->list[i].assessment == a)
         return ranking->list[i].turns.steady;
   return false;
}

/* Return the script that all runs have run, as script_name does; NULL: they have
   not. */
static const char *script_of_runs(const model *m)
{
   const char *script = NULL;

   for (size_t i = 0; i < m->run_count; i++) {
      char *const *arguments = m->runs[i].arguments;
      const char *name = arguments && *arguments ? script_name(arguments) : NULL;

      if (name == NULL || (script && strcmp(name, script) != 0))
         return NULL;
      script = name;
   }
   return script;
}

/* Return the name of what is not known: of the routine, or of the script, if it is a
   routine of the interpreter around that.  The caller frees it. */
static char *subject_of(const assessment *unknown,
                        char *(*name)(size_t, void *), void *data)
{
   const model *m = unknown->m;
   const size_t object = m->routines[unknown->routine].object;
   const char *script = assess_is_called_seldom(unknown, ASSESS_FEW_CALLS) &&
                        interpreter_is(m->objects[object].name)
                        ? script_of_runs(m) : NULL;

   return script ? memory_format("the script%s%s", *script ? " " : "", script)
                 : name(unknown->routine, data);
}

/* Return a sentence on another routine whose growth is not known, or "". */
static char *other_words(const order_ranking *ranking, const assessment *unknown,
                         char *(*name)(size_t, void *), void *data)
{
   const assessment *other = coverage_other(ranking, unknown);
   char *of, *text;

   if (other == NULL || has_told_loop(ranking, other))
      return memory_string("");
   of = own_code_subject(subject_of(other, name, data), other->m, other->routine,
                         name, data);
   text = coverage_describe_other(other, of);
   free(of);
   return text;
}

/* Return what has ended all runs before their own end, a reason of the file, or
   NULL.  (A server that listens has no other end than a signal.) */
static const char *ended_by(const model *m)
{
   if (several_runs_is_server(m))
      return NULL;
   for (size_t i = 0; i < m->run_count; i++)
      if (m->runs[i].state != MODEL_CUT_SHORT ||
          strcmp(m->runs[i].reason, m->runs[0].reason) != 0)
         return NULL;
   return m->run_count > 0 ? m->runs[0].reason : NULL;
}

/* Return sentences on runs that have ended too early, with blanks behind them, or
   "".  Larger inputs show no more of a program that always ends so. */
static const char *early_end(const model *m)
{
   const char *reason = ended_by(m);

   if (reason == NULL)
      return "";
   return strcmp(reason, "memory") == 0
      ? "Valgrind got no more memory, so the profile has only what the program had "
        "done until then: smaller inputs come first.  "
      : "A signal has ended the program, so the profile has only what the program "
        "had done until then.  If it was to do more, mend this first: Valgrind's "
        "message names the signal and the place.  ";
}

advice advice_find(const order_ranking *ranking, const coverage *c, bool hinted,
                   char *(*name)(size_t, void *), void *data)
{
   assessment *unknown = coverage_unknown(ranking);
   const bool judged = c->judged >= COVERAGE_MOST && c->few < MUCH;
   const model *m = ranking->count > 0 ? ranking->list[0].assessment->m : NULL;
   advice a = { .text = NULL };

   if (m && model_is_before_exec(m)) {
      a.text = memory_string(
         "In the end the program has executed another one.  With "
         "--trace-children=yes that has a profile of its own:");
      a.commands = several_runs_once_more(m, "--trace-children=yes",
                                          RANKED_NONE);
      return a;
   }
   if (m && coverage_is_of_run(ranking, c)) {
      a.text = memory_format("To see %s, profile %s:",
                             hinted ? "whether they do" : "how the run grows",
                             several_runs_inputs(m));
      a.commands = several_runs_commands(m, false);
      return a;
   }
   if (unknown == NULL || (judged && model_starts(unknown->m) > 1))
      return a;
   if (judged) {
      a.is_answer = !hinted;
      a.text = memory_format("To see %s, profile %s:",
                             hinted ? "whether they do" : "that",
                             several_runs_inputs(m));
   } else {
      char *of = own_code_subject(subject_of(unknown, name, data), unknown->m,
                                  unknown->routine, name, data);
      char *other = other_words(ranking, unknown, name, data);
      char *next = coverage_advice(unknown, of, has_told_loop(ranking, unknown),
                                   other);

      a.text = memory_format("%s%s", early_end(m), next);
      free(next);
      free(other);
      free(of);
   }
   a.commands = several_runs_commands(unknown->m, unknown->points_trms == 0);
   return a;
}

void advice_free(advice *a)
{
   free(a->text);
   free(a->commands);
   *a = (advice){ .text = NULL };
}

/* Return the routine with most cost of its own, if that is worth a count of its
   lines and calls of `from` lead to it: where no way down from there says who
   works, as through a recursion or a dispatcher. */
static size_t heaviest_below(const order_ranking *ranking, size_t from)
{
   const assessment *most = NULL;

   for (size_t i = 0; i < ranking->count; i++) {
      const assessment *a = ranking->list[i].assessment;

      if (!ranking->list[i].in_zone &&
          (most == NULL || a->sums.self.sum > most->sums.self.sum))
         most = a;
   }
   return most && where_is_worth(most->m, most->routine) &&
          (from == most->routine ||
           reach_has(most->m, from, most->routine)) ? most->routine
                                                     : RANKED_NONE;
}

/* Return the routine that works below calls of `place` by `above`. */
static size_t place_of_calls(const order_ranking *ranking, size_t place,
                             size_t above)
{
   const size_t work = where_work(ranking->list[0].assessment->m, place, above);

   return work != RANKED_NONE ? work : heaviest_below(ranking, place);
}

static size_t place_of_suspect(const order_ranking *ranking, const ranked *r)
{
   const size_t routine = r->assessment->routine;
   const size_t reader = reread_words_place(r);
   const size_t place = place_of_calls(
      ranking, reader, reader != routine ? routine : RANKED_NONE);

   return place == RANKED_NONE || reader != routine ||
          r->reread.callee == RANKED_NONE ||
          where_is_worth(r->assessment->m, place) ? place : RANKED_NONE;
}

size_t advice_place(const order_ranking *ranking, const hints *h,
                    const ranked *suspect)
{
   const assessment *of = suspect ? suspect->assessment
                                  : coverage_unknown(ranking);
   size_t place;

   if (of && of->m->routines[of->routine].context)
      return RANKED_NONE;
   if (suspect && suspect->by_reread)
      return place_of_suspect(ranking, suspect);
   if (!suspect && h->excess.count > 0)
      return where_is_worth(ranking->list[0].assessment->m,
                            h->excess.parts[0].routine)
             ? h->excess.parts[0].routine : RANKED_NONE;
   if (!suspect && h->count > 0)
      return place_of_calls(ranking,
                            worker_or(h->calls[0].work, h->calls[0].callee),
                            h->calls[0].caller);
   place = of ? where_work(of->m, of->routine, RANKED_NONE) : RANKED_NONE;
   return place != RANKED_NONE && where_is_worth(of->m, place) ? place
                                                               : RANKED_NONE;
}
