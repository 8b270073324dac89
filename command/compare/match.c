/* Which routines of two profiles are the same.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "compare/match.h"
#include "assess/runtime_objects.h"
#include "base/memory.h"
#include "base/message.h"
#include "compare/partners.h"
#include "names/clones.h"
#include "names/demangled.h"
#include "names/made_names.h"
#include "names/shorten.h"

#include <stdlib.h>
#include <string.h>

/* The part of an object's cost that is most of it. */
#define MOSTLY 0.5

/* A routine of one side by its identity; the strings belong to the model and to
   the names.  The name is empty if it is made of the object and the offset. */
typedef struct {
   int side;
   size_t index;
   const char *object, *build_id, *name;
   const char *base;                  /* name before the compiler made a
                                         clone */
   const char *file;
   uint64_t offset;
} identity;

/* The names by which routines are compared. */
typedef struct {
   char **files;                      /* of the old side's routines */
   char **bases[MATCH_SIDES];         /* of each routine: its name before the
                                         compiler made a clone */
} compared_names;

/* --- identities --- */

static int compare_keys(const identity *x, const identity *y)
{
   int order = strcmp(x->object, y->object);

   if (order == 0)
      order = strcmp(x->name, y->name);
   return order ? order : strcmp(x->file, y->file);
}

static int compare_identities(const void *a, const void *b)
{
   const identity *x = a, *y = b;
   int order = compare_keys(x, y);

   if (order == 0)
      order = strcmp(x->build_id, y->build_id);
   if (order == 0)
      order = (x->offset > y->offset) - (x->offset < y->offset);
   if (order == 0)
      order = x->side - y->side;
   return order ? order : (x->index > y->index) - (x->index < y->index);
}

/* Return whether two routines of one side have the same name; a routine and its
   clones do not. */
static bool has_equal_names(const matching *m, const identity *first,
                            const identity *past)
{
   for (const identity *e = first; e < past; e++)
      for (const identity *d = first; d < e; d++)
         if (d->side == e->side &&
             strcmp(m->models[d->side]->routines[d->index].name,
                    m->models[e->side]->routines[e->index].name) == 0)
            return true;
   return false;
}

/* Add a pair: [first, past) are one routine. */
static void add_pair(matching *m, const identity *first, const identity *past,
                     size_t *used)
{
   match_pair *pair = &m->pairs[m->count];

   for (int side = 0; side < MATCH_SIDES; side++) {
      pair->routines[side] = m->indices + *used;
      for (const identity *e = first; e < past; e++) {
         if (e->side != side)
            continue;
         m->indices[(*used)++] = e->index;
         m->pair_of[side][e->index] = m->count;
         pair->counts[side]++;
      }
   }
   if (has_equal_names(m, first, past)) {
      m->lumped++;
      if (m->lumped_name == NULL)
         m->lumped_name = m->models[first->side]->routines[first->index].shown;
   }
   m->count++;
}

/* Return whether the other side has the object, but only in other builds. */
static bool was_rebuilt(const matching *m, const identity *e)
{
   const model *other = m->models[!e->side];
   bool rebuilt = false;

   for (size_t i = 0; i < other->object_count; i++) {
      const char *id = other->objects[i].build_id;

      if (strcmp(m->object_names[!e->side][i], e->object) != 0)
         continue;
      if (strcmp(id, e->build_id) == 0 && *id)
         return false;
      rebuilt = true;
   }
   return rebuilt;
}

/* Return whether both sides have routines at the same offsets. */
static bool equal_offsets(const identity *first, const identity *past)
{
   for (const identity *e = first; e < past; e += 2)
      if (e + 1 == past || e[0].offset != e[1].offset ||
          e[0].side == e[1].side)
         return false;
   return true;
}

