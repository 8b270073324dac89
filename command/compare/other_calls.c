/* How the calls of a routine differ: see compare/other_calls.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "compare/other_calls.h"
#include "base/memory.h"
#include "profile/optional.h"

#include <math.h>

/* Numbers of calls, and inputs, that differ by less than this part are called
   equal, as sizes are (compare.h). */
#define SAME 0.01

/* Return 1 if there is more than before, -1 if less, 0 if as much. */
static int direction(double old, double new)
{
   if (fabs(new - old) <= SAME * fmax(old, new))
      return 0;
   return new > old ? 1 : -1;
}

/* Is all of a routine inlined in this profile?  Then it may lack in another one
   because it has no loop there. */
static bool is_inlined(const matching *m, const match_pair *p, int side)
{
   for (size_t i = 0; i < p->counts[side]; i++)
      if (!model_is_inlined(&m->models[side]->routines[p->routines[side][i]]))
         return false;
   return p->counts[side] > 0;
}

/* Return how often a routine is called compared with before; NULL: as often. */
static const char *calls_words(const matching *m, const match_pair *p,
                               const prof_tuple sums[MATCH_SIDES])
{
   const int step = direction((double)sums[MATCH_OLD].calls,
                              (double)sums[MATCH_NEW].calls);

   if (sums[MATCH_OLD].calls == 0)
      return is_inlined(m, p, MATCH_NEW)
             ? "was not called before, or was inlined without a loop"
             : "was not called before";
   if (sums[MATCH_NEW].calls == 0)
      return is_inlined(m, p, MATCH_OLD)
             ? "is no longer called, or is inlined without a loop"
             : "is no longer called";
   return step == 0 ? NULL : step > 0 ? "is called more often"
                                      : "is called less often";
}

/* Is it an allocator or a collector? */
static bool is_zone(const model *m, size_t routine)
{
   return optional_find(m, MODEL_OF_ROUTINE, routine, "x-zone") != NULL;
}

/* Is a routine called by allocators and collectors only? */
static bool is_below_zones(const model *m, size_t routine)
{
   bool called = false;

   for (size_t e = 0; e < m->edge_count; e++) {
      if (m->edges[e].callee != routine)
         continue;
      if (!is_zone(m, m->edges[e].caller))
         return false;
      called = true;
   }
   return called;
}

bool other_calls_is_measured(const matching *m, size_t pair, int side)
{
   const match_pair *p = &m->pairs[pair];
   const bool reads = match_sums(m, p, side).trms > 0;

   for (size_t i = 0; i < p->counts[side]; i++)
      if (is_zone(m->models[side], p->routines[side][i]) ||
          (!reads && is_below_zones(m->models[side], p->routines[side][i])))
         return false;
   return true;
}

bool other_calls_reads(const matching *m, size_t pair)
{
   for (int side = 0; side < MATCH_SIDES; side++) {
      const prof_tuple sums = match_sums(m, &m->pairs[pair], side);

      if (sums.calls > 0 && sums.trms >= (sums.calls + 1) / 2)
         return true;
   }
   return false;
}

/* Return how much each call reads compared with before; NULL: as much, nearly
   nothing, or there are no calls to compare. */
static const char *input_words(const matching *m, size_t pair,
                               const prof_tuple sums[MATCH_SIDES])
{
   const bool before = other_calls_is_measured(m, pair, MATCH_OLD);
   const bool now = other_calls_is_measured(m, pair, MATCH_NEW);
   double each[MATCH_SIDES];
   int step;

   if (sums[MATCH_OLD].calls > 0 && sums[MATCH_NEW].calls > 0 && before != now)
      return before ? "its input is not measured now"
                    : "its input was not measured before";
   if (!before || !other_calls_reads(m, pair))
      return NULL;
   for (int side = 0; side < MATCH_SIDES; side++) {
      if (sums[side].calls == 0)
         return NULL;
      /* In whole cells, as it is shown. */
      each[side] = round((double)sums[side].trms / (double)sums[side].calls);
   }
   step = direction(each[MATCH_OLD], each[MATCH_NEW]);
   return step == 0 ? NULL : step > 0 ? "reads more at each call"
                                      : "reads less at each call";
}

char *other_calls_words(const matching *m, size_t pair)
{
   prof_tuple sums[MATCH_SIDES];
   const char *calls, *input;

   for (int side = 0; side < MATCH_SIDES; side++)
      sums[side] = match_sums(m, &m->pairs[pair], side);
   calls = calls_words(m, &m->pairs[pair], sums);
   input = input_words(m, pair, sums);
   if (calls == NULL && input == NULL)
      calls = other_calls_is_measured(m, pair, MATCH_NEW) &&
              other_calls_reads(m, pair)
              ? "is called as often and reads as much at each call"
              : "is called as often";
   return memory_format("%s%s%s", calls ? calls : "",
                        calls && input ? ", and " : "", input ? input : "");
}

double other_calls_ratio(const matching *m, size_t pair)
{
   double costs[MATCH_SIDES];

   for (int side = 0; side < MATCH_SIDES; side++)
      costs[side] = (double)match_sums(m, &m->pairs[pair], side).outermost;
   return costs[MATCH_OLD] > 0 ? costs[MATCH_NEW] / costs[MATCH_OLD] : 0;
}
