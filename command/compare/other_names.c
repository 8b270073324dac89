/* Routines under other names: see compare/other_names.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "compare/other_names.h"
#include "base/memory.h"
#include "base/paths.h"
#include "compare/call_deltas.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Numbers that differ by less than this part are called equal, as sizes are
   (compare.h). */
#define SAME 0.01

static bool is_near(prof_sum a, prof_sum b)
{
   return fabs((double)a - (double)b) <= SAME * fmax((double)a, (double)b);
}

static const model_routine *routine_of(const matching *m, size_t pair, int side)
{
   return &m->models[side]->routines[*m->pairs[pair].routines[side]];
}

static const char *object_of(const matching *m, size_t pair, int side)
{
   return m->object_names[side][routine_of(m, pair, side)->object];
}

/* Return whether two pairs of one side each have equal calls, inputs and costs,
   and so equal costs at equal sizes. */
static bool costs_as_much(const matching *m, size_t gone, size_t new)
{
   const prof_tuple a = match_sums(m, &m->pairs[gone], MATCH_OLD);
   const prof_tuple b = match_sums(m, &m->pairs[new], MATCH_NEW);

   return a.calls > 0 && is_near(a.calls, b.calls) &&
          is_near(a.trms, b.trms) && is_near(a.self.sum, b.self.sum) &&
          is_near(a.outermost, b.outermost);
}

static bool is_in_same_file(const matching *m, size_t gone, size_t new)
{
   const char *a = routine_of(m, gone, MATCH_OLD)->file;
   const char *b = routine_of(m, new, MATCH_NEW)->file;

   return strcmp(object_of(m, gone, MATCH_OLD), object_of(m, new, MATCH_NEW))
             == 0 &&
          strcmp(paths_file_name(a), paths_file_name(b)) == 0;
}

/* Mark what a pair calls on a side, or what calls it, with a bit. */
static void mark(const call_deltas *deltas, size_t pair, int side,
                 bool callers, unsigned char *marks)
{
   for (size_t i = 0; i < deltas->count; i++) {
      const call_delta *edge = &deltas->list[i];
      const size_t from = callers ? edge->callee : edge->caller;
      const size_t to = callers ? edge->caller : edge->callee;

      if (from == pair && to != pair && edge->calls[side] > 0)
         marks[to] |= (unsigned char)(1 << side);
   }
}

/* Return whether two pairs have the same callers, or the same callees, and at
   least one. */
static bool has_same(const matching *m, const call_deltas *deltas, size_t gone,
                     size_t new, bool callers)
{
   const unsigned char both = 1 << MATCH_OLD | 1 << MATCH_NEW;
   unsigned char *marks = memory_new(m->count + 1, sizeof *marks);
   bool any = false, equal = true;

   mark(deltas, gone, MATCH_OLD, callers, marks);
   mark(deltas, new, MATCH_NEW, callers, marks);
   for (size_t i = 0; i < m->count; i++) {
      any |= marks[i] == both;
      equal &= marks[i] == both || marks[i] == 0;
   }
   free(marks);
   return any && equal;
}

static bool are_one(const matching *m, const call_deltas *deltas,
                    const change *gone, const change *new)
{
   return gone->status == CHANGE_GONE && new->status == CHANGE_NEW &&
          is_in_same_file(m, gone->pair, new->pair) &&
          costs_as_much(m, gone->pair, new->pair) &&
          (has_same(m, deltas, gone->pair, new->pair, true) ||
           has_same(m, deltas, gone->pair, new->pair, false));
}

size_t *other_names_find(const matching *m, const change_list *list)
{
   size_t *other = memory_new(list->count + 1, sizeof *other);
   size_t *found = memory_new(list->count + 1, sizeof *found);
   call_deltas deltas;

   call_deltas_find(&deltas, m);
   for (size_t i = 0; i < list->count; i++)
      for (size_t k = 0; k < list->count; k++)
         if (are_one(m, &deltas, &list->changes[i], &list->changes[k])) {
            found[i]++;
            found[k]++;
            other[i] = list->changes[k].pair;
            other[k] = list->changes[i].pair;
         }
   for (size_t i = 0; i < list->count; i++)
      if (found[i] != 1)
         other[i] = SIZE_MAX;
   /* A choice on one side is one on the other side as well. */
   for (size_t i = 0; i < list->count; i++)
      for (size_t k = 0; k < list->count && other[i] != SIZE_MAX; k++)
         if (list->changes[k].pair == other[i] && found[k] != 1)
            other[i] = SIZE_MAX;
   free(deltas.list);
   free(found);
   return other;
}