/* Add the pairs of [first, past), which have one object name, name and file. */
static void add_group(matching *m, const identity *first, const identity *past,
                      size_t *used)
{
   /* If the build is unknown, equal offsets say that it is the same. */
   const bool one_build = *first->build_id
      ? strcmp(first->build_id, past[-1].build_id) == 0
      : *past[-1].build_id == '\0' && equal_offsets(first, past);

   if (*first->name == '\0' && was_rebuilt(m, first) &&
       !(one_build && *first->build_id == '\0')) {
      m->nameless += past - first;
      return;
   }
   if (!one_build) {
      add_pair(m, first, past, used);
      return;
   }
   for (const identity *e = first, *next; e < past; e = next) {
      for (next = e + 1; next < past && next->offset == e->offset; next++)
         ;
      add_pair(m, e, next, used);
   }
}

static void find_object_names(matching *m, renames *maps)
{
   for (int side = 0; side < MATCH_SIDES; side++) {
      const model *from = m->models[side];
      char **names = memory_new(from->object_count, sizeof *names);

      for (size_t i = 0; i < from->object_count; i++)
         names[i] = side == MATCH_OLD
            ? renames_apply(maps, from->objects[i].name)
            : memory_string(from->objects[i].name);
      m->object_names[side] = names;
   }
   partners_objects(m->models[MATCH_OLD], m->object_names[MATCH_OLD],
                    m->models[MATCH_NEW], m->object_names[MATCH_NEW]);
}

/* Find the names of the old side's source files: by the maps; a file that the
   new side does not have is the file there whose path ends in the same way. */
static void find_files(compared_names *n, const matching *m, renames *maps)
{
   const model *old = m->models[MATCH_OLD], *new = m->models[MATCH_NEW];
   char **now = memory_new(new->routine_count, sizeof *now), **paired;
   partner_list before, after;

   n->files = memory_new(old->routine_count, sizeof *n->files);
   for (size_t i = 0; i < old->routine_count; i++)
      n->files[i] = renames_apply(maps, old->routines[i].file);
   for (size_t i = 0; i < new->routine_count; i++)
      now[i] = new->routines[i].file;
   partners_begin(&before, n->files, old->routine_count);
   partners_begin(&after, now, new->routine_count);
   partners_by_tail(&before, &after);
   paired = memory_new(old->routine_count, sizeof *paired);
   for (size_t i = 0; i < old->routine_count; i++)
      paired[i] = memory_string(partners_name(&before, n->files[i]));
   partners_free(&before);
   partners_free(&after);
   memory_free_strings(n->files, old->routine_count);
   n->files = paired;
   free(now);
}

static void find_names(compared_names *n, matching *m, renames *maps)
{
   find_object_names(m, maps);
   find_files(n, m, maps);
   for (int side = 0; side < MATCH_SIDES; side++) {
      const model *from = m->models[side];

      n->bases[side] = memory_new(from->routine_count, sizeof(char *));
      for (size_t i = 0; i < from->routine_count; i++)
         n->bases[side][i] = clones_base(from->routines[i].name);
   }
}

static void free_names(compared_names *n, const matching *m)
{
   for (int side = 0; side < MATCH_SIDES; side++) {
      for (size_t i = 0; i < m->models[side]->routine_count; i++)
         free(n->bases[side][i]);
      free(n->bases[side]);
   }
   memory_free_strings(n->files, m->models[MATCH_OLD]->routine_count);
}

static identity *list_identities(matching *m, const compared_names *n)
{
   identity *list = memory_new(m->models[MATCH_OLD]->routine_count +
                               m->models[MATCH_NEW]->routine_count,
                               sizeof *list);
   size_t count = 0;

   for (int side = 0; side < MATCH_SIDES; side++) {
      const model *from = m->models[side];

      m->pair_of[side] = memory_new(from->routine_count, sizeof(size_t));
      for (size_t i = 0; i < from->routine_count; i++) {
         const model_routine *r = &from->routines[i];
         const model_object *o = &from->objects[r->object];
         const bool made = made_names_is(r, o);

         m->pair_of[side][i] = SIZE_MAX;
         list[count++] = (identity){
            side, i, m->object_names[side][r->object], o->build_id,
            made ? "" : r->name, made ? "" : n->bases[side][i],
            side == MATCH_OLD ? n->files[i] : r->file, r->offset,
         };
      }
   }
   return list;
}

