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
#include "assess/runtime_objects.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "base/paths.h"
#include "names/shorten.h"

#include <stdlib.h>

/* A smaller part of the program's cost does not matter. */
#define LEAST_PART 0.25
/* Calls in the recursion, at the least, and for each cell of its input. */
#define LEAST_CALLS 10000.0
#define LEAST_EACH 8.0

typedef struct {
   double self;
   const assessment *most;            /* the part of it with most self cost */
} recursion;

/* The routines of an interpreter go through a script as often as it says. */
static bool is_of_program(const model *m, size_t routine)
{
   const char *object = m->objects[m->routines[routine].object].name;

   return !runtime_objects_has(object) &&
          !interpreter_is(paths_file_name(object));
}

static char *describe(const recursion *r, const circle_calls *calls)
{
   const model *m = r->most->m;
   char inner[NUMBERS_TEXT], entries[NUMBERS_TEXT], each[NUMBERS_TEXT];
   char *name = shorten_in_sentence(m->routines[r->most->routine].shown);
   char *text;

   numbers_grouped(inner, (prof_sum)calls->inner);
   numbers_grouped(entries, (prof_sum)calls->outer);
   numbers_grouped(each, (prof_sum)(calls->inner / calls->cells));
   text = memory_format(
      "%s is a recursion with %s calls within %s call%s by others, %s or more "
      "for each cell of their input.  If it computes the same again and again, "
      "keep the results: the number of calls can grow exponentially.", name,
      inner, entries, calls->outer > 1 ? "s" : "", each);
   free(name);
   return text;
}

char *recursion_note(const order_ranking *ranking)
{
   const model *m;
   recursion *list;
   circle_calls *calls;
   const circle_numbers *circles = &ranking->circles;
   size_t found = 0;
   char *text = NULL;
   double least;

   if (ranking->count == 0)
      return NULL;
   m = ranking->list[0].assessment->m;
   list = memory_new(circles->count + 1, sizeof *list);
   calls = circle_calls_all(m, circles);
   for (size_t i = 0; i < ranking->count; i++) {
      const assessment *a = ranking->list[i].assessment;
      recursion *r = &list[circles->of[a->routine]];

      r->self += (double)a->sums.self.sum;
      if (r->most == NULL || a->sums.self.sum > r->most->sums.self.sum)
         r->most = a;
   }
   least = LEAST_PART * runtime_objects_program_cost(m);
   for (size_t i = 1; i <= circles->count; i++)
      if (list[i].most && is_of_program(m, list[i].most->routine) &&
          list[i].self >= least && calls[i].inner >= LEAST_CALLS &&
          calls[i].outer > 0 &&
          calls[i].inner >= LEAST_EACH * calls[i].cells &&
          (found == 0 || list[i].self > list[found].self))
         found = i;
   if (found > 0)
      text = describe(&list[found], &calls[found]);
   free(calls);
   free(list);
   return text;
}
