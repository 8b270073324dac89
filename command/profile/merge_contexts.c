/* Adding up the calling contexts of profiles: see profile/merge_contexts.h.

   Contexts that have become equal since they were added, because contexts were
   cut or routines became one, are added up at the end.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE   /* qsort_r */
#include "profile/merge_contexts.h"
#include "base/memory.h"

#include <stdlib.h>

void merge_contexts_free(merge_contexts *c)
{
   for (size_t i = 0; i < c->count; i++) {
      free(c->list[i].context.chain);
      tables_free(&c->list[i].profs);
   }
   free(c->list);
   free(c->index.slots);
   free(c->edges);
   free(c->edge_index.slots);
   free(c->places);
   *c = (merge_contexts){ .callers = 0 };
}

void merge_contexts_fold(merge_contexts *c)
{
   for (size_t i = 0; i < c->count; i++)
      tables_fold(&c->list[i].profs);
}

static bool equal_contexts(const void *all, size_t thing, const void *key)
{
   const merge_contexts *c = all;

   return model_compare_contexts(&c->list[thing].context, key) == 0;
}

/* Find or add a context; the chain is taken. */
static size_t find_context(merge_contexts *c, model_context key)
{
   uint64_t code = 0;
   size_t found;

   for (size_t i = 0; i < key.length; i++)
      code = hash_number(code, key.chain[i]);
   found = hash_find(&c->index, code, equal_contexts, c, &key);
   if (found != HASH_NONE) {
      free(key.chain);
      return found;
   }
   c->list = memory_grow(c->list, c->count, &c->room, sizeof *c->list);
   c->list[c->count] = (merge_context){ .context = key };
   hash_add(&c->index, code, c->count);
   return c->count++;
}

static size_t cut_length(const merge_contexts *c, size_t length)
{
   return length < (size_t)c->callers + 1 ? length : (size_t)c->callers + 1;
}

static size_t add_context(merge_contexts *c, const model_context *from,
                          const size_t *routines)
{
   model_context key = { .length = cut_length(c, from->length) };

   key.chain = memory_new(key.length, sizeof *key.chain);
   for (size_t i = 0; i < key.length; i++)
      key.chain[i] = routines[from->chain[i]];
   return find_context(c, key);
}

static bool equal_edges(const void *all, size_t thing, const void *key)
{
   const model_edge *e = &((const merge_contexts *)all)->edges[thing];
   const model_edge *k = key;

   return e->caller == k->caller && e->callee == k->callee;
}

static void add_edge(merge_contexts *c, const model_edge *e)
{
   uint64_t code = hash_number(hash_number(0, e->caller), e->callee);
   size_t found = hash_find(&c->edge_index, code, equal_edges, c, e);

   if (found != HASH_NONE) {
      tables_add_edge(&c->edges[found], e);
      return;
   }
   c->edges = memory_grow(c->edges, c->edge_count, &c->edge_room,
                          sizeof *c->edges);
   c->edges[c->edge_count] = *e;
   hash_add(&c->edge_index, code, c->edge_count++);
}

void merge_contexts_add(merge_contexts *c, model *m, unsigned callers,
                         const size_t *routines)
{
   size_t *index;

   if (callers == 0) {
      merge_contexts_free(c);
      return;
   }
   c->callers = callers;
   free(c->places);
   index = c->places = memory_new(m->context_count, sizeof *index);
   for (size_t i = 0; i < m->context_count; i++)
      index[i] = add_context(c, &m->contexts[i], routines);
   for (size_t i = 0; i < m->context_prof_count; i++)
      tables_add(&c->list[index[m->context_profs[i].routine]].profs,
                        &m->context_profs[i]);
   m->context_prof_count = 0;         /* the list owns their tables */
   for (size_t i = 0; i < m->context_edge_count; i++) {
      model_edge e = m->context_edges[i];

      e.caller = index[e.caller];
      e.callee = index[e.callee];
      add_edge(c, &e);
   }
}

static int compare_places(const void *a, const void *b, void *all)
{
   const merge_contexts *c = all;

   return model_compare_contexts(&c->list[*(const size_t *)a].context,
                                 &c->list[*(const size_t *)b].context);
}

/* Return the indices of the list in the order of the result. */
static size_t *sorted(merge_contexts *c)
{
   size_t *order = memory_new(c->count, sizeof *order);

   for (size_t i = 0; i < c->count; i++)
      order[i] = i;
   if (c->count > 0)
      qsort_r(order, c->count, sizeof *order, compare_places, c);
   return order;
}

static void finish_profs(merge_contexts *c, model *sum,
                         const size_t *places)
{
   tables_list *lists = memory_new(sum->context_count, sizeof *lists);
   size_t profs = 0;

   for (size_t i = 0; i < c->count; i++) {
      tables_list *from = &c->list[i].profs;

      for (size_t p = 0; p < from->count; p++)
         tables_add(&lists[places[i]], &from->list[p]);
      from->count = 0;
   }
   for (size_t i = 0; i < sum->context_count; i++)
      profs += lists[i].count;
   sum->context_profs = memory_new(profs, sizeof *sum->context_profs);
   for (size_t i = 0; i < sum->context_count; i++) {
      for (size_t p = 0; p < lists[i].count; p++) {
         model_prof *to = &sum->context_profs[sum->context_prof_count++];

         *to = lists[i].list[p];
         to->routine = i;
         tables_find_same(to);
      }
      free(lists[i].list);
   }
   free(lists);
}

static void finish_edges(merge_contexts *c, model *sum, const size_t *places)
{
   for (size_t i = 0; i < c->edge_count; i++) {
      c->edges[i].caller = places[c->edges[i].caller];
      c->edges[i].callee = places[c->edges[i].callee];
   }
   sum->context_edge_count = tables_sum_edges(c->edges, c->edge_count);
   sum->context_edges = c->edges;
   c->edges = NULL;
}

void merge_contexts_finish(merge_contexts *c, model *sum,
                            size_t place(const void *context, size_t routine),
                            const void *context)
{
   size_t *order, *places = memory_new(c->count, sizeof *places);

   free(c->places);
   c->places = places;
   for (size_t i = 0; i < c->count; i++) {
      model_context *of = &c->list[i].context;

      of->length = cut_length(c, of->length);
      for (size_t k = 0; k < of->length; k++)
         of->chain[k] = place(context, of->chain[k]);
   }
   order = sorted(c);
   sum->contexts = memory_new(c->count, sizeof *sum->contexts);
   for (size_t i = 0; i < c->count; i++) {
      model_context *of = &c->list[order[i]].context;
      size_t n = sum->context_count;

      if (n == 0 || model_compare_contexts(&sum->contexts[n - 1], of) != 0) {
         sum->contexts[sum->context_count++] = *of;
         of->chain = NULL;
      }
      places[order[i]] = sum->context_count - 1;
   }
   finish_profs(c, sum, places);
   finish_edges(c, sum, places);
   free(order);
}
