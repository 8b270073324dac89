/* Merging profiles (docs/file-format.md, "Merging").

   The result depends only on what is in the two, not on which is first: every
   routine of both is put into a list sorted by identity, and equal ones become
   one.  That makes merging associative and commutative.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "model.h"
#include "memory.h"
#include "message.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

/* A routine of one of the two. */
typedef struct {
   const model *from;
   size_t index;
   size_t merged;                     /* its index in the result */
} source;

/* An object by identity: these pointers belong to others. */
typedef struct {
   const char *name, *build_id;
   size_t lumped;
   const char *lumped_name;
} object_key;

/* A routine of the result, its object still by identity. */
typedef struct {
   object_key object;
   model_routine routine;             /* its strings are its own */
   size_t number;                     /* place in the list while sorting */
} merged_routine;

typedef struct {
   model *in[2], *out;
   size_t *renumbered[2];             /* routine of in[k] -> of out */
   source *sources;
   size_t source_count;
   merged_routine *routines;
   size_t routine_count;
} merger;

const char *model_incompatible(const model *a, const model *b)
{
   if (a->cell_size != b->cell_size)
      return "another cell size";
   if (a->counts_instructions != b->counts_instructions)
      return "another unit of cost";
   return NULL;
}

static void overflow(void)
{
   message_fatal("merged sums have more than 128 bits");
}

static void add_sum(prof_sum *into, prof_sum from)
{
   if (__builtin_add_overflow(*into, from, into))
      overflow();
}

static int compare_numbers(uint64_t a, uint64_t b)
{
   return (a > b) - (a < b);
}

/* --- tables --- */