static int compare_bases(const void *a, const void *b)
{
   const identity *x = a, *y = b;
   int order = strcmp(x->object, y->object);

   if (order == 0)
      order = strcmp(x->base, y->base);
   return order ? order : strcmp(x->name, y->name);
}

/* Return whether each name of [first, past), which are sorted by names, is on
   both sides. */
static bool have_equal_names(const identity *first, const identity *past)
{
   for (const identity *e = first, *next; e < past; e = next) {
      bool has[MATCH_SIDES] = { false, false };

      for (next = e; next < past && strcmp(next->name, e->name) == 0; next++)
         has[next->side] = true;
      if (!has[MATCH_OLD] || !has[MATCH_NEW])
         return false;
   }
   return true;
}

/* --- inlined calls --- */

/* A name of a routine with code of its own, which the debug information may
   give to its inlined calls. */
typedef struct {
   const char *object, *file;
   char *short_name;                  /* its demangled_last */
   const identity *of;
} own_code;

static int compare_own_code(const void *a, const void *b)
{
   const own_code *x = a, *y = b;
   int order = strcmp(x->short_name, y->short_name);

   if (order == 0)
      order = strcmp(x->object, y->object);
   return order ? order : strcmp(x->file, y->file);
}

/* Return the name that all routines with code of their own that fit the key
   have; NULL: there is none, or there are several, such as overloads. */
static const char *only_base(const own_code *list, size_t count,
                             const own_code *key)
{
   const own_code *at = bsearch(key, list, count, sizeof *list,
                                compare_own_code);
   const own_code *first = at, *past = at;

   if (at == NULL)
      return NULL;
   while (first > list && compare_own_code(first - 1, key) == 0)
      first--;
   while (past < list + count && compare_own_code(past, key) == 0)
      if (strcmp((past++)->of->base, first->of->base) != 0)
         return NULL;
   return first->of->base;
}

static bool is_inlined(const matching *m, const identity *e)
{
   return model_is_inlined(&m->models[e->side]->routines[e->index]);
}

/* Take a routine that has no code of its own, only inlined calls, as a clone of
   the one of that name in the same file that has: which calls are inlined
   depends on the compiler's options. */
static void adopt_inlined(const matching *m, identity *list, size_t count)
{
   own_code *codes = memory_new(count + 1, sizeof *codes);
   size_t n = 0;

   for (size_t i = 0; i < count; i++)
      if (*list[i].file && strchr(list[i].base, '(') &&
          !is_inlined(m, &list[i]))
         codes[n++] = (own_code){ list[i].object, list[i].file,
                                  demangled_last(list[i].base), &list[i] };
   qsort(codes, n, sizeof *codes, compare_own_code);
   for (size_t i = 0; i < count; i++) {
      const own_code key = { list[i].object, list[i].file,
                             (char *)list[i].base, NULL };
      const char *base = is_inlined(m, &list[i]) ? only_base(codes, n, &key)
                                                 : NULL;

      if (base)
         list[i].base = base;
   }
   for (size_t i = 0; i < n; i++)
      free(codes[i].short_name);
   free(codes);
}

/* --- clones --- */

/* Make a routine and its clones one routine if the two sides have other clones:
   which clones there are depends on the compiler's options and on the rest of
   the source. */
static void join_clones(identity *list, size_t count)
{
   qsort(list, count, sizeof *list, compare_bases);
   for (identity *first = list, *past; first < list + count; first = past) {
      bool sides[MATCH_SIDES] = { false, false };

      for (past = first; past < list + count; past++) {
         if (strcmp(first->object, past->object) != 0 ||
             strcmp(first->base, past->base) != 0)
            break;
         sides[past->side] = true;
      }
      if (!sides[MATCH_OLD] || !sides[MATCH_NEW] ||
          have_equal_names(first, past))
         continue;
      for (identity *e = first; e < past; e++)
         e->name = e->base;
   }
}

