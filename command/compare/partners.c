/* Objects and source files that are the same under different paths.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "compare/partners.h"
#include "base/memory.h"
#include "base/paths.h"

#include <stdlib.h>
#include <string.h>

/* --- lists --- */

static int compare_partners(const void *a, const void *b)
{
   const partner *x = a, *y = b;
   const int order = strcmp(paths_file_name(x->path), paths_file_name(y->path));

   return order ? order : strcmp(x->path, y->path);
}

void partners_begin(partner_list *p, char *const *paths, size_t count)
{
   size_t all = 0;

   *p = (partner_list){ memory_new(count, sizeof *p->list), 0 };
   for (size_t i = 0; i < count; i++)
      if (paths[i] && *paths[i])
         p->list[all++].path = paths[i];
   qsort(p->list, all, sizeof *p->list, compare_partners);
   for (size_t i = 0; i < all; i++)
      if (p->count == 0 ||
          strcmp(p->list[p->count - 1].path, p->list[i].path) != 0)
         p->list[p->count++] = p->list[i];
}

void partners_free(partner_list *p)
{
   free(p->list);
}

static partner *find(const partner_list *p, const char *path)
{
   const partner key = { (char *)path, NULL };

   return bsearch(&key, p->list, p->count, sizeof key, compare_partners);
}

const char *partners_name(const partner_list *p, const char *path)
{
   const partner *found = find(p, path);

   return found && found->partner ? found->partner : path;
}

/* --- equal tails --- */

/* Return the number of equal bytes at the ends of two paths, in whole parts. */
static size_t common_tail(const char *a, const char *b)
{
   const size_t n = strlen(a), k = strlen(b);
   size_t tail = 0, i = 1;

   for (; i <= n && i <= k && a[n - i] == b[k - i]; i++)
      if (a[n - i] == '/')
         tail = i;
   if ((i > n || a[n - i] == '/') && (i > k || b[k - i] == '/'))
      tail = i - 1;
   return tail;
}

/* Return the path of [first, past) with the longest common tail, if only this
   one has it, and it has no partner and is none of `others`. */
static partner *best_of(partner *first, partner *past, const char *path,
                        const partner_list *others)
{
   partner *best = NULL;
   size_t longest = 0;

   for (partner *p = first; p < past; p++) {
      size_t tail;

      if (p->partner || find(others, p->path))
         continue;
      tail = common_tail(p->path, path);
      if (tail > longest)
         best = p;
      else if (tail == longest)
         best = NULL;
      if (tail > longest)
         longest = tail;
   }
   return best;
}

/* Find the paths [*first, *past) with a file name. */
static void find_file_name(const partner_list *p, const char *name,
                           partner **first, partner **past)
{
   size_t low = 0, high = p->count;

   while (low < high) {
      const size_t middle = low + (high - low) / 2;

      if (strcmp(paths_file_name(p->list[middle].path), name) < 0)
         low = middle + 1;
      else
         high = middle;
   }
   *first = *past = p->list + low;
   while (*past < p->list + p->count &&
          strcmp(paths_file_name((*past)->path), name) == 0)
      ++*past;
}

void partners_by_tail(partner_list *old, partner_list *new)
{
   bool again;

   /* A pair that is found may leave only one candidate for another path. */
   do {
      again = false;
      for (size_t i = 0; i < old->count; i++) {
         partner *const from = &old->list[i];
         partner *first, *past, *to;

         if (from->partner || find(new, from->path))
            continue;
         find_file_name(new, paths_file_name(from->path), &first, &past);
         to = best_of(first, past, from->path, old);
         if (to == NULL)
            continue;
         find_file_name(old, paths_file_name(from->path), &first, &past);
         if (best_of(first, past, to->path, new) != from)
            continue;
         from->partner = to->path;
         to->partner = from->path;
         again = true;
      }
   } while (again);
}

/* --- objects --- */

static bool has_name(char *const *names, size_t count, const char *name)
{
   for (size_t i = 0; i < count; i++)
      if (names[i] && strcmp(names[i], name) == 0)
         return true;
   return false;
}

/* Return the name of the only object that holds the program's main; NULL if there
   is none or several. */