static int compare_tuples(const model_tuple *a, const model_tuple *b)
{
   int order = compare_numbers(a->sums.size, b->sums.size);

   return order ? order : a->open - b->open;
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

static model_table merge_tables(const model_table *a, const model_table *b)
{
   model_table out = {
      memory_new(a->count + b->count, sizeof *out.tuples), 0
   };
   size_t i = 0, j = 0;

   while (i < a->count || j < b->count) {
      int order = i == a->count ? 1 : j == b->count ? -1 :
                  compare_tuples(&a->tuples[i], &b->tuples[j]);

      out.tuples[out.count] = order <= 0 ? a->tuples[i++] : b->tuples[j++];
      if (order == 0 && !model_add_tuple(&out.tuples[out.count].sums,
                                         &b->tuples[j++].sums))
         overflow();
      out.count++;
   }
   return out;
}

/* Sets p's `same`, and drops the tables that are not needed for it.  Every
   metric has a table of its own here, or is `same` already. */
static void find_same_tables(model_prof *p)
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

/* Adds `from` to `into`; from's tables are given up. */
static void merge_prof(model_prof *into, model_prof *from)
{
   model_prof out = *into;

   for (int m = 0; m < PROF_METRICS; m++) {
      out.same[m] = m;
      out.tables[m] = (model_table){ NULL, 0 };
      for (int earlier = 0; earlier < m; earlier++) {
         if (into->same[m] == into->same[earlier] &&
             from->same[m] == from->same[earlier]) {
            out.same[m] = out.same[earlier];
            break;
         }
      }
      if ((int)out.same[m] == m)
         out.tables[m] = merge_tables(model_table_of(into, m),
                                      model_table_of(from, m));
   }
   for (int m = 0; m < PROF_METRICS; m++) {
      free(into->tables[m].tuples);
      free(from->tables[m].tuples);
   }
   find_same_tables(&out);
   *into = out;
}

static int compare_profs(const void *a, const void *b)
{
   const model_prof *x = a, *y = b;
   int order = compare_numbers(x->routine, y->routine);

   return order ? order : compare_numbers(x->thread, y->thread);
}

/* Sorts the profs and makes those of one routine and thread one. */
static void unite_profs(model *m)
{
   size_t kept = 0;

   qsort(m->profs, m->prof_count, sizeof *m->profs, compare_profs);
   for (size_t i = 0; i < m->prof_count; i++) {
      if (kept > 0 && compare_profs(&m->profs[kept - 1], &m->profs[i]) == 0) {
         merge_prof(&m->profs[kept - 1], &m->profs[i]);
      } else {
         m->profs[kept] = m->profs[i];
         find_same_tables(&m->profs[kept]);
         kept++;
      }
   }
   m->prof_count = kept;
}

void model_fold(model *m)
{
   if (!m->separate)
      return;
   m->separate = false;
   for (size_t i = 0; i < m->prof_count; i++)
      m->profs[i].thread = MODEL_ALL_THREADS;
   unite_profs(m);
}

static void merge_profs(merger *g)
{
   model *out = g->out;

   for (int k = 0; k < 2 && g->in[k]; k++)
      out->prof_count += g->in[k]->prof_count;
   out->profs = memory_new(out->prof_count, sizeof *out->profs);
   out->prof_count = 0;
   for (int k = 0; k < 2 && g->in[k]; k++) {
      model *in = g->in[k];

      for (size_t i = 0; i < in->prof_count; i++) {
         model_prof *p = &out->profs[out->prof_count++];

         *p = in->profs[i];
         p->routine = g->renumbered[k][p->routine];
      }
      in->prof_count = 0;             /* their tables are out's now */
   }
   unite_profs(out);
}

/* --- edges --- */

static int compare_edges(const void *a, const void *b)
{
   const model_edge *x = a, *y = b;
   int order = compare_numbers(x->caller, y->caller);

   return order ? order : compare_numbers(x->callee, y->callee);
}

static void merge_edges(merger *g)
{
   model *out = g->out;
   size_t n = 0;

   for (int k = 0; k < 2 && g->in[k]; k++)
      n += g->in[k]->edge_count;
   out->edges = memory_new(n, sizeof *out->edges);
   n = 0;
   for (int k = 0; k < 2 && g->in[k]; k++) {
      for (size_t i = 0; i < g->in[k]->edge_count; i++) {
         model_edge *e = &out->edges[n++];

         *e = g->in[k]->edges[i];
         e->caller = g->renumbered[k][e->caller];
         e->callee = g->renumbered[k][e->callee];
      }
   }
   qsort(out->edges, n, sizeof *out->edges, compare_edges);
   for (size_t i = 0; i < n; i++) {
      model_edge *last = out->edge_count ? &out->edges[out->edge_count - 1]
                                         : NULL;

      if (last == NULL || compare_edges(last, &out->edges[i]) != 0) {
         out->edges[out->edge_count++] = out->edges[i];
         continue;
      }
      if (__builtin_add_overflow(last->calls, out->edges[i].calls,
                                 &last->calls))
         overflow();
      add_sum(&last->cost, out->edges[i].cost);
      add_sum(&last->outermost, out->edges[i].outermost);
   }
}

/* --- routines and objects --- */

static const model_routine *routine_of(const source *s)
{
   return &s->from->routines[s->index];
}

static const model_object *object_of(const source *s)
{
   return &s->from->objects[routine_of(s)->object];
}

/* By what makes them candidates for being one routine between builds. */
static int compare_names(const source *a, const source *b)
{
   int order = strcmp(object_of(a)->name, object_of(b)->name);

   if (order == 0)
      order = strcmp(routine_of(a)->name, routine_of(b)->name);
   return order ? order : strcmp(routine_of(a)->file, routine_of(b)->file);
}

static int compare_builds(const source *a, const source *b)
{
   return strcmp(object_of(a)->build_id, object_of(b)->build_id);
}

static int compare_sources(const void *a, const void *b)
{
   int order = compare_names(a, b);

   if (order == 0)
      order = compare_builds(a, b);
   return order ? order : compare_numbers(routine_of(a)->offset,
                                          routine_of(b)->offset);
}

static merged_routine *new_routine(merger *g, const source *s)
{
   merged_routine *r = &g->routines[g->routine_count];

   r->object = (object_key){ .name = object_of(s)->name,
                             .build_id = object_of(s)->build_id };
   r->routine = *routine_of(s);
   r->routine.name = memory_string(r->routine.name);
   r->routine.file = memory_string(r->routine.file);
   r->routine.shown = NULL;
   r->number = g->routine_count++;
   return r;
}

static void join_routine(merged_routine *r, source *s)
{
   if (routine_of(s)->line < r->routine.line)
      r->routine.line = routine_of(s)->line;
   s->merged = r->number;
}

/* The routines [first, past) have one object name, name and file. */
static void merge_group(merger *g, source *first, source *past)
{
   bool mixed = strcmp(object_of(first)->build_id, MODEL_MIXED) == 0 ||
                compare_builds(first, past - 1) != 0;
   bool lumped = false;
   merged_routine *r = NULL;

   for (source *s = first; s < past; s++) {
      bool new_build = s == first || compare_builds(s - 1, s) != 0;
      bool new_offset = new_build || routine_of(s - 1)->offset !=
                                     routine_of(s)->offset;

      lumped |= !new_build && new_offset;
      if (r == NULL || (new_offset && !mixed))
         r = new_routine(g, s);
      join_routine(r, s);
   }
   if (mixed) {
      r->object.build_id = MODEL_MIXED;
      r->object.lumped = lumped;
      r->object.lumped_name = lumped ? r->routine.name : NULL;
      r->routine.offset = 0;
   }
}

static int compare_objects(const object_key *a, const object_key *b)
{
   int order = strcmp(a->name, b->name);

   return order ? order : strcmp(a->build_id, b->build_id);
}

static int compare_object_keys(const void *a, const void *b)
{
   return compare_objects(a, b);
}

static int compare_merged(const void *a, const void *b)
{
   const merged_routine *x = a, *y = b;
   int order = compare_objects(&x->object, &y->object);

   if (order == 0)
      order = compare_numbers(x->routine.offset, y->routine.offset);
   if (order == 0)
      order = strcmp(x->routine.name, y->routine.name);
   return order ? order : strcmp(x->routine.file, y->routine.file);
}

/* All objects of both, and those of mixed builds. */
static void merge_objects(merger *g)
{
   size_t n = 0, room = g->routine_count;
   object_key *keys;

   for (int k = 0; k < 2 && g->in[k]; k++)
      room += g->in[k]->object_count;
   keys = memory_new(room, sizeof *keys);
   for (int k = 0; k < 2 && g->in[k]; k++) {
      for (size_t i = 0; i < g->in[k]->object_count; i++) {
         const model_object *o = &g->in[k]->objects[i];

         keys[n++] = (object_key){ o->name, o->build_id, o->lumped,
                                   o->lumped_name };
      }
   }
   for (size_t i = 0; i < g->routine_count; i++)
      keys[n++] = g->routines[i].object;
   qsort(keys, n, sizeof *keys, compare_object_keys);

   g->out->objects = memory_new(n, sizeof *g->out->objects);
   for (size_t i = 0; i < n; i++) {
      model_object *o;

      if (i == 0 || compare_objects(&keys[i - 1], &keys[i]) != 0) {
         o = &g->out->objects[g->out->object_count++];
         o->name = memory_string(keys[i].name);
         o->build_id = memory_string(keys[i].build_id);
      } else {
         o = &g->out->objects[g->out->object_count - 1];
      }
      o->lumped += keys[i].lumped;
      if (o->lumped_name == NULL && keys[i].lumped_name)
         o->lumped_name = memory_string(keys[i].lumped_name);
   }
   free(keys);
}

static char *shown_name(const model *m, const model_routine *r)
{
   const char *object = text_file_name(m->objects[r->object].name);

   if (*r->name)
      return memory_string(r->name);
   return memory_format("%s+0x%llx", object, (unsigned long long)r->offset);
}

static void merge_routines(merger *g)
{
   size_t n = 0, object = 0, *places;
   model *out = g->out;

   for (int k = 0; k < 2 && g->in[k]; k++)
      g->source_count += g->in[k]->routine_count;
   g->sources = memory_new(g->source_count, sizeof *g->sources);
   for (int k = 0; k < 2 && g->in[k]; k++)
      for (size_t i = 0; i < g->in[k]->routine_count; i++)
         g->sources[n++] = (source){ g->in[k], i, 0 };
   qsort(g->sources, n, sizeof *g->sources, compare_sources);

   g->routines = memory_new(n, sizeof *g->routines);
   for (size_t first = 0, past; first < n; first = past) {
      for (past = first + 1; past < n; past++)
         if (compare_names(&g->sources[first], &g->sources[past]) != 0)
            break;
      merge_group(g, g->sources + first, g->sources + past);
   }

   merge_objects(g);
   qsort(g->routines, g->routine_count, sizeof *g->routines, compare_merged);
   out->routines = memory_new(g->routine_count, sizeof *out->routines);
   places = memory_new(g->routine_count, sizeof *places);
   for (size_t i = 0; i < g->routine_count; i++) {
      merged_routine *r = &g->routines[i];

      while (strcmp(out->objects[object].name, r->object.name) != 0 ||
             strcmp(out->objects[object].build_id, r->object.build_id) != 0)
         object++;
      out->routines[i] = r->routine;
      out->routines[i].object = object;
      out->routines[i].shown = shown_name(out, &out->routines[i]);
      places[r->number] = i;
   }
   out->routine_count = g->routine_count;

   for (int k = 0; k < 2 && g->in[k]; k++)
      g->renumbered[k] = memory_new(g->in[k]->routine_count, sizeof(size_t));
   for (size_t i = 0; i < n; i++) {
      const source *s = &g->sources[i];

      g->renumbered[s->from == g->in[1]][s->index] = places[s->merged];
   }
   free(places);
}

/* --- the rest --- */

static int compare_runs(const void *a, const void *b)
{
   const model_run *x = a, *y = b;

   return strcmp(x->record, y->record);
}

static void merge_runs(merger *g)
{
   model *out = g->out;

   for (int k = 0; k < 2 && g->in[k]; k++)
      out->run_count += g->in[k]->run_count;
   out->runs = memory_new(out->run_count, sizeof *out->runs);
   out->run_count = 0;
   for (int k = 0; k < 2 && g->in[k]; k++) {
      for (size_t i = 0; i < g->in[k]->run_count; i++)
         out->runs[out->run_count++] = g->in[k]->runs[i];
      g->in[k]->run_count = 0;        /* what they own is out's now */
   }
   qsort(out->runs, out->run_count, sizeof *out->runs, compare_runs);
}

static void add_total(model_total *into, const model_total *from)
{
   add_sum(&into->cost, from->cost);
   add_sum(&into->activations, from->activations);
   add_sum(&into->rms, from->rms);
   add_sum(&into->ext, from->ext);
   add_sum(&into->trms, from->trms);
   add_sum(&into->external, from->external);
   add_sum(&into->thread, from->thread);
}

static char *merge_versions(const char *a, const char *b)
{
   return memory_string(strcmp(a, b) == 0 ? a : MODEL_MIXED);
}

model *model_merge(model *a, model *b)
{
   merger g = { .in = { a, b }, .out = memory_new(1, sizeof *g.out) };
   const model *other = b ? b : a;
   model *out = g.out;

   if (b && a->separate != b->separate) {
      model_fold(a);
      model_fold(b);
   }
   out->aprof_version = merge_versions(a->aprof_version,
                                       other->aprof_version);
   out->valgrind_version = merge_versions(a->valgrind_version,
                                          other->valgrind_version);
   out->cell_size = a->cell_size;
   out->counts_instructions = a->counts_instructions;
   out->separate = a->separate;
   out->total = a->total;
   if (b)
      add_total(&out->total, &b->total);
   merge_runs(&g);
   merge_routines(&g);
   merge_profs(&g);
   merge_edges(&g);

   for (int k = 0; k < 2; k++) {
      model_free(g.in[k]);
      free(g.renumbered[k]);
   }
   free(g.sources);
   free(g.routines);
   return out;
}
