/* Adding up profiles: see profile/merge.h.

   Routines are found by hash: routines of one object name, name and source file
   are a group, and the members of a group differ in their offset.  By source,
   where a file is known, those of any object are.  When a group gets a routine of
   a second build its members become one.  Members and edges keep their numbers
   until the end, when everything is sorted.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE   /* qsort_r */
#include "profile/merge.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/paths.h"
#include "profile/fold.h"
#include "profile/merge_contexts.h"
#include "profile/merge_optional.h"
#include "profile/run_sums.h"
#include "profile/shown_names.h"
#include "profile/tables.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define NONE SIZE_MAX
/* The object of routines that are one by their source: which objects had them must
   not depend on the order of merging. */
#define SEVERAL "several"

/* Routines of one object name, name and file. */
typedef struct {
   size_t object;                     /* the build; if mixed, any build */
   char *name, *file;
   size_t members;                    /* the last member added */
   bool mixed;                        /* of several builds: has one member */
   bool several;                      /* ... of objects of several names */
   bool lumped;                       /* mixed, with several routines of one
                                         build */
   /* Origin of the last routine added. */
   size_t last_profile, last_object;
} group;

/* A routine. */
typedef struct {
   size_t group, next;                /* next member of its group, or NONE */
   size_t became;                     /* the member that it has become part of;
                                         itself: none */
   size_t object;
   uint64_t offset, line;
   tables_list profs;
   size_t place;                      /* index in the result */
} member;

struct merge_state {
   bool by_source;
   model *sum;                        /* everything but routines, tables,
                                         contexts and optional records */
   size_t profiles;                   /* added so far */
   size_t object_room, run_room;
   group *groups;
   size_t group_count, group_room;
   member *members;
   size_t member_count, member_room;
   size_t edge_room;                  /* edges are between members */
   hash_index object_index, group_index, edge_index;
   /* For each object and routine of the profile that is being added: the
      index of the object or member that stands for it.  After finish_objects
      `objects` has the place of each object in the result. */
   size_t *objects, *routines;
   merge_contexts contexts;
   merge_optional optionals;
};

merge_state *merge_new(bool by_source)
{
   merge_state *g = memory_new(1, sizeof *g);

   g->by_source = by_source;
   return g;
}

void merge_free(merge_state *g)
{
   if (g == NULL)
      return;
   model_free(g->sum);
   for (size_t i = 0; i < g->group_count; i++) {
      free(g->groups[i].name);
      free(g->groups[i].file);
   }
   for (size_t i = 0; i < g->member_count; i++)
      tables_free(&g->members[i].profs);
   merge_contexts_free(&g->contexts);
   merge_optional_free(&g->optionals);
   free(g->objects);
   free(g->groups);
   free(g->members);
   free(g->object_index.slots);
   free(g->group_index.slots);
   free(g->edge_index.slots);
   free(g);
}

static void add_sum(prof_sum *into, prof_sum from)
{
   if (__builtin_add_overflow(*into, from, into))
      tables_overflow();
}

/* --- objects --- */

static bool equal_objects(const void *context, size_t thing, const void *key)
{
   const model_object *o = &((const merge_state *)context)->sum->objects[thing];
   const model_object *k = key;

   return strcmp(o->name, k->name) == 0 &&
          strcmp(o->build_id, k->build_id) == 0;
}

static size_t find_object(merge_state *g, const char *name,
                          const char *build_id)
{
   model *sum = g->sum;
   const model_object key = { .name = (char *)name,
                              .build_id = (char *)build_id };
   uint64_t code = hash_string(hash_string(0, name), build_id);
   size_t found = hash_find(&g->object_index, code, equal_objects, g, &key);

   if (found != HASH_NONE)
      return found;
   sum->objects = memory_grow(sum->objects, sum->object_count,
                              &g->object_room, sizeof *sum->objects);
   sum->objects[sum->object_count] = (model_object){
      .name = memory_string(name), .build_id = memory_string(build_id),
   };
   hash_add(&g->object_index, code, sum->object_count);
   return sum->object_count++;
}

/* --- routines --- */

typedef struct {
   const char *object, *name, *file;  /* object NULL: any */
} group_key;

static bool equal_groups(const void *context, size_t thing, const void *key)
{
   const merge_state *g = context;
   const group *a = &g->groups[thing];
   const group_key *k = key;

   return strcmp(a->name, k->name) == 0 && strcmp(a->file, k->file) == 0 &&
          (k->object == NULL ||
           strcmp(g->sum->objects[a->object].name, k->object) == 0);
}

