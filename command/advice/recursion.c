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
#include "assess/read_sums.h"
#include "assess/runtime_objects.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "base/paths.h"
#include "names/shorten.h"

#include <stdlib.h>

#define NAME_WIDTH 60
/* A smaller part of the program's cost does not matter. */
#define LEAST_PART 0.25
/* Calls in the recursion, at the least, and for each cell of its input. */
#define LEAST_CALLS 10000.0
#define LEAST_EACH 8.0
/* Cells of an input without a record in x-sum-reads, at the most. */
#define SMALL 64.0

typedef struct {
   double inner;                      /* calls within the recursion */
   double entries, cells;             /* calls from outside, and their input at
                                         the most */
   double self;
   const assessment *most;            /* the part of it with most self cost */
} recursion;

static void add_calls(const model *m, const size_t *circles, recursion *list)
{
   for (size_t e = 0; e < m->edge_count; e++) {
      const model_edge *edge = &m->edges[e];
      recursion *r = &list[circles[edge->callee]];

      if (circles[edge->caller] == circles[edge->callee]) {
         r->inner += (double)edge->calls;
      } else {
         r->entries += (double)edge->calls;
         r->cells += SMALL * (double)edge->calls;
      }
   }
   for (size_t i = 0; i < m->optional_count; i++) {
      const prof_sum *sums;
      const model_edge *edge = read_sums_edge(m, &m->optionals[i], &sums);

      if (edge && circles[edge->caller] != circles[edge->callee])
         list[circles[edge->callee]].cells +=
            (double)sums[READS_CELLS] - SMALL * (double)sums[READS_CALLS];
   }
}

/* The routines of an interpreter go through a script as often as it says. */
static bool is_of_program(const model *m, size_t routine)
{
   const char *object = m->objects[m->routines[routine].object].name;

   return !runtime_objects_has(object) &&
          !interpreter_is(paths_file_name(object));
}

static char *describe(const recursion *r)
{
   const model *m = r->most->m;
   char inner[NUMBERS_TEXT], entries[NUMBERS_TEXT], each[NUMBERS_TEXT];
   char *name = shorten_name(m->routines[r->most->routine].shown, NAME_WIDTH);
   char *text;

   numbers_grouped(inner, (prof_sum)r->inner);
   numbers_grouped(entries, (prof_sum)r->entries);
   numbers_grouped(each, (prof_sum)(r->inner / r->cells));
   text = memory_format(
      "%s is a recursion with %s calls within %s call%s by others, %s or more "
      "for each cell of their input.  If it computes the same again and again, "
      "keep the results: the number of calls can grow exponentially.", name,
      inner, entries, r->entries > 1 ? "s" : "", each);
   free(name);
   return text;
}

char *recursion_note(const order_ranking *ranking)
{
   const model *m;
   recursion *list;
   size_t *circles, count, found = 0;
   char *text = NULL;
   double least;

   if (ranking->count == 0)
      return NULL;
   m = ranking->list[0].assessment->m;
   circles = circle_number_all(m, &count);
   list = memory_new(count + 1, sizeof *list);
   add_calls(m, circles, list);
   for (size_t i = 0; i < ranking->count; i++) {
      const assessment *a = ranking->list[i].assessment;
      recursion *r = &list[circles[a->routine]];

      r->self += (double)a->sums.self.sum;
      if (r->most == NULL || a->sums.self.sum > r->most->sums.self.sum)
         r->most = a;
   }
   least = LEAST_PART * runtime_objects_program_cost(m);
   for (size_t i = 1; i <= count; i++)
      if (list[i].most && is_of_program(m, list[i].most->routine) &&
          list[i].self >= least && list[i].inner >= LEAST_CALLS &&
          list[i].entries > 0 &&
          list[i].inner >= LEAST_EACH * list[i].cells &&
          (found == 0 || list[i].self > list[found].self))
         found = i;
   if (found > 0)
      text = describe(&list[found]);
   free(list);
   free(circles);
   return text;
}
