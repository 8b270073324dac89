/* Hints at --map.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "compare/map_hints.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/paths.h"

#include <stdlib.h>
#include <string.h>

/* Two objects of different names are likely one program if they have this many
   names of routines in common, and half of the names of one of them: all
   programs have `main` and `_start`. */
enum { FEWEST_IN_COMMON = 4 };

/* --- names of an object's routines --- */

typedef struct {
   const char **list;                 /* sorted, each once */
   size_t count;
} name_list;

/* A name of a routine, and the object that it is in. */
typedef struct {
   const char *name;
   size_t object;
} place;

static int compare_places(const void *a, const void *b)
{
   const place *x = a, *y = b;
   const int order = strcmp(x->name, y->name);

   return order ? order : (x->object > y->object) - (x->object < y->object);
}

/* Return the names of a model's routines with their objects, sorted, each once;
   *count: their number.  Names that several objects have, such as _init and
   frame_dummy, are left out: they tell no object from another. */
static place *own_places(const model *m, size_t *count)
{
   place *list = memory_new(m->routine_count + 1, sizeof *list);
   size_t all = 0, next;

   for (size_t i = 0; i < m->routine_count; i++)
      if (*m->routines[i].name)
         list[all++] = (place){ m->routines[i].name, m->routines[i].object };
   qsort(list, all, sizeof *list, compare_places);
   *count = 0;
   for (size_t i = 0; i < all; i = next) {
      for (next = i + 1; next < all && strcmp(list[next].name,
                                              list[i].name) == 0; )
         next++;
      if (list[next - 1].object == list[i].object)
         list[(*count)++] = list[i];
   }
   return list;
}

static name_list names_of(const place *places, size_t count, size_t object)
{
   name_list n = { memory_new(count + 1, sizeof *n.list), 0 };

   for (size_t i = 0; i < count; i++)
      if (places[i].object == object)
         n.list[n.count++] = places[i].name;
   return n;
}

static size_t count_common(const name_list *a, const name_list *b)
{
   size_t common = 0;

   for (size_t i = 0, k = 0; i < a->count && k < b->count;) {
      const int order = strcmp(a->list[i], b->list[k]);

      common += order == 0;
      i += order <= 0;
      k += order >= 0;
   }
   return common;
}

static bool are_alike(const name_list *a, const name_list *b)
{
   const size_t common = count_common(a, b);

   return common >= FEWEST_IN_COMMON &&
          (2 * common >= a->count || 2 * common >= b->count);
}

/* --- objects --- */

/* The objects that only one side has.  An object that no --map can name is left
   out. */
typedef struct {
   char **alone[MATCH_SIDES];         /* of each object; NULL: both have it */
} strays;

static bool has(char *const *paths, size_t count, const char *path)
{
   for (size_t i = 0; i < count; i++)
      if (strcmp(paths[i], path) == 0)
         return true;
   return false;
}

static strays find_strays(const matching *m)
{
   strays s;

   for (int side = 0; side < MATCH_SIDES; side++) {
      const size_t count = m->models[side]->object_count;
      char *const *names = m->object_names[side];

      s.alone[side] = memory_new(count, sizeof(char *));
      for (size_t i = 0; i < count; i++)
         if (!strchr(names[i], '=') &&
             !has(m->object_names[!side], m->models[!side]->object_count,
                  names[i]))
            s.alone[side][i] = names[i];
   }
   return s;
}

static void free_strays(strays *s)
{
   for (int side = 0; side < MATCH_SIDES; side++)
      free(s->alone[side]);
}

/* --- hints --- */

/* Print a hint at two paths of one file. */
static void hint(const char *old, const char *new)
{
   size_t n = strlen(old), k = strlen(new), end = 0;

   /* The common end of both paths, in whole parts. */
   for (size_t i = 1; i < n && i < k && old[n - i] == new[k - i]; i++)
      if (old[n - i] == '/')
         end = i;
   message_note("%s is only in OLD, and %s in NEW: if they are the same, "
                "--map='%.*s=%.*s' says so", old, new, (int)(n - end), old,
                (int)(k - end), new);
}

/* Return false if no object has moved to another folder. */
static bool hint_at_moved(const matching *m, const strays *s)
{
   const size_t old = m->models[MATCH_OLD]->object_count;
   const size_t new = m->models[MATCH_NEW]->object_count;

   for (size_t i = 0; i < old; i++)
      for (size_t k = 0; k < new && s->alone[MATCH_OLD][i]; k++)
         if (s->alone[MATCH_NEW][k] &&
             strcmp(paths_file_name(s->alone[MATCH_OLD][i]),
                    paths_file_name(s->alone[MATCH_NEW][k])) == 0) {
            hint(s->alone[MATCH_OLD][i], s->alone[MATCH_NEW][k]);
            return true;
         }
   return false;
}

static void hint_at_renamed(const matching *m, const strays *s)
{
   const model *old = m->models[MATCH_OLD], *new = m->models[MATCH_NEW];
   size_t old_count, new_count;
   place *old_places = own_places(old, &old_count);
   place *new_places = own_places(new, &new_count);
   bool done = false;

   for (size_t i = 0; i < old->object_count && !done; i++) {
      name_list before;

      if (s->alone[MATCH_OLD][i] == NULL)
         continue;
      before = names_of(old_places, old_count, i);
      for (size_t k = 0; k < new->object_count && !done; k++) {
         name_list now;

         if (s->alone[MATCH_NEW][k] == NULL)
            continue;
         now = names_of(new_places, new_count, k);
         done = are_alike(&before, &now);
         if (done)
            hint(s->alone[MATCH_OLD][i], s->alone[MATCH_NEW][k]);
         free(now.list);
      }
      free(before.list);
   }
   free(old_places);
   free(new_places);
}

/* Print a hint at a routine of one object and name without a partner, because
   its source file is in another folder. */
static void hint_at_files(const matching *m, renames *maps)
{
   for (size_t i = 0; i + 1 < m->count; i++) {
      const match_pair *pair = &m->pairs[i];
      const int side = pair->counts[MATCH_OLD] ? MATCH_OLD : MATCH_NEW;
      const model_routine *a, *b;
      char *file;

      /* Pairs of one object and name are neighbours. */
      if (pair->counts[!side] || pair[1].counts[side])
         continue;
      a = &m->models[side]->routines[*pair->routines[side]];
      b = &m->models[!side]->routines[*pair[1].routines[!side]];
      if (strcmp(a->name, b->name) != 0 || strcmp(a->file, b->file) == 0 ||
          strcmp(paths_file_name(a->file), paths_file_name(b->file)) != 0)
         continue;
      file = renames_apply(maps, side == MATCH_OLD ? a->file : b->file);
      hint(file, side == MATCH_OLD ? b->file : a->file);
      free(file);
      return;
   }
}

void map_hints_print(const matching *m, renames *maps)
{
   strays s;

   match_warn(m);
   renames_warn(maps);
   s = find_strays(m);
   if (!hint_at_moved(m, &s))
      hint_at_renamed(m, &s);
   free_strays(&s);
   hint_at_files(m, maps);
}