/* Find or make the group of a routine, whose strings a new group takes. */
static size_t find_group(merge_state *g, const model *m, model_routine *r)
{
   size_t object = g->objects[r->object], found;
   const group_key key = {
      g->by_source && *r->file ? NULL : m->objects[r->object].name, r->name,
      r->file,
   };
   uint64_t code = hash_string(hash_string(
      hash_string(0, key.object ? key.object : ""), r->name), r->file);

   found = hash_find(&g->group_index, code, equal_groups, g, &key);
   if (found != HASH_NONE)
      return found;
   g->groups = memory_grow(g->groups, g->group_count, &g->group_room,
                           sizeof *g->groups);
   g->groups[g->group_count] = (group){
      .object = object, .name = r->name, .file = r->file, .members = NONE,
      .mixed = strcmp(m->objects[r->object].build_id, MODEL_MIXED) == 0,
   };
   r->name = r->file = NULL;
   hash_add(&g->group_index, code, g->group_count);
   return g->group_count++;
}

static size_t add_member(merge_state *g, size_t in, size_t object,
                         const model_routine *r)
{
   g->members = memory_grow(g->members, g->member_count, &g->member_room,
                            sizeof *g->members);
   g->members[g->member_count] = (member){
      .group = in, .next = g->groups[in].members, .became = g->member_count,
      .object = object, .offset = r->offset, .line = r->line,
   };
   g->groups[in].members = g->member_count;
   return g->member_count++;
}

static size_t resolved(const merge_state *g, size_t i)
{
   while (g->members[i].became != i)
      i = g->members[i].became;
   return i;
}

/* The group gets a routine of another build: make its members one. */
static void mix(merge_state *g, group *of)
{
   member *all = &g->members[of->members];

   of->mixed = true;
   of->lumped = all->next != NONE;
   for (size_t i = all->next; i != NONE; i = g->members[i].next) {
      member *m = &g->members[i];

      m->became = of->members;
      if (m->line < all->line)
         all->line = m->line;
      for (size_t p = 0; p < m->profs.count; p++)
         tables_add(&all->profs, &m->profs.list[p]);
      m->profs.count = 0;             /* `all` owns their tables */
      tables_free(&m->profs);
   }
   all->next = NONE;
}

static size_t find_member(merge_state *g, const model *m, model_routine *r)
{
   size_t in = find_group(g, m, r), object = g->objects[r->object];
   group *of = &g->groups[in];
   size_t found = of->members;

   if (found != NONE && !of->mixed && g->members[found].object != object)
      mix(g, of);
   of->several |= strcmp(g->sum->objects[object].name,
                         g->sum->objects[of->object].name) != 0;
   of->lumped |= of->mixed && of->last_profile == g->profiles &&
                 of->last_object == object;
   of->last_profile = g->profiles;
   of->last_object = object;
   while (!of->mixed && found != NONE && g->members[found].offset != r->offset)
      found = g->members[found].next;
   if (found == NONE)
      return add_member(g, in, object, r);
   if (r->line < g->members[found].line)
      g->members[found].line = r->line;
   return found;
}

/* --- edges --- */

static bool equal_edges(const void *context, size_t thing, const void *key)
{
   const model_edge *e = &((const merge_state *)context)->sum->edges[thing];
   const model_edge *k = key;

   return e->caller == k->caller && e->callee == k->callee;
}

static void add_edge(merge_state *g, const model_edge *from)
{
   model *sum = g->sum;
   model_edge e = *from;
   uint64_t code;
   size_t found;

   e.caller = g->routines[e.caller];
   e.callee = g->routines[e.callee];
   code = hash_number(hash_number(0, e.caller), e.callee);
   found = hash_find(&g->edge_index, code, equal_edges, g, &e);
   if (found != HASH_NONE) {
      tables_add_edge(&sum->edges[found], &e);
      return;
   }
   sum->edges = memory_grow(sum->edges, sum->edge_count, &g->edge_room,
                            sizeof *sum->edges);
   sum->edges[sum->edge_count] = e;
   hash_add(&g->edge_index, code, sum->edge_count++);
}

/* --- a profile --- */

