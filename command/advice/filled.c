/* Memory that is filled with the values that it has: see advice/filled.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/filled.h"
#include "assess/own_code.h"
#include "assess/runtime_objects.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "cli/cell.h"
#include "names/labels.h"
#include "profile/edges.h"
#include "profile/starts.h"
#include "source/call_places.h"

#include <stdlib.h>
#include <string.h>

#define FILLED "x-sum-filled\t4"

/* A smaller part of the program's cost does not matter. */
#define LEAST_PART 0.1
/* The part of the cells that had these values before, at the least.  Where most of
   what was cleared is then used, it is less: of the numbers that are no primes in a
   sieve, the bins of a picture's colours, a table of distances. */
#define LEAST_SAME 0.75
/* Fills in each run, at the least. */
#define LEAST_FILLS 100

/* The sums of a record, in its order. */
enum { FILLS, CELLS, SAME, COST, SUMS };

/* The fills that a routine makes, or a library's below it. */
typedef struct {
   prof_sum sums[SUMS];
   const model_edge *edge;            /* that has most of their cost */
   prof_sum most;
} fills;

static bool is_filled(const model_optional *o)
{
   return o->owner.kind == MODEL_OF_EDGE && strcmp(o->key, FILLED) == 0;
}

/* Return the routine that people look for: a library's fills for its caller. */
static size_t filler(const model *m, const model_edge *e)
{
   return runtime_objects_has_routine(m, e->callee) ? e->caller : e->callee;
}

static void add(fills *f, const model_edge *e, const prof_sum *sums)
{
   for (int i = 0; i < SUMS; i++)
      f->sums[i] += sums[i];
   if (!f->edge || sums[COST] > f->most) {
      f->edge = e;
      f->most = sums[COST];
   }
}

/* Return the cost of what had these values before. */
static double wasted(const fills *f)
{
   return f->sums[CELLS] == 0
             ? 0
             : (double)f->sums[COST] * (double)f->sums[SAME] / (double)f->sums[CELLS];
}

static bool is_told(const model *m, const fills *f)
{
   return (double)f->sums[FILLS] >= (double)LEAST_FILLS * model_starts(m) &&
          (double)f->sums[SAME] >= LEAST_SAME * (double)f->sums[CELLS] &&
          wasted(f) >= LEAST_PART * runtime_objects_program_cost(m);
}

/* Runs on several inputs show whether it is so. */
#define CONDITION \
   "  If a larger input means more of these calls, each with more memory, the cost " \
   "grows as the square of the input."

static char *describe(const model *m, const fills *f)
{
   const size_t routine = filler(m, f->edge);
   const cell share = cell_percent((prof_sum)wasted(f), m->total.cost);
   const cell same = cell_percent(f->sums[SAME], f->sums[CELLS]);
   char times[NUMBERS_TEXT], each[NUMBERS_TEXT];
   char percent[CELL_PERCENT], part[CELL_PERCENT];
   char *by = own_code_subject(labels_of_row(m, routine), m, routine,
                               labels_of_model, (void *)m);
   char *places = routine == f->edge->callee
                     ? memory_format("%s", "")
                     : call_places_words(m, f->edge->caller, f->edge->callee, " in ");
   char *text = memory_format(
      "%s filled memory %s times%s, %s cells each time, though %s %% of them had "
      "these values before: %s %% of the run.%s  It may be enough to reset what was "
      "changed since the last time.",
      by, numbers_grouped(times, f->sums[FILLS]), places,
      numbers_grouped(each, f->sums[CELLS] / f->sums[FILLS]),
      cell_short_percent(part, &same), cell_short_percent(percent, &share),
      model_starts(m) == 1 ? CONDITION : "");

   free(places);
   free(by);
   return text;
}

char *filled_note(const model *m)
{
   fills *all = memory_new(m->routine_count, sizeof *all);
   const fills *most = NULL;
   char *text;

   for (size_t i = 0; i < m->optional_count; i++) {
      const model_optional *o = &m->optionals[i];
      const model_edge *e;

      if (is_filled(o) &&
          (e = edges_find(m, o->owner.index, o->owner.second)) != NULL)
         add(&all[filler(m, e)], e, o->sums);
   }
   for (size_t i = 0; i < m->routine_count; i++)
      if (is_told(m, &all[i]) && (!most || wasted(&all[i]) > wasted(most)))
         most = &all[i];
   text = most ? describe(m, most) : NULL;
   free(all);
   return text;
}