/* Return whether each side has the routines [first, past), of one object name
   and name, in one file, and the two files differ.  Then they are the same
   routine: the file of its first instruction depends on what the compiler has
   inlined there. */
static bool is_another_file(const identity *first, const identity *past)
{
   const char *files[MATCH_SIDES] = { NULL, NULL };

   for (const identity *e = first; e < past; e++) {
      if (files[e->side] != NULL && strcmp(files[e->side], e->file) != 0)
         return false;
      files[e->side] = e->file;
   }
   return *first->name && files[MATCH_OLD] && files[MATCH_NEW] &&
          strcmp(files[MATCH_OLD], files[MATCH_NEW]) != 0;
}

static void ignore_other_files(identity *list, size_t count)
{
   for (identity *first = list, *past; first < list + count; first = past) {
      for (past = first + 1; past < list + count; past++)
         if (strcmp(first->object, past->object) != 0 ||
             strcmp(first->name, past->name) != 0)
            break;
      if (!is_another_file(first, past))
         continue;
      for (identity *e = first; e < past; e++)
         e->file = first->file;
      qsort(first, past - first, sizeof *first, compare_identities);
   }
}

/* Return the part of an object's self cost on one side, by its compared name,
   that is of routines with names; -1: it costs nothing. */
static double named_part(const matching *m, int side, const char *object)
{
   const model *of = m->models[side];
   double named = 0, all = 0;

   for (size_t i = 0; i < of->routine_count; i++) {
      double self;

      if (strcmp(m->object_names[side][of->routines[i].object], object) != 0)
         continue;
      self = (double)model_sums(of, i, MODEL_ALL_THREADS).self.sum;
      all += self;
      if (!runtime_objects_is_unnamed(of, i))
         named += self;
   }
   return all > 0 ? named / all : -1;
}

/* Find the objects whose names one side has and the other has not: a stripped
   build of a program.  Where both sides are of one build, offsets tell. */
static void find_hidden(matching *m)
{
   for (int side = 0; side < MATCH_SIDES; side++) {
      const size_t count = m->models[side]->object_count;

      m->hidden[side] = memory_new(count + 1, sizeof(bool));
      for (size_t i = 0; m->nameless > 0 && i < count; i++) {
         const char *object = m->object_names[side][i];
         const double other = named_part(m, !side, object);

         m->hidden[side][i] = other >= 0 && other < MOSTLY &&
                              named_part(m, side, object) >= MOSTLY;
      }
   }
}

void match_routines(matching *m, const model *old, const model *new,
                    renames *maps)
{
   const size_t all = old->routine_count + new->routine_count;
   size_t used = 0;
   identity *list;
   compared_names n;

   *m = (matching){ .models = { old, new } };
   m->pairs = memory_new(all, sizeof *m->pairs);
   m->indices = memory_new(all, sizeof *m->indices);
   find_names(&n, m, maps);
   list = list_identities(m, &n);
   adopt_inlined(m, list, all);
   join_clones(list, all);
   qsort(list, all, sizeof *list, compare_identities);
   ignore_other_files(list, all);
   for (size_t first = 0, past; first < all; first = past) {
      for (past = first + 1; past < all; past++)
         if (compare_keys(&list[first], &list[past]) != 0)
            break;
      add_group(m, list + first, list + past, &used);
   }
   free(list);
   free_names(&n, m);
   find_hidden(m);
}

