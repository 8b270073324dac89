/* Adding up tables and edges: see profile/tables.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "profile/tables.h"
#include "base/memory.h"
#include "base/message.h"
#include "engine/profile/rounding.h"

#include <stdlib.h>
#include <string.h>

void tables_overflow(void)
{
   message_fatal("merged sums have more than 128 bits");
}

static int compare_tuples(const model_tuple *a, const model_tuple *b)
{
   if (a->sums.size != b->sums.size)
      return a->sums.size < b->sums.size ? -1 : 1;
   return a->open - b->open;
}

/* Return the index of the first tuple of a table, from `first` on, that is not
   before `t`, by an exponential search: near ones are found soon. */
static size_t place_of(const model_table *table, size_t first,
                       const model_tuple *t)
{
   size_t past = first, step = 1;

   while (past < table->count && compare_tuples(&table->tuples[past], t) < 0) {
      first = past + 1;
      past += step;
      step *= 2;
   }
   if (past > table->count)
      past = table->count;
   while (first < past) {
      size_t middle = first + (past - first) / 2;

      if (compare_tuples(&table->tuples[middle], t) < 0)
         first = middle + 1;
      else
         past = middle;
   }
   return first;
}

static void add_tuple(model_tuple *into, const model_tuple *from)
{
   if (!model_add_tuple(&into->sums, &from->sums))
      tables_overflow();
}

/* Add the tuples that both have.  Return the number of tuples that only `from`
   has. */
static size_t add_common(model_table *into, const model_table *from)
{
   size_t place = 0, missing = 0;

   for (size_t i = 0; i < from->count; i++) {
      const model_tuple *t = &from->tuples[i];

      place = place_of(into, place, t);
      if (place < into->count && compare_tuples(&into->tuples[place], t) == 0)
         add_tuple(&into->tuples[place++], t);
      else
         missing++;
   }
   return missing;
}

static void add_table(model_table *into, const model_table *from)
{
   size_t missing = add_common(into, from);
   size_t i = into->count, j = from->count, place = i + missing;

   if (missing == 0)
      return;
   into->tuples = memory_resize(into->tuples, place, sizeof *into->tuples);
   into->count = place;
   /* From the end, so that no tuple is overwritten before it has moved. */
   while (place > i) {
      const model_tuple *t = &from->tuples[j - 1];
      int order = i == 0 ? -1 : compare_tuples(&into->tuples[i - 1], t);

      if (order > 0)
         into->tuples[--place] = into->tuples[--i];
      else if (order < 0)
         into->tuples[--place] = from->tuples[--j];
      else
         j--;
   }
}

static model_table copy_of(const model_table *table)
{
   model_table copy = {
      memory_resize(NULL, table->count, sizeof *copy.tuples), table->count
   };

   if (copy.count > 0)
      memcpy(copy.tuples, table->tuples, copy.count * sizeof *copy.tuples);
   return copy;
}

/* Round the sizes of a table.  Tuples whose sizes become equal are next to each
   other, but for open tuples between them. */
static void round_table(model_table *table, unsigned bits)
{
   size_t kept = 0;

   for (size_t i = 0; i < table->count; i++) {
      model_tuple t = table->tuples[i];
      size_t place = kept;

      t.sums.size = rounding_down(t.sums.size, bits);
      while (place > 0 && compare_tuples(&table->tuples[place - 1], &t) > 0)
         place--;
      if (place > 0 && compare_tuples(&table->tuples[place - 1], &t) == 0) {
         add_tuple(&table->tuples[place - 1], &t);
         continue;
      }
      memmove(table->tuples + place + 1, table->tuples + place,
              (kept - place) * sizeof *table->tuples);
      table->tuples[place] = t;
      kept++;
   }
   table->count = kept;
}

static void round_prof(model_prof *p, unsigned bits)
{
   if (p->rounded == bits)
      return;
   for (int m = 0; m < PROF_METRICS; m++)
      round_table(&p->tables[m], bits);
   p->rounded = bits;
}

/* Add the tables of `from`, which are freed, to the tables of `into`.
   Tables that become equal by this are found by tables_find_same. */
static void add_prof(model_prof *into, model_prof *from)
{
   prof_metric same[PROF_METRICS];
   unsigned bits = into->rounded;

   if (bits == 0 || (from->rounded != 0 && from->rounded < bits))
      bits = from->rounded;
   round_prof(into, bits);
   round_prof(from, bits);
   for (int m = 0; m < PROF_METRICS; m++) {
      same[m] = m;
      for (int earlier = m - 1; earlier >= 0; earlier--)
         if (into->same[m] == into->same[earlier] &&
             from->same[m] == from->same[earlier])
            same[m] = same[earlier];
   }
   /* From the last metric on: a table that was shared is copied before the
      earlier table that it was shared with changes. */
   for (int m = PROF_METRICS - 1; m >= 0; m--) {
      if ((int)same[m] == m) {
         if ((int)into->same[m] != m)
            into->tables[m] = copy_of(model_table_of(into, m));
         add_table(&into->tables[m], model_table_of(from, m));
      }
      into->same[m] = same[m];
   }
   for (int m = 0; m < PROF_METRICS; m++)
      free(from->tables[m].tuples);
}

