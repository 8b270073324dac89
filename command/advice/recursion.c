/* Recursions that go through the same data again and again.

   A recursion over data, such as a tree, has a call for each of its elements,
   so no more calls than its input has cells.  One that computes a result anew
   wherever it is needed, or that tries all ways, has far more, and their number
   can grow exponentially.  Its sizes do not show it: a call reads the distinct
   cells below it, as often as that may be.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/recursion.h"
#include "advice/interpreter.h"
#include "assess/circle.h"
#include "assess/own_code.h"
#include "assess/runtime_objects.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "names/labels.h"

#include <math.h>
#include <stdlib.h>

/* A smaller part of the program's cost does not matter. */
#define LEAST_PART 0.25
/* ... where the work is in what the recursion calls, such as a log, and the
   recursion is said to read the same again, or is none over its data. */
#define LEAST_WHOLE 0.5
/* Calls in the recursion, at the least, and for each cell of its input. */
#define LEAST_CALLS 10000.0
#define LEAST_EACH 8.0
/* It reads each cell so often, at the least, that it is said ... */
#define LEAST_TIMES 8.0
/* ... and has so many calls for each cell. */
#define LEAST_EACH_AGAIN 1.0
/* Calls that one makes, in the mean.  More of them need a loop, such as that of
   a script which an interpreter of its syntax tree goes through again.  (If each
   makes two, down to some level, then there are twice as many as at the last level,
   and the mean depth is another level above that, or a little more, as the first call
   has work of its own.) */
#define BRANCHES 2.0
#define LEVELS_BELOW_MEAN 2.1

typedef struct {
   double self;
   double largest;                    /* input of any of its activations */
   bool given;                        /* its sizes are given, and no cells */
   const assessment *most;            /* the part of it with most self cost */
} recursion;

/* Return whether a recursion reads the same again and again because each call
   makes a few calls, not because one of them has a loop. */
static bool reads_again(const recursion *r, const circle_calls *c)
{
   return !r->given && circle_times(c) >= LEAST_TIMES &&
          c->inner <= c->outer * pow(BRANCHES, circle_depth(c) + LEVELS_BELOW_MEAN);
}

/* Return whether it has more calls than its input has pairs of cells, in each
   call by others: it is none over the elements, nor over the pairs of them.
   (Inputs without a record count as small ones, of profiles that have none.) */
static bool has_more_than_pairs(const recursion *r, const circle_calls *c)
{
   const double cells = fmax(c->cells, c->outer * r->largest);

   return c->inner * c->outer >= cells * cells;
}

/* Return what the calls are many for; the caller frees it. */
static char *input_words(const recursion *r, const circle_calls *calls)
{
   char each[NUMBERS_TEXT], often[NUMBERS_TEXT];
   char *again, *text;

   if (r->given)
      return memory_format("with sizes up to %s",
                           numbers_grouped(each, (prof_sum)r->largest));
   again = reads_again(r, calls)
      ? memory_format(", which it reads %s times over",
                      numbers_grouped(often, (prof_sum)circle_times(calls)))
      : memory_string("");
   text = memory_format("%s or more for each cell of their input%s",
                        numbers_grouped(each, (prof_sum)(calls->inner /
                                                         calls->cells)), again);
   free(again);
   return text;
}

static char *describe(const recursion *r, const circle_calls *calls)
{
   const model *m = r->most->m;
   char inner[NUMBERS_TEXT], entries[NUMBERS_TEXT];
   char *name = own_code_subject(labels_of_row(m, r->most->routine), m,
                                 r->most->routine, labels_of_model,
                                 (void *)m);
   char *input = input_words(r, calls);
   char *text;

   numbers_grouped(inner, (prof_sum)calls->inner);
   numbers_grouped(entries, (prof_sum)calls->outer);
   text = memory_format(
      "%s is a recursion with %s calls within %s call%s by others, %s.  If it "
      "computes the same again and again, keep the results: the number of "
      "calls can grow exponentially.",
      name, inner, entries, calls->outer > 1 ? "s" : "", input);
   free(input);
   free(name);
   return text;
}

/* Return whether a recursion has much of the program's cost, and far more calls
   than its input has cells. */
static bool is_of_interest(const recursion *r, const circle_calls *c,
                           double program_cost)
{
   const bool again = reads_again(r, c);
   const bool has_work =
      r->self >= LEAST_PART * program_cost ||
      ((again || has_more_than_pairs(r, c)) &&
       c->outer_cost >= LEAST_WHOLE * program_cost);

   return r->most && interpreter_is_apart(r->most->m, r->most->routine) && has_work &&
          c->inner >= LEAST_CALLS && c->outer > 0 &&
          c->inner >= (again ? LEAST_EACH_AGAIN : LEAST_EACH) * c->cells;
}

char *recursion_note(const order_ranking *ranking, bool *leads)
{
   const model *m;
   recursion *list;
   circle_calls *calls;
   const circle_numbers *circles = &ranking->circles;
   size_t found = 0;
   char *text = NULL;
   double cost;

   *leads = false;
   if (ranking->count == 0)
      return NULL;
   m = ranking->list[0].assessment->m;
   list = memory_new(circles->count + 1, sizeof *list);
   calls = circle_calls_all(m, circles);
   for (size_t i = 0; i < ranking->count; i++) {
      const assessment *a = ranking->list[i].assessment;
      recursion *r = &list[circles->of[a->routine]];

      r->self += (double)a->sums.self.sum;
      r->largest = fmax(r->largest, (double)a->size_max);
      r->given |= assess_size_is_given(m, a->routine);
      if (r->most == NULL || a->sums.self.sum > r->most->sums.self.sum)
         r->most = a;
   }
   cost = runtime_objects_program_cost(m);
   for (size_t i = 1; i <= circles->count; i++)
      if (is_of_interest(&list[i], &calls[i], cost) &&
          (found == 0 || list[i].self > list[found].self))
         found = i;
   if (found > 0) {
      text = describe(&list[found], &calls[found]);
      *leads = (reads_again(&list[found], &calls[found]) ||
                has_more_than_pairs(&list[found], &calls[found])) &&
               calls[found].outer_cost >= LEAST_WHOLE * cost;
   }
   free(calls);
   free(list);
   return text;
}