void match_free(matching *m)
{
   free(m->pairs);
   free(m->indices);
   for (int side = 0; side < MATCH_SIDES; side++) {
      free(m->pair_of[side]);
      free(m->hidden[side]);
      /* A matching of zeros is free already. */
      for (size_t i = 0; m->models[side] && i < m->models[side]->object_count;
           i++)
         free(m->object_names[side][i]);
      free(m->object_names[side]);
   }
}

/* Warn of the objects whose names only one side has. */
static void warn_of_hidden(const matching *m)
{
   for (int side = 0; side < MATCH_SIDES; side++)
      for (size_t i = 0; i < m->models[side]->object_count; i++)
         if (m->hidden[side][i])
            message_warning("%s: most of its cost has names of routines in %s "
                            "only, and is not compared: give both profiles a "
                            "program with symbols",
                            m->models[side]->objects[i].name,
                            side == MATCH_OLD ? "OLD" : "NEW");
}

void match_warn(const matching *m)
{
   char *lumped = m->lumped > 0 ? shorten_in_sentence(m->lumped_name)
                                : NULL;

   if (m->lumped > 0)
      message_warning("the builds differ, and %zu group%s of routines of "
                      "equal name and file, such as '%s', count%s as one "
                      "routine each", m->lumped, m->lumped == 1 ? "" : "s",
                      lumped, m->lumped == 1 ? "s" : "");
   free(lumped);
   if (m->nameless > 0)
      message_note("%zu routine%s without a name %s left out: the builds "
                   "differ", m->nameless, m->nameless == 1 ? "" : "s",
                   m->nameless == 1 ? "is" : "are");
   warn_of_hidden(m);
}

/* --- points and sums of a pair --- */

static const char *first_name(const matching *m, const match_pair *pair,
                              int side)
{
   return m->models[side]->routines[*pair->routines[side]].shown;
}

prof_tuple *match_points(const matching *m, const match_pair *pair, int side,
                         size_t *count)
{
   prof_tuple *all = memory_new(0, sizeof *all);
   size_t n = 0;

   for (size_t i = 0; i < pair->counts[side]; i++) {
      size_t more;
      prof_tuple *points = model_points(m->models[side],
                                        pair->routines[side][i],
                                        MODEL_ALL_THREADS, PROF_TRMS, false,
                                        &more);

      all = memory_resize(all, n + more, sizeof *all);
      if (more > 0)
         memcpy(all + n, points, more * sizeof *all);
      n += more;
      free(points);
   }
   *count = n == 0 ? 0 : model_join_points(all, n, first_name(m, pair, side));
   return all;
}

prof_tuple match_sums(const matching *m, const match_pair *pair, int side)
{
   prof_tuple all = { .cost = { .min = UINT64_MAX },
                      .self = { .min = UINT64_MAX } };

   for (size_t i = 0; i < pair->counts[side]; i++) {
      prof_tuple sums = model_sums(m->models[side], pair->routines[side][i],
                                   MODEL_ALL_THREADS);

      model_add_checked(&all, &sums, first_name(m, pair, side));
   }
   return all;
}

double match_difference(const matching *m, const match_pair *pair)
{
   return (double)match_sums(m, pair, MATCH_NEW).outermost -
          (double)match_sums(m, pair, MATCH_OLD).outermost;
}

bool match_is_runtime(const matching *m, const match_pair *pair)
{
   const int side = pair->counts[MATCH_NEW] ? MATCH_NEW : MATCH_OLD;
   const model *of = m->models[side];

   return runtime_objects_has(
      of->objects[of->routines[*pair->routines[side]].object].name);
}

bool match_same_build(const matching *m, const match_pair *pair)
{
   const char *builds[MATCH_SIDES];

   for (int side = 0; side < MATCH_SIDES; side++) {
      const model *from = m->models[side];

      if (pair->counts[side] == 0)
         return false;
      builds[side] = from->objects[
         from->routines[*pair->routines[side]].object].build_id;
   }
   return strcmp(builds[0], builds[1]) == 0 && *builds[0] &&
          strcmp(builds[0], MODEL_MIXED) != 0;
}