void tables_add_edge(model_edge *into, const model_edge *from)
{
   if (__builtin_add_overflow(into->calls, from->calls, &into->calls) ||
       __builtin_add_overflow(into->cost, from->cost, &into->cost) ||
       __builtin_add_overflow(into->outermost, from->outermost,
                              &into->outermost))
      tables_overflow();
}

static int compare_edges(const void *a, const void *b)
{
   const model_edge *x = a, *y = b;

   if (x->caller != y->caller)
      return x->caller < y->caller ? -1 : 1;
   return (x->callee > y->callee) - (x->callee < y->callee);
}

size_t tables_sum_edges(model_edge *edges, size_t count)
{
   size_t kept = 0;

   if (count > 0)
      qsort(edges, count, sizeof *edges, compare_edges);
   for (size_t i = 0; i < count; i++) {
      if (kept > 0 && compare_edges(&edges[kept - 1], &edges[i]) == 0)
         tables_add_edge(&edges[kept - 1], &edges[i]);
      else
         edges[kept++] = edges[i];
   }
   return kept;
}

void tables_add(tables_list *list, model_prof *from)
{
   size_t i = 0;

   while (i < list->count && list->list[i].thread < from->thread)
      i++;
   if (i < list->count && list->list[i].thread == from->thread) {
      add_prof(&list->list[i], from);
      return;
   }
   list->list = memory_resize(list->list, list->count + 1,
                              sizeof *list->list);
   memmove(list->list + i + 1, list->list + i,
           (list->count - i) * sizeof *list->list);
   list->list[i] = *from;
   list->count++;
}

void tables_fold(tables_list *list)
{
   for (size_t i = 0; i < list->count; i++) {
      list->list[i].thread = MODEL_ALL_THREADS;
      if (i > 0)
         add_prof(&list->list[0], &list->list[i]);
   }
   if (list->count > 1)
      list->count = 1;
}

void tables_free(tables_list *list)
{
   for (size_t i = 0; i < list->count; i++)
      for (int m = 0; m < PROF_METRICS; m++)
         free(list->list[i].tables[m].tuples);
   free(list->list);
   *list = (tables_list){ NULL, 0 };
}

static bool equal_stats(const prof_stat *a, const prof_stat *b)
{
   return a->min == b->min && a->max == b->max && a->sum == b->sum &&
          a->squares == b->squares;
}

static bool equal_tables(const model_table *a, const model_table *b)
{
   if (a->count != b->count)
      return false;
   for (size_t i = 0; i < a->count; i++) {
      const prof_tuple *x = &a->tuples[i].sums, *y = &b->tuples[i].sums;

      if (compare_tuples(&a->tuples[i], &b->tuples[i]) != 0 ||
          x->calls != y->calls || !equal_stats(&x->cost, &y->cost) ||
          !equal_stats(&x->self, &y->self) ||
          x->outermost != y->outermost || x->rms != y->rms ||
          x->ext != y->ext || x->trms != y->trms ||
          x->external != y->external || x->thread != y->thread)
         return false;
   }
   return true;
}

void tables_find_same(model_prof *p)
{
   for (int m = 1; m < PROF_METRICS; m++) {
      for (int earlier = 0; earlier < m && (int)p->same[m] == m; earlier++) {
         if ((int)p->same[earlier] == earlier &&
             equal_tables(&p->tables[earlier], &p->tables[m])) {
            p->same[m] = earlier;
            free(p->tables[m].tuples);
            p->tables[m] = (model_table){ NULL, 0 };
            for (int later = m + 1; later < PROF_METRICS; later++)
               if ((int)p->same[later] == m)
                  p->same[later] = earlier;
         }
      }
   }
}

/* The profs of a routine are next to each other. */
size_t tables_fold_profs(model_prof *profs, size_t count)
{
   size_t kept = 0;

   for (size_t i = 0; i < count; i++) {
      profs[i].thread = MODEL_ALL_THREADS;
      if (kept > 0 && profs[kept - 1].routine == profs[i].routine)
         add_prof(&profs[kept - 1], &profs[i]);
      else
         profs[kept++] = profs[i];
   }
   for (size_t i = 0; i < kept; i++)
      tables_find_same(&profs[i]);
   return kept;
}