static const char *main_object(const model *m, char *const *names)
{
   const char *found = NULL;

   for (size_t i = 0; i < m->routine_count; i++) {
      const char *name = names[m->routines[i].object];

      if (!model_is_main(&m->routines[i]))
         continue;
      if (found && strcmp(found, name) != 0)
         return NULL;
      found = name;
   }
   return found;
}

/* Replace a name, in all objects that have it. */
static void replace(char **names, size_t count, const char *name,
                    const char *by)
{
   char *old = memory_string(name);

   for (size_t i = 0; i < count; i++) {
      if (strcmp(names[i], old) != 0)
         continue;
      free(names[i]);
      names[i] = memory_string(by);
   }
   free(old);
}

static void replace_by_build(const model *old, char **names, const model *new,
                             char *const *new_names)
{
   for (size_t i = 0; i < old->object_count; i++) {
      const char *id = old->objects[i].build_id;

      if (*id == '\0' || strcmp(id, MODEL_MIXED) == 0 ||
          has_name(new_names, new->object_count, names[i]))
         continue;
      for (size_t k = 0; k < new->object_count; k++)
         if (strcmp(new->objects[k].build_id, id) == 0 &&
             !has_name(names, old->object_count, new_names[k])) {
            replace(names, old->object_count, names[i], new_names[k]);
            break;
         }
   }
}

/* Return how many bytes of a shared library's file name are left without its
   version, which stands behind `.so` or before it: libz.so.1.2, libglib-2.0.so,
   libpython3.11.so.  0: it is no such name. */
static size_t unversioned(const char *file)
{
   const char *so = strstr(file, ".so");
   size_t end, first;

   while (so && so[3] != '\0' && so[3] != '.')
      so = strstr(so + 1, ".so");
   if (so == NULL)
      return 0;
   end = first = (size_t)(so - file);
   while (first > 0 && strchr("0123456789.", file[first - 1]))
      first--;
   if (first == end || first == 0)
      return end;
   if (file[first - 1] == '-')
      return first - 1;
   /* The 2 of libbz2 is no version. */
   return memchr(file + first, '.', end - first) ? first : end;
}

static bool is_other_version(const char *a, const char *b)
{
   const char *x = paths_file_name(a), *y = paths_file_name(b);
   const size_t length = unversioned(x);

   return length > 0 && length == unversioned(y) && memcmp(x, y, length) == 0;
}

/* Return the only path of a list that has no partner, is none of `others`, and
   is a version of a shared library; NULL if there is none or several. */
static partner *only_version(partner_list *p, const char *library,
                             const partner_list *others)
{
   partner *found = NULL;

   for (size_t i = 0; i < p->count; i++) {
      partner *const one = &p->list[i];

      if (one->partner || !is_other_version(one->path, library) ||
          find(others, one->path))
         continue;
      if (found)
         return NULL;
      found = one;
   }
   return found;
}

/* Make partners of two versions of a shared library, if each list has one that
   has none. */
static void pair_by_version(partner_list *old, partner_list *new)
{
   for (size_t i = 0; i < old->count; i++) {
      partner *const from = &old->list[i];
      partner *to;

      if (only_version(old, from->path, new) != from)
         continue;
      to = only_version(new, from->path, old);
      if (to) {
         from->partner = to->path;
         to->partner = from->path;
      }
   }
}

void partners_objects(const model *old, char **names, const model *new,
                      char *const *new_names)
{
   const size_t count = old->object_count;
   partner_list before, now;
   const char *main_before, *main_now;
   char **found = memory_new(count, sizeof *found);

   replace_by_build(old, names, new, new_names);
   partners_begin(&before, names, count);
   partners_begin(&now, new_names, new->object_count);
   partners_by_tail(&before, &now);
   pair_by_version(&before, &now);
   for (size_t i = 0; i < count; i++)
      found[i] = memory_string(partners_name(&before, names[i]));
   partners_free(&before);
   partners_free(&now);
   for (size_t i = 0; i < count; i++) {
      free(names[i]);
      names[i] = found[i];
   }
   free(found);

   main_before = main_object(old, names);
   main_now = main_object(new, new_names);
   if (main_before && main_now &&
       !has_name(new_names, new->object_count, main_before) &&
       !has_name(names, count, main_now))
      replace(names, count, main_before, main_now);
}
