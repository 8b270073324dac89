/* Words for data that are read again and again: see assess/reread_words.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/reread_words.h"
#include "assess/rereads.h"
#include "assess/runtime_objects.h"
#include "assess/turns.h"
#include "assess/worker.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "cli/cell.h"
#include "names/shorten.h"
#include "profile/starts.h"
#include "source/call_places.h"

#include <math.h>
#include <stdlib.h>

/* An exponent between those of the square and of the cube: what grows faster than by
   this is beyond the square, and n^2 log n. */
#define BEYOND_SQUARE 2.5

size_t reread_words_place(const ranked *r)
{
   const assessment *a = r->assessment;
   const ranked_reread *again = &r->reread;
   size_t place;
   worker w;

   if (again->callee == RANKED_NONE)
      return a->routine;
   w = worker_of_reread(r);
   place = worker_or(w, again->callee);
   return w.in_library || runtime_objects_has_routine(a->m, place) ? a->routine
                                                                   : place;
}

/* Return ", its input has 1,000", by which a reader can divide what the calls
   read; "" if that does not give how often each cell is read, as the data may be
   more than the input.  The caller frees it. */
static char *input_words(const ranked *r)
{
   const ranked_reread *again = &r->reread;
   const assessment *a = r->assessment;
   const double files = rereads_of_files(a->m, a->routine,
                                         (double)a->sums.external);
   char input[NUMBERS_TEXT];

   /* The input is rounded up to whole cells. */
   if ((double)again->cells - again->times * (double)again->input >
       again->times)
      return memory_string("");
   return memory_format(
      ", its input has %s%s%s", numbers_grouped(input, again->input),
      again->has_zeros ? ", cleared memory included" : "",
      files >= (double)a->sums.trms / 2 ? ", files counted once" : "");
}

/* Return ", or faster" if the points of the routine show it, as of a loop in a loop
   over what each call reads; else "". */
static const char *faster_words(assessment *a)
{
   const verdict *v = assess_verdict(a);

   return v->has_exponent && v->exponent_lo >= BEYOND_SQUARE ? ", or faster" : "";
}

/* Calls for each activation of the routine that has the loop, at the least, and
   steps up to it. */
enum { LOOP_CALLS = 12, LOOP_STEPS = 12 };

/* Return the routine above a caller without a loop that has the loop;
   RANKED_NONE: it is not known. */
static size_t loop_above(const model *m, size_t caller, prof_sum calls)
{
   size_t at = caller;

   for (int step = 0; step < LOOP_STEPS; step++) {
      at = model_main_caller(m, at);
      if (at == RANKED_NONE)
         break;
      if (calls >= LOOP_CALLS * model_sums(m, at, MODEL_ALL_THREADS).calls)
         return at;
   }
   return RANKED_NONE;
}

/* Return how the cost of several runs grows in which both calls and what each reads
   become more: as the square at least; the caller frees it. */
static char *growth_of_runs(assessment *a)
{
   const prof_tuple *points = assess_points(a);
   const size_t last = a->points_trms - 1;
   char smallest[NUMBERS_TEXT], largest[NUMBERS_TEXT], times[NUMBERS_TEXT];
   double sizes, costs;

   if (a->points_trms >= 2 && points[0].size > 0 &&
       a->sums.calls == model_starts(a->m)) {
      sizes = (double)points[last].size / (double)points[0].size;
      costs = assess_cost(&points[last], CASE_WORST) /
              assess_cost(&points[0], CASE_WORST);
      if (costs >= pow(sizes, BEYOND_SQUARE))
         return memory_format(
            "this cost grows faster than the square of the input: from %s to %s cells "
            "it has grown %s times", numbers_grouped(smallest, points[0].size),
            numbers_grouped(largest, points[last].size),
            numbers_grouped(times, (prof_sum)(costs + .5)));
   }
   return memory_string("this cost grows as the square of the input");
}

/* Return what a routine with `reread` does, "reads its input ...", with the
   names of the callee and of the routine that does its work, and where the calls
   are ("", or "parse.c:12" with a space before it); the caller frees it. */
