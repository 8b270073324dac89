/* Very many small calls: see advice/small_calls.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/small_calls.h"
#include "advice/interpreter.h"
#include "assess/assess.h"
#include "assess/own_code.h"
#include "assess/runtime_objects.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "cli/cell.h"
#include "names/labels.h"
#include "profile/starts.h"
#include "source/call_places.h"

#include <math.h>
#include <stdlib.h>

/* A smaller part of the program's cost does not matter. */
#define LEAST_PART 0.1
/* A smaller input may be a state, such as the board of a game, which a program goes
   through as often as it is told to. */
#define LEAST_INPUT 10000.0
/* Cells of a call, at the most: larger calls have sums of their own. */
#define SMALL 64.0
/* How often the calls read the caller's input, at the least, for each doubling of
   it: twice as often as a sort.  Of 188 runs of ordinary programs none has so
   many. */
#define TIMES_EACH_DOUBLING 4.0
/* Calls for each cell of the input, at the least. */
#define LEAST_CALLS 0.5

typedef struct {
   const model_edge *edge;
   double input, each, times;
} small_calls;

/* Set what an edge says; return whether it has very many small calls. */
static bool has_many(const model *m, const model_edge *edge, double least,
                     small_calls *found)
{
   const prof_tuple caller = model_sums(m, edge->caller, MODEL_ALL_THREADS);
   const prof_tuple callee = model_sums(m, edge->callee, MODEL_ALL_THREADS);
   const double calls = (double)edge->calls;

   if ((double)edge->cost < least || assess_size_is_given(m, edge->caller) ||
       assess_size_is_given(m, edge->callee) ||
       caller.calls != 1 || callee.calls == 0 ||
       (double)caller.trms < LEAST_INPUT)
      return false;
   *found = (small_calls){ .edge = edge, .input = (double)caller.trms };
   found->each = (double)callee.trms / (double)callee.calls;
   found->times = calls * found->each / found->input;
   return found->each < SMALL && calls >= LEAST_CALLS * found->input &&
          found->times >= TIMES_EACH_DOUBLING * log2(found->input) &&
          interpreter_is_apart(m, edge->caller) && interpreter_is_apart(m, edge->callee);
}

static char *describe(const model *m, const small_calls *s)
{
   const cell share = cell_percent(s->edge->cost, m->total.cost);
   char calls[NUMBERS_TEXT], each[NUMBERS_TEXT], times[NUMBERS_TEXT];
   char percent[CELL_PERCENT];
   char *by = own_code_subject(labels_of_row(m, s->edge->caller), m,
                               s->edge->caller, labels_of_model, (void *)m);
   char *of = labels_of_row(m, s->edge->callee);
   char *places = call_places_words(m, s->edge->caller, s->edge->callee, " in ");
   char *text = memory_format(
      "%s called %s %s times%s, on %s cells each: %s times its own input, far "
      "more than a sort or a search tree reads, and %s %% of the run.  If the same "
      "elements come again and again, this cost grows faster than n log n.",
      by, of, numbers_grouped(calls, s->edge->calls), places,
      numbers_grouped(each, (prof_sum)(s->each + .5)),
      numbers_grouped(times, (prof_sum)s->times),
      cell_short_percent(percent, &share));

   free(places);
   free(of);
   free(by);
   return text;
}

char *small_calls_note(const model *m)
{
   small_calls most = { .edge = NULL };
   double least;

   if (model_starts(m) != 1)
      return NULL;
   least = LEAST_PART * runtime_objects_program_cost(m);
   for (size_t i = 0; i < m->edge_count; i++) {
      small_calls one;

      if (has_many(m, &m->edges[i], least, &one) &&
          (!most.edge || one.edge->cost > most.edge->cost))
         most = one;
   }
   return most.edge ? describe(m, &most) : NULL;
}
