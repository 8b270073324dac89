/* The cost of source lines: see source/line_costs.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "source/line_costs.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "profile/optional.h"

#include <stdlib.h>
#include <string.h>

/* --- reading --- */

/* Read the line of a record x-sum-NAME COUNT LINE with at least `sums` sums.
   False: it is another record. */
static bool read_line(const model_optional *o, const char *name, size_t sums,
                      uint64_t *line)
{
   const size_t length = strlen(name);
   const char *number;
   prof_sum value;

   if (o->sum_count < sums || strncmp(o->key, name, length) != 0
       || o->key[length] != '\t')
      return false;
   number = strchr(o->key + length + 1, '\t');
   if (number == NULL || numbers_read(number + 1, UINT64_MAX, &value) != NULL)
      return false;
   *line = (uint64_t)value;
   return true;
}

bool line_costs_known(const model *m)
{
   uint64_t line;

   for (size_t i = 0; i < m->optional_count; i++)
      if (m->optionals[i].owner.kind == MODEL_OF_ROUTINE
          && read_line(&m->optionals[i], "x-sum-line", 1, &line))
         return true;
   return false;
}

static int compare_lines(const void *a, const void *b)
{
   const line_cost *x = a, *y = b;

   return (x->line > y->line) - (x->line < y->line);
}

line_costs line_costs_read(const model *m, size_t routine)
{
   const model_owner owner = { MODEL_OF_ROUTINE, routine, 0 };
   line_costs l = { .list = NULL };
   size_t past, i = optional_of(m, &owner, &past);

   if (i == past)
      return l;
   l.list = memory_new(past - i, sizeof *l.list);
   for (; i < past; i++) {
      const model_optional *o = &m->optionals[i];
      line_cost *to = &l.list[l.count];

      if (!read_line(o, "x-sum-line", 1, &to->line))
         continue;
      to->cost = o->sums[0];
      l.cost += to->cost;
      l.count++;
   }
   if (l.count > 0)
      qsort(l.list, l.count, sizeof *l.list, compare_lines);
   return l;
}

void line_costs_free(line_costs *l)
{
   free(l->list);
   *l = (line_costs){ .list = NULL };
}

static int compare_inlined(const void *a, const void *b)
{
   const inlined_line *x = a, *y = b;

   return (x->line > y->line) - (x->line < y->line);
}

inlined_line *line_costs_inlined(const model *m, const model_edge *e,
                                 size_t *count)
{
   const model_owner owner = { MODEL_OF_EDGE, e->caller, e->callee };
   size_t past, i = optional_of(m, &owner, &past);
   inlined_line *list;

   *count = 0;
   if (i == past)
      return NULL;
   list = memory_new(past - i, sizeof *list);
   for (; i < past; i++) {
      const model_optional *o = &m->optionals[i];
      inlined_line *to = &list[*count];

      if (!read_line(o, "x-sum-inlined", 2, &to->line))
         continue;
      to->calls = (uint64_t)o->sums[0];
      to->cost = o->sums[1];
      ++*count;
   }
   if (*count == 0) {
      free(list);
      return NULL;
   }
   qsort(list, *count, sizeof *list, compare_inlined);
   return list;
}

/* --- ranges --- */

/* For each number of ranges and each size of theirs, the ranges with most cost
   among the lines that were seen. */
typedef line_ranges table[LINE_RANGES][LINE_RANGES_LINES + 1];

static void keep_better(line_ranges *best, const line_ranges *r)
{
   if (r->count > 0 && (best->count == 0 || r->cost > best->cost))
      *best = *r;
}

/* Return the ranges with a further line: it extends the last range, or begins
   one. */
static line_ranges with_line(const line_ranges *r, const line_cost *l,
                             bool begins)
{
   line_ranges longer = *r;

   if (begins)
      longer.list[longer.count++].first = l->line;
   longer.list[longer.count - 1].last = l->line;
   longer.cost += l->cost;
   return longer;
}

/* `ending` has the ranges that end with the line before this one: make it those
   that end with this one.  step: the lines between both, or more than any range
   has. */
static void add_line(table ending, table best, const line_cost *l,
                     uint64_t step)
{
   static const line_ranges none;
   table next = { 0 };

   for (size_t n = 0; n < LINE_RANGES; n++)
      for (size_t size = 1; size <= LINE_RANGES_LINES; size++) {
         line_ranges *to = &next[n][size], found;

         if (n == 0 && size == 1)
            *to = with_line(&none, l, true);
         if (n > 0 && size > 1 + LINE_RANGES_GAP
             && best[n - 1][size - 1 - LINE_RANGES_GAP].count > 0) {
            found = with_line(&best[n - 1][size - 1 - LINE_RANGES_GAP], l,
                              true);
            keep_better(to, &found);
         }
         if (step < size && ending[n][size - step].count > 0) {
            found = with_line(&ending[n][size - step], l, false);
            keep_better(to, &found);
         }
      }
   memcpy(ending, next, sizeof next);
   for (size_t n = 0; n < LINE_RANGES; n++)
      for (size_t size = 1; size <= LINE_RANGES_LINES; size++)
         keep_better(&best[n][size], &ending[n][size]);
}

line_ranges line_costs_ranges(const line_costs *l, prof_sum whole, double part)
{
   const line_ranges none = { .count = 0 };
   table *ending = memory_new(2, sizeof *ending), *best = ending + 1;
   line_ranges found = none;

   for (size_t i = 0; i < l->count; i++)
      add_line(*ending, *best, &l->list[i], i == 0 ? LINE_RANGES_LINES
               : l->list[i].line - l->list[i - 1].line);
   for (size_t size = 1; size <= LINE_RANGES_LINES && found.count == 0; size++)
      for (size_t n = 0; n < LINE_RANGES; n++)
         if ((double)(*best)[n][size].cost >= part * (double)whole)
            keep_better(&found, &(*best)[n][size]);
   free(ending);
   return found;
}