static char *describe(const ranked *r, const char *callee, const char *work,
                      const char *places)
{
   const ranked_reread *again = &r->reread;
   const assessment *a = r->assessment;
   /* Calls below others of the same routine are in the cost of both. */
   const cell share = cell_percent(again->cost < a->sums.outermost
                                   ? again->cost : a->sums.outermost,
                                   a->m->total.cost);
   char times[NUMBERS_TEXT], calls[NUMBERS_TEXT], cells[NUMBERS_TEXT];
   char percent[CELL_PERCENT], *input, *text;
   const char *called = *places ? ", called in" : "";
   const bool slowly = again->trend || (again->ever_more && !again->each);

   numbers_grouped(times, (prof_sum)(again->times + .5));
   numbers_grouped(calls, again->calls);
   numbers_grouped(cells, again->cells);
   cell_short_percent(percent, &share);
   if (again->ever_more && again->times < REREADS_TIMES)
      return memory_format(
         "calls %s %s times%s%s, %s (%s cells in all), %s %% of the run%s: this "
         "cost grows as the square of the number of calls", callee, calls,
         *places ? " in" : "", places,
         again->each ? again->falls_by_steps
                       ? "each time on less data than before"
                       : "each time on more data than before"
         : again->falls ? "on less and less data in the course of the run"
                        : "on more and more data in the course of the run",
         cells, percent, work);
   if (again->by_runs) {
      char *grows = growth_of_runs(r->assessment);

      text = memory_format(
         "reads %s %s times over in all, through %s%s%s (in runs with more of these "
         "calls each call also reads more; %s calls read %s cells in all), "
         "%s %% of the cost%s: %s",
         again->of_input ? "its input" : "the same data", times, callee,
         called, places, calls, cells, percent, work, grows);
      free(grows);
      return text;
   }
   input = input_words(r);
   text = memory_format(
      "reads %s %s times over%s, through %s%s%s (%s calls read %s cells%s), %s %% of "
      "the run%s: %s%s",
      again->fresh ? "as much as its input" :
      again->of_input ? "its input" : "the same data", times,
      slowly && again->falls ? ", less and less in the course of the run" :
      slowly ? ", more and more in the course of the run" :
      again->walk ? ", an element more or less at each call" :
      !again->fresh ? "" :
      again->falls_by_steps ? ", an element less at each call"
                   : ", an element more at each call", callee, called,
      places, calls, cells, input, percent, work,
      again->steady ? "if there are more calls the more input there is, this "
                      "cost grows as the square of it"
                    : "if the input grows, this cost grows as its square",
      faster_words(r->assessment));
   free(input);
   return text;
}

/* The names of a model's routines, or those of the profile. */
typedef struct {
   const model *m;
   char *const *labels;               /* or NULL */
} naming;

/* Return the name of a routine for a sentence; the caller frees it. */
static char *name_in_sentence(size_t routine, void *data)
{
   const naming *n = data;

   return shorten_in_sentence(n->labels ? n->labels[routine]
                                 : n->m->routines[routine].shown);
}

char *reread_words(const ranked *r, char *const *labels)
{
   naming names = { r->assessment->m, labels };
   const ranked_reread *again = &r->reread;
   char *name, *work, *places, *text;
   worker w;

   if (again->callee == RANKED_NONE)
      return r->turns.entries > 0 && !r->turns.steady ? turns_describe(r)
                                                      : NULL;
   w = worker_of_reread(r);
   name = name_in_sentence(again->callee, &names);
   work = worker_words(&w, again->cost, name_in_sentence, &names);
   if (again->steps) {
      const size_t loop = loop_above(names.m, r->assessment->routine,
                                     again->calls);

      if (loop != RANKED_NONE) {
         char *above = name_in_sentence(loop, &names);
         char *both = memory_format("%s; the calls come from %s", work, above);

         free(above);
         free(work);
         work = both;
      }
   }
   places = call_places_words(names.m, r->assessment->routine, again->callee,
                              " ");
   text = describe(r, name, work, places);
   free(places);
   free(work);
   free(name);
   return text;
}

char *reread_words_also(const ranked *r, char *const *labels)
{
   ranked second = *r;

   if (r->also.callee == RANKED_NONE)
      return NULL;
   second.reread = r->also;
   return reread_words(&second, labels);
}
