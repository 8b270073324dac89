/* What calls have read in each run: see profile/run_sums.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "profile/run_sums.h"
#include "base/memory.h"
#include "profile/edges.h"
#include "profile/optional.h"
#include "profile/run_argument.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The record of an edge that has the number of calls and of cells first. */
#define READS "x-sum-reads\t"
/* Edges with a smaller part of the run's cost have no record. */
#define LEAST_PART 0.01
/* Runs are a group if their costs lie between the same two powers of the root
   of 2.  So a thousand runs have no more records than a few dozens. */
#define GROUPS_PER_DOUBLING 2
/* A routine with a smaller part of the run's cost of its own has no record,
   unless it has one activation with such a part in all: that may be the one
   that has the input. */
#define LEAST_WORK 0.01
#define MOST_OF_RUN 0.5
/* A number with more digits is not a size, and the sums of numbers of so many
   stay exact. */
#define MOST_DIGITS 12

static bool has_key(const model_optional *o, const char *key)
{
   return strncmp(o->key, key, strlen(key)) == 0;
}

static bool is_of_runs(const model_optional *o)
{
   return has_key(o, RUN_SUMS_KEY "\t") || has_key(o, RUN_COSTS_KEY "\t") ||
          has_key(o, RUN_WORK_KEY "\t") || has_key(o, RUN_ARGUMENT_KEY "\t");
}

/* Return the costs of a routine's calls of another one. */
static prof_sum cost_of(const model *m, const model_owner *owner)
{
   const model_edge *e = edges_find(m, owner->index, owner->second);

   return e ? e->cost : 0;
}

/* Append a record, which takes the key; return its sums. */
static prof_sum *append_with(model *m, model_owner owner, char *key, size_t sums)
{
   model_optional *to = &m->optionals[m->optional_count++];

   *to = (model_optional){
      .owner = owner, .sum_count = sums, .key = key,
      .sums = memory_new(sums, sizeof *to->sums),
   };
   return to->sums;
}

/* The same for a group of runs. */
static prof_sum *append(model *m, model_owner owner, const char *key,
                        size_t sums, int group)
{
   return append_with(m, owner, memory_format("%s\t%d", key, group), sums);
}

static void add_edges(model *m, size_t count, int group)
{
   for (size_t i = 0; i < count; i++) {
      const model_optional *o = &m->optionals[i];
      prof_sum *sums;

      if (o->owner.kind != MODEL_OF_EDGE || !has_key(o, READS) ||
          o->sum_count < 2 || o->sums[0] == 0 ||
          (double)cost_of(m, &o->owner) < LEAST_PART * (double)m->total.cost)
         continue;
      sums = append(m, o->owner, RUN_SUMS_KEY, RUN_SUMS, group);
      sums[RUN_SUMS_RUNS] = 1;
      sums[RUN_SUMS_CALLS] = o->sums[0];
      sums[RUN_SUMS_CELLS] = o->sums[1];
   }
}

static void add_routines(model *m, int group)
{
   const double all = (double)m->total.cost;

   for (size_t i = 0; i < m->routine_count; i++) {
      const prof_tuple s = model_sums(m, i, MODEL_ALL_THREADS);
      prof_sum *sums;

      if (s.calls == 0 || ((double)s.self.sum < LEAST_WORK * all &&
           (s.calls > 1 || (double)s.outermost < MOST_OF_RUN * all)))
         continue;
      sums = append(m, (model_owner){ MODEL_OF_ROUTINE, i, 0 }, RUN_WORK_KEY,
                    RUN_WORK, group);
      sums[RUN_WORK_RUNS] = 1;
      sums[RUN_WORK_CALLS] = s.calls;
      sums[RUN_WORK_CELLS] = s.trms;
      sums[RUN_WORK_SELF] = s.self.sum;
   }
}

static void add_run(model *m, int group)
{
   prof_sum *sums = append(m, (model_owner){ MODEL_OF_ALL, 0, 0 },
                           RUN_COSTS_KEY, RUN_COSTS, group);

   sums[RUN_COSTS_RUNS] = 1;
   sums[RUN_COSTS_COST] = m->total.cost;
   sums[RUN_COSTS_TRMS] = m->total.trms;
   sums[RUN_COSTS_EXTERNAL] = m->total.external;
}

/* Return how many arguments of the run are looked at, the program apart. */
static size_t count_arguments(const model *m)
{
   char *const *arguments = m->runs[0].arguments;
   size_t count = 0;

   while (count < RUN_ARGUMENTS && arguments[count] && arguments[count + 1])
      count++;
   return count;
}

static void add_arguments(model *m, size_t count, int group)
{
   for (size_t i = 1; i <= count; i++) {
      const char *number = run_argument_number(m->runs[0].arguments[i]);
      prof_sum *sums;

      if (!number || strlen(number) > MOST_DIGITS)
         continue;
      sums = append_with(m, (model_owner){ MODEL_OF_ALL, 0, 0 },
                         memory_format(RUN_ARGUMENT_KEY "\t%d\t%zu", group, i),
                         RUN_ARGUMENT);
      sums[RUN_ARGUMENT_RUNS] = 1;
      sums[RUN_ARGUMENT_NUMBER] = strtoull(number, NULL, 10);
   }
}

bool run_sums_is_group(const model_optional *o, const char *key, size_t sums,
                       long *number)
{
   const size_t length = strlen(key);

   if (strncmp(o->key, key, length) != 0 || o->key[length] != '\t' ||
       o->sum_count != sums || o->sums[0] == 0)
      return false;
   *number = strtol(o->key + length + 1, NULL, 10);
   return true;
}

void run_sums_add(model *m)
{
   const size_t count = m->optional_count;
   const double all = (double)m->total.cost;
   size_t arguments;
   int group;

   if (m->run_count != 1 || all < 1)
      return;
   for (size_t i = 0; i < count; i++)
      if (is_of_runs(&m->optionals[i]))
         return;
   group = (int)floor(GROUPS_PER_DOUBLING * log2(all));
   arguments = count_arguments(m);
   m->optionals = memory_resize(m->optionals,
                                2 * count + m->routine_count + arguments + 1,
                                sizeof *m->optionals);
   add_edges(m, count, group);
   add_routines(m, group);
   add_run(m, group);
   add_arguments(m, arguments, group);
}

void run_sums_remove(model *m)
{
   size_t kept = 0;

   if (m->run_count != 1)
      return;
   for (size_t i = 0; i < m->optional_count; i++) {
      if (is_of_runs(&m->optionals[i]))
         model_free_optional(&m->optionals[i]);
      else
         m->optionals[kept++] = m->optionals[i];
   }
   m->optional_count = kept;
}