static void add_version(char **into, const char *version)
{
   if (*into == NULL || strcmp(*into, version) != 0) {
      const char *both = *into ? MODEL_MIXED : version;

      free(*into);
      *into = memory_string(both);
   }
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

static void fold(merge_state *g)
{
   g->sum->separate = false;
   for (size_t i = 0; i < g->member_count; i++)
      tables_fold(&g->members[i].profs);
   merge_contexts_fold(&g->contexts);
}

static void add_head(merge_state *g, model *m)
{
   model *sum = g->sum;

   if (sum == NULL) {
      sum = g->sum = memory_new(1, sizeof *sum);
      sum->cell_size = m->cell_size;
      sum->counts_instructions = m->counts_instructions;
      sum->separate = m->separate;
      sum->callers = m->callers;
      model_copy_settings(sum, m);
   }
   if (m->callers < sum->callers)
      sum->callers = m->callers;
   if (m->most_callers > sum->most_callers)
      sum->most_callers = m->most_callers;
   if (sum->separate && !m->separate)
      fold(g);
   else if (!sum->separate)
      fold_threads(m);
   add_version(&sum->aprof_version, m->aprof_version);
   add_version(&sum->valgrind_version, m->valgrind_version);
   add_total(&sum->total, &m->total);
   for (size_t i = 0; i < m->run_count; i++) {
      sum->runs = memory_grow(sum->runs, sum->run_count, &g->run_room,
                              sizeof *sum->runs);
      sum->runs[sum->run_count++] = m->runs[i];
   }
   m->run_count = 0;                  /* the sum owns what runs own */
}

static size_t added_object(const void *context, size_t object)
{
   return ((const merge_state *)context)->objects[object];
}

static size_t added_routine(const void *context, size_t routine)
{
   return ((const merge_state *)context)->routines[routine];
}

static size_t context_place(const void *context, size_t thing)
{
   return ((const merge_state *)context)->contexts.places[thing];
}

static void add_optionals(merge_state *g, model *m)
{
   const merge_optional_places places = {
      added_object, added_routine, context_place, g, !g->sum->separate,
      g->sum->callers == 0,
   };

   merge_optional_add(&g->optionals, m, &places);
}

void merge_add(merge_state *g, model *m)
{
   g->profiles++;
   run_sums_add(m);
   add_head(g, m);
   g->objects = memory_new(m->object_count, sizeof *g->objects);
   for (size_t i = 0; i < m->object_count; i++)
      g->objects[i] = find_object(g, m->objects[i].name,
                                  m->objects[i].build_id);
   g->routines = memory_new(m->routine_count, sizeof *g->routines);
   for (size_t i = 0; i < m->routine_count; i++)
      g->routines[i] = find_member(g, m, &m->routines[i]);
   for (size_t i = 0; i < m->routine_count; i++)
      g->routines[i] = resolved(g, g->routines[i]);
   for (size_t i = 0; i < m->prof_count; i++)
      tables_add(&g->members[g->routines[m->profs[i].routine]].profs,
                        &m->profs[i]);
   m->prof_count = 0;                 /* the members own the tables */
   for (size_t i = 0; i < m->edge_count; i++)
      add_edge(g, &m->edges[i]);
   merge_contexts_add(&g->contexts, m, g->sum->callers, g->routines);
   add_optionals(g, m);
   free(g->objects);
   free(g->routines);
   g->objects = g->routines = NULL;
   model_free(m);
}

/* --- the result --- */

static int compare_numbers(uint64_t a, uint64_t b)
{
   return (a > b) - (a < b);
}

static int compare_runs(const void *a, const void *b)
{
   const model_run *x = a, *y = b;

   return strcmp(x->record, y->record);
}

static int compare_objects(const void *a, const void *b, void *context)
{
   const merge_state *g = context;
   const model_object *x = &g->sum->objects[*(const size_t *)a];
   const model_object *y = &g->sum->objects[*(const size_t *)b];
   int order = strcmp(x->name, y->name);

   return order ? order : strcmp(x->build_id, y->build_id);
}

/* Here the objects of members are places in the result. */
static int compare_members(const void *a, const void *b, void *context)
{
   const merge_state *g = context;
   const member *x = &g->members[*(const size_t *)a];
   const member *y = &g->members[*(const size_t *)b];
   const group *of_x = &g->groups[x->group], *of_y = &g->groups[y->group];
   int order = compare_numbers(x->object, y->object);

   if (order == 0)
      order = compare_numbers(x->offset, y->offset);
   if (order == 0)
      order = strcmp(of_x->name, of_y->name);
   return order ? order : strcmp(of_x->file, of_y->file);
}

/* Return the numbers from 0 to count - 1. */
static size_t *numbers(size_t count)
{
   size_t *order = memory_new(count, sizeof *order);

   for (size_t i = 0; i < count; i++)
      order[i] = i;
   return order;
}

/* Give the members of mixed groups an object of their own, and offset 0. */
static void name_mixed(merge_state *g)
{
   for (size_t i = 0; i < g->group_count; i++) {
      group *of = &g->groups[i];
      member *m = &g->members[of->members];

      if (of->mixed) {
         m->object = find_object(g, of->several
                                    ? SEVERAL
                                    : g->sum->objects[of->object].name,
                                 MODEL_MIXED);
         m->offset = 0;
      }
      if (of->lumped) {
         model_object *o = &g->sum->objects[m->object];

         if (o->lumped++ == 0)
            o->lumped_name = memory_string(of->name);
      }
   }
}

static void warn_of_lumped(const model *m)
{
   for (size_t i = 0; i < m->object_count; i++) {
      const model_object *o = &m->objects[i];

      if (o->lumped > 0)
         message_warning("%s: the builds differ, and %zu routine%s of equal "
                         "name and file, such as '%s', became one", o->name,
                         o->lumped, o->lumped == 1 ? "" : "s",
                         o->lumped_name);
   }
}

/* The runs are sorted: equal ones follow each other.  Process 1 is the first of
   each container, of which many may run in the same seconds. */
static void warn_of_repeated(const model *m)
{
   const model_run *first = NULL;
   size_t repeated = 0;

   for (size_t i = 1; i < m->run_count; i++)
      if (m->runs[i].pid != 1 &&
          strcmp(m->runs[i].record, m->runs[i - 1].record) == 0) {
         first = first ? first : &m->runs[i];
         repeated++;
      }
   if (repeated == 1)
      message_warning("process %" PRIu64 " is in more than one of the profiles "
                      "and counts more than once: name no profile twice, and "
                      "no merged one beside its parts", first->pid);
   else if (repeated > 1)
      message_warning("process %" PRIu64 " and others are in more than one of "
                      "the profiles and count more than once: name no profile "
                      "twice, and no merged one beside its parts", first->pid);
}

static void finish_objects(merge_state *g)
{
   model *sum = g->sum;
   size_t *order = numbers(sum->object_count);
   size_t *place = memory_new(sum->object_count, sizeof *place);
   model_object *sorted = memory_new(sum->object_count, sizeof *sorted);

   qsort_r(order, sum->object_count, sizeof *order, compare_objects, g);
   for (size_t i = 0; i < sum->object_count; i++) {
      place[order[i]] = i;
      sorted[i] = sum->objects[order[i]];
   }
   for (size_t i = 0; i < g->member_count; i++)
      g->members[i].object = place[g->members[i].object];
   free(sum->objects);
   sum->objects = sorted;
   g->objects = place;
   free(order);
}

static void finish_routine(merge_state *g, member *m)
{
   model *sum = g->sum;
   const group *of = &g->groups[m->group];
   model_routine *r = &sum->routines[sum->routine_count];

   *r = (model_routine){
      .object = m->object, .offset = m->offset, .line = m->line,
      .name = memory_string(of->name), .file = memory_string(of->file),
   };
   m->place = sum->routine_count++;
   for (size_t p = 0; p < m->profs.count; p++) {
      m->profs.list[p].routine = m->place;
      tables_find_same(&m->profs.list[p]);
      sum->profs[sum->prof_count++] = m->profs.list[p];
   }
   m->profs.count = 0;                /* the sum owns their tables */
}

static void finish_routines(merge_state *g)
{
   model *sum = g->sum;
   size_t *order = numbers(g->member_count);
   size_t count = 0, profs = 0;

   for (size_t i = 0; i < g->member_count; i++) {
      if (g->members[i].became == i) {
         order[count++] = i;
         profs += g->members[i].profs.count;
      }
   }
   qsort_r(order, count, sizeof *order, compare_members, g);
   sum->routines = memory_new(count, sizeof *sum->routines);
   sum->profs = memory_new(profs, sizeof *sum->profs);
   for (size_t i = 0; i < count; i++)
      finish_routine(g, &g->members[order[i]]);
   shown_names_set(sum);
   free(order);
}

static void finish_edges(merge_state *g)
{
   model *sum = g->sum;

   for (size_t i = 0; i < sum->edge_count; i++) {
      model_edge *e = &sum->edges[i];

      e->caller = g->members[resolved(g, e->caller)].place;
      e->callee = g->members[resolved(g, e->callee)].place;
   }
   sum->edge_count = tables_sum_edges(sum->edges, sum->edge_count);
}

static size_t place_of(const void *context, size_t routine)
{
   const merge_state *g = context;

   return g->members[resolved(g, routine)].place;
}

static void finish_optionals(merge_state *g)
{
   const merge_optional_places places = {
      added_object, place_of, context_place, g, !g->sum->separate,
      g->sum->callers == 0,
   };

   merge_optional_finish(&g->optionals, g->sum, &places);
}

model *merge_finish(merge_state *g)
{
   model *sum = g->sum;

   if (sum) {
      name_mixed(g);
      finish_objects(g);
      finish_routines(g);
      if (sum->edge_count > 0)
         finish_edges(g);
      if (sum->callers > 0)
         merge_contexts_finish(&g->contexts, sum, place_of, g);
      finish_optionals(g);
      run_sums_remove(sum);
      qsort(sum->runs, sum->run_count, sizeof *sum->runs, compare_runs);
      warn_of_lumped(sum);
      warn_of_repeated(sum);
      g->sum = NULL;
   }
   merge_free(g);
   return sum;
}
