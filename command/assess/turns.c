/* Loops whose turns get more, or fewer, from one entry to the next.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/turns.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "base/paths.h"
#include "cli/cell.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A part of the program's cost below which a routine does not matter. */
#define LEAST_PART 0.05
/* A turn has one basic block or more of the routine's own; a loop with fewer
   turns than this part of them is not where the work is. */
#define LEAST_WORK 0.0625
/* Entries, at the least. */
#define LEAST_ENTRIES 100.0
/* From one entry to the next, turns that rise from few to the most, or fall,
   change by twice the mean divided by the number of entries: by so much, an
   element or a few elements. */
#define LEAST_CHANGE 0.125
#define MOST_CHANGE 16.0
/* Their moment differs from that of turns without a trend by this part of it,
   at the least.  (Turns that rise or fall by an element each time give 1/3.) */
#define TREND 0.2

enum { ENTRIES, TURNS, MOMENT, EVEN, SUMS };
#define LOOP "x-sum-loop\t4\t"

/* Return the line in the key of an optional record, "x-sum-loop 4 OFFSET LINE";
   0: it is not known. */
static uint64_t line_of(const char *key)
{
   const char *line = strchr(key + strlen(LOOP), '\t');

   return line ? strtoull(line + 1, NULL, 10) : 0;
}

static bool has_trend(const prof_sum *sums)
{
   const double entries = (double)sums[ENTRIES], turns = (double)sums[TURNS];
   const double change = entries > 0 ? 2 * turns / entries / entries : 0;

   return entries >= LEAST_ENTRIES && change >= LEAST_CHANGE &&
          change <= MOST_CHANGE && sums[EVEN] > 0 &&
          fabs((double)sums[MOMENT] / (double)sums[EVEN] - 1) >= TREND;
}

static const prof_sum *loop_of(const model_optional *o)
{
   return o->owner.kind == MODEL_OF_ROUTINE && o->sum_count == SUMS &&
          strncmp(o->key, LOOP, strlen(LOOP)) == 0 ? o->sums : NULL;
}

void turns_find(const model *m, ranked *list, size_t count,
                double program_cost)
{
   ranked_turns *found = memory_new(m->routine_count, sizeof *found);

   for (size_t i = 0; i < m->optional_count; i++) {
      const model_optional *o = &m->optionals[i];
      const prof_sum *sums = loop_of(o);

      if (sums && has_trend(sums) &&
          sums[TURNS] > found[o->owner.index].turns)
         found[o->owner.index] = (ranked_turns){
            .entries = (uint64_t)sums[ENTRIES], .turns = sums[TURNS],
            .line = line_of(o->key), .falls = sums[MOMENT] < sums[EVEN],
         };
   }
   for (size_t i = 0; i < count; i++) {
      const assessment *a = list[i].assessment;
      const double self = (double)a->sums.self.sum;
      const ranked_turns *t = &found[a->routine];

      if (self >= LEAST_PART * program_cost &&
          (double)t->turns >= LEAST_WORK * self && !assess_is_flat(a))
         list[i].turns = *t;
   }
   free(found);
}

char *turns_describe(const ranked *r)
{
   const assessment *a = r->assessment;
   const model_routine *routine = &a->m->routines[a->routine];
   const ranked_turns *t = &r->turns;
   const cell share = cell_percent(a->sums.outermost, a->m->total.cost);
   char entries[NUMBERS_TEXT], turns[NUMBERS_TEXT], percent[CELL_PERCENT];
   char *where = t->line > 0 && *routine->file
      ? memory_format("the loop in %s:%llu", paths_file_name(routine->file),
                      (unsigned long long)t->line)
      : memory_string("a loop");
   char *text;

   numbers_grouped(entries, t->entries);
   numbers_grouped(turns, t->turns);
   cell_short_percent(percent, &share);
   text = memory_format(
      "runs %s %s times, each time with %s turns than before (%s turns in "
      "all): the square of that number; it is %s %% of the run", where, entries,
      t->falls ? "fewer" : "more", turns, percent);
   free(where);
   return text;
}
