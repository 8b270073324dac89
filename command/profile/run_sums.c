/* What calls have read in each run: see profile/run_sums.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "profile/run_sums.h"
#include "base/memory.h"
#include "profile/optional.h"

#include <math.h>
#include <string.h>

/* The record of an edge that has the number of calls and of cells first. */
#define READS "x-sum-reads\t"
/* Edges with a smaller part of the run's cost have no record. */
#define LEAST_PART 0.01
/* Runs are a group if their costs lie between the same two powers of the root
   of 2.  So a thousand runs have no more records than a few dozens. */
#define GROUPS_PER_DOUBLING 2

static bool has_key(const model_optional *o, const char *key)
{
   return o->owner.kind == MODEL_OF_EDGE &&
          strncmp(o->key, key, strlen(key)) == 0;
}

/* Return the costs of a routine's calls of another one. */
static prof_sum cost_of(const model *m, const model_owner *owner)
{
   size_t low = 0, high = m->edge_count;

   while (low < high) {
      const size_t middle = low + (high - low) / 2;
      const model_edge *e = &m->edges[middle];

      if (e->caller < owner->index ||
          (e->caller == owner->index && e->callee < owner->second))
         low = middle + 1;
      else
         high = middle;
   }
   return low < m->edge_count && m->edges[low].caller == owner->index &&
          m->edges[low].callee == owner->second ? m->edges[low].cost : 0;
}

void run_sums_add(model *m)
{
   const size_t count = m->optional_count;
   const double all = (double)m->total.cost;
   size_t added = 0;
   int group;

   if (m->run_count != 1 || all < 1)
      return;
   for (size_t i = 0; i < count; i++)
      if (has_key(&m->optionals[i], RUN_SUMS_KEY))
         return;
   group = (int)floor(GROUPS_PER_DOUBLING * log2(all));
   m->optionals = memory_resize(m->optionals, 2 * count + 1,
                                sizeof *m->optionals);
   for (size_t i = 0; i < count; i++) {
      const model_optional *o = &m->optionals[i];
      model_optional *to = &m->optionals[count + added];

      if (!has_key(o, READS) || o->sum_count < 2 || o->sums[0] == 0 ||
          (double)cost_of(m, &o->owner) < LEAST_PART * all)
         continue;
      *to = (model_optional){
         .owner = o->owner, .sum_count = RUN_SUMS,
         .key = memory_format(RUN_SUMS_KEY "\t%d", group),
         .sums = memory_new(RUN_SUMS, sizeof *to->sums),
      };
      to->sums[RUN_SUMS_RUNS] = 1;
      to->sums[RUN_SUMS_CALLS] = o->sums[0];
      to->sums[RUN_SUMS_CELLS] = o->sums[1];
      added++;
   }
   m->optional_count += added;
}

void run_sums_remove(model *m)
{
   size_t kept = 0;

   if (m->run_count != 1)
      return;
   for (size_t i = 0; i < m->optional_count; i++) {
      if (has_key(&m->optionals[i], RUN_SUMS_KEY))
         model_free_optional(&m->optionals[i]);
      else
         m->optionals[kept++] = m->optionals[i];
   }
   m->optional_count = kept;
}
