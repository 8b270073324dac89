/* The difference of the total costs: see compare/difference.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "compare/difference.h"
#include "base/memory.h"
#include "compare/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A part of the difference, or of what is left of it, that is worth a word. */
#define REST_PART 0.05
/* Differences of two routines that differ by less are called equal. */
#define EQUAL_PART 0.01

/* --- what each change accounts for --- */

static int compare_rests(const void *a, const void *b)
{
   const double x = fabs(((const change_rest *)a)->self);
   const double y = fabs(((const change_rest *)b)->self);

   return (x < y) - (x > y);
}

/* Return the self cost of a pair on one side. */
static double self_of(const change_search *s, size_t pair, int side)
{
   return (double)match_sums(s->matching, &s->matching->pairs[pair],
                             side).self.sum;
}

/* Name the pairs without a row that hold most of a sum: the largest of parts[],
   one for each pair, that have its sign.  Return how many are named. */
static size_t name_largest(change_rest named[CHANGES_REST],
                           const change_search *s, const double *parts,
                           const bool *is_row, double sum)
{
   const size_t n = s->matching->count;
   change_rest *all = memory_new(n, sizeof *all);
   size_t count = 0;

   for (size_t i = 0; i < n; i++) {
      const double old = self_of(s, i, MATCH_OLD);

      if (is_row[i] || parts[i] * sum <= 0 ||
          fabs(parts[i]) <= REST_PART * fabs(sum))
         continue;
      all[count++] = (change_rest){
         i, parts[i], old > 0 ? self_of(s, i, MATCH_NEW) / old : 0 };
   }
   qsort(all, count, sizeof *all, compare_rests);
   count = count < CHANGES_REST ? count : CHANGES_REST;
   memcpy(named, all, count * sizeof *all);
   free(all);
   return count;
}

/* Name the routines that hold most of the rest, and those without a row that
   hold most of what the rows account for. */
static void find_holders(change_list *list, const change_search *s,
                         const parts_sum *parts, const bool *is_row)
{
   const size_t n = s->matching->count;
   double *rests = memory_new(n + 1, sizeof *rests);
   double *handed = memory_new(n + 1, sizeof *handed);

   for (size_t i = 0; i < n; i++) {
      const double step = self_of(s, i, MATCH_NEW) - self_of(s, i, MATCH_OLD);

      rests[i] = (double)parts[i];
      if (fabs(rests[i]) < fabs(step) / 2 && fabs(step) > list->least_rest)
         handed[i] = step;
   }
   list->rest_count = name_largest(list->rest, s, rests, is_row,
                                   list->left + list->outside);
   list->inside_count = name_largest(list->inside, s, handed, is_row,
                                     list->covered);
   free(rests);
   free(handed);
}

static parts_sum total_difference(const matching *m)
{
   return (parts_sum)m->models[MATCH_NEW]->total.cost -
          (parts_sum)m->models[MATCH_OLD]->total.cost;
}

/* Share out the difference of the total costs: to the causes, to routines
   without a row, to what the matching leaves out. */
void difference_share_out(change_list *list, const change_search *s)
{
   const size_t n = s->matching->count;
   bool *is_row = memory_new(n + 1, sizeof *is_row);
   parts_sum *parts, covered = 0, left = 0;

   for (size_t i = 0; i < list->count; i++)
      is_row[list->changes[i].pair] = !list->changes[i].explained;
   parts = parts_find(s, is_row);
   for (size_t i = 0; i < n; i++)
      *(is_row[i] ? &covered : &left) += parts[i];
   for (size_t i = 0; i < list->count; i++)
      if (!list->changes[i].explained)
         list->changes[i].part = (double)parts[list->changes[i].pair];
   list->difference = (double)total_difference(s->matching);
   list->covered = (double)covered;
   list->left = (double)left;
   list->outside = (double)(total_difference(s->matching) - covered - left);
   list->least_rest = s->threshold * s->total;
   find_holders(list, s, parts, is_row);
   free(parts);
   free(is_row);
}

/* Return whether a part of a difference is left that matters. */
bool difference_is_much(double left, double difference, double least)
{
   return fabs(left) > REST_PART * fabs(difference) && fabs(left) > least;
}

/* --- what the causes leave --- */

/* Return what the causes leave of the difference of the total costs. */
static double uncovered(const change_search *s)
{
   const size_t n = s->matching->count;
   bool *is_row = memory_new(n + 1, sizeof *is_row);
   double left = (double)total_difference(s->matching);
   parts_sum *parts;

   for (size_t i = 0; i < n; i++)
      is_row[i] = s->candidates[i].cause || s->candidates[i].stands_alone;
   parts = parts_find(s, is_row);
   for (size_t i = 0; i < n; i++)
      left -= is_row[i] ? (double)parts[i] : 0;
   free(parts);
   free(is_row);
   return left;
}

/* Return whether a routine calls another one on either side. */
static bool calls(const change_search *s, size_t caller, size_t callee)
{
   size_t first, past;

   call_deltas_of_caller(&s->deltas, caller, &first, &past);
   for (size_t i = first; i < past; i++)
      if (s->deltas.list[i].callee == callee)
         return true;
   return false;
}

/* A cause below a routine explains the routine's change, however little it
   costs itself.  Where the causes leave much of the difference, the innermost
   of the program's routines that hold most of it and have changed is a cause as
   well. */
void difference_cover(change_search *s)
{
   const double difference = (double)total_difference(s->matching);
   const double little = s->threshold * s->total;
   size_t found;

   do {
      const double left = uncovered(s);
      double least = INFINITY;

      found = SIZE_MAX;
      for (size_t i = 0; i < s->matching->count &&
                         difference_is_much(left, difference, little);
           i++) {
         const change_candidate *c = &s->candidates[i];
         const double whole = causes_is_changed(c) && !c->cause
            ? match_difference(s->matching, &s->matching->pairs[i]) : 0;

         if (whole * left <= 0 || fabs(whole) < fabs(left) / 2 ||
             match_is_runtime(s->matching, &s->matching->pairs[i]))
            continue;
         /* Of equal ones the callee. */
         if (fabs(whole) < least * (1 - EQUAL_PART) ||
             (fabs(whole) < least * (1 + EQUAL_PART) && calls(s, found, i))) {
            least = fabs(whole);
            found = i;
         }
      }
      if (found != SIZE_MAX) {
         s->candidates[found].cause = true;
         s->candidates[found].own = s->candidates[found].outer;
      }
   } while (found != SIZE_MAX);
}
