/* The selection of routines by --routine.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "names/select.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/numbers.h"
#include "base/paths.h"
#include "base/utf8.h"
#include "names/clones.h"
#include "names/demangled.h"
#include "names/labels.h"
#include "names/near.h"
#include "names/parts.h"
#include "names/shorten.h"

#include <stdlib.h>
#include <string.h>

/* --- names --- */

bool select_glob(const char *pattern, const char *text)
{
   const char *star = NULL, *resume = NULL;

   while (*text) {
      if (*pattern == '*') {
         star = pattern++;
         resume = text;
      } else if (*pattern == '?' || *pattern == *text) {
         pattern++;
         text++;
      } else if (star) {
         pattern = star + 1;
         text = ++resume;
      } else {
         return false;
      }
   }
   while (*pattern == '*')
      pattern++;
   return *pattern == '\0';
}

bool select_is_reserved(const char *name, const char *wanted)
{
   const size_t n = strlen(wanted);

   if (*name != '_' || n == 0)
      return false;
   for (const char *at = strstr(name, wanted); at; at = strstr(at + 1, wanted))
      if (at > name && at[-1] == '_' && (at[n] == '_' || at[n] == '\0'))
         return true;
   return false;
}

/* --- matching --- */

typedef bool (*matcher)(const model *m, const model_routine *r,
                        const char *name);

/* Remove what no source writes of a name: anonymous namespaces, and tags. */
static void remove_unwritten(char *name)
{
   static const char scope[] = "(anonymous namespace)::";
   const size_t length = sizeof scope - 1;

   for (char *at = strstr(name, scope); at; at = strstr(at, scope))
      memmove(at, at + length, strlen(at + length) + 1);
   demangled_remove_tags(name);
}

/* Return whether a name, as it is or as a source writes it, is equal to a text
   or fits a pattern.  Frees the name. */
static bool is_written(char *name, const char *wanted,
                       bool (*fits)(const char *wanted, const char *name))
{
   bool is = fits(wanted, name);

   if (!is) {
      remove_unwritten(name);
      is = fits(wanted, name);
   }
   free(name);
   return is;
}

/* The same of a routine's name without parameters, and without template
   arguments and type as well. */
static bool is_bare(const model_routine *r, const char *wanted,
                    bool (*fits)(const char *wanted, const char *name))
{
   return is_written(demangled_bare(r->shown), wanted, fits);
}

static bool is_bare_of_types(const model_routine *r, const char *wanted,
                             bool (*fits)(const char *wanted, const char *name))
{
   return is_written(shorten_scoped(r->shown), wanted, fits);
}

static bool is_equal(const char *wanted, const char *name)
{
   return strcmp(wanted, name) == 0;
}

static bool is_exact(const model *m, const model_routine *r, const char *name)
{
   (void)m;
   return strcmp(r->shown, name) == 0 || is_bare(r, name, is_equal);
}

/* Return whether this is the routine's symbol, whose decoded name is shown. */
static bool is_symbol(const model *m, const model_routine *r, const char *name)
{
   (void)m;
   return *name && strcmp(r->name, name) == 0;
}

/* Return whether this is the name without the version of its symbol
   (NAME@@GLIBC_2.34). */
static bool is_unversioned(const model *m, const model_routine *r,
                           const char *name)
{
   const size_t n = strlen(name);

   (void)m;
   return n > 0 && strncmp(r->shown, name, n) == 0 && r->shown[n] == '@';
}

/* Return whether `path` is this name, with or without its folder. */
static bool is_path(const char *path, const char *name)
{
   size_t length = strlen(path), n = strlen(name);

   return n > 0 && paths_ends_with(path, length, name) &&
          (length == n || path[length - n - 1] == '/');
}

/* Return whether a place is the routine's file, or FILE:LINE. */
static bool is_in_file(const model_routine *r, const char *place)
{
   const char *colon = strrchr(place, ':');
   bool is = is_path(r->file, place);

   if (!is && colon) {
      char *file = memory_part(place, (size_t)(colon - place));
      prof_sum line;

      is = is_path(r->file, file) &&
           numbers_read(colon + 1, UINT64_MAX, &line) == NULL &&
           line == r->line;
      free(file);
   }
   return is;
}

static bool is_at(const model *m, const model_routine *r, const char *name)
{
   /* Names and paths may hold an `@` themselves. */
   for (const char *at = strchr(name, '@'); at; at = strchr(at + 1, '@')) {
      char *part = memory_part(name, at - name);
      char *object = memory_string(at + 1);
      char *plus = strrchr(object, '+');
      uint64_t offset;
      bool found = is_exact(m, r, part) || strcmp(r->name, part) == 0;

      if (found && !is_in_file(r, at + 1) &&
          !is_path(m->objects[r->object].name, object)) {
         found = plus && numbers_read_offset(plus + 1, &offset) == NULL &&
                 offset == r->offset;
         if (found) {
            *plus = '\0';
            found = is_path(m->objects[r->object].name, object);
         }
      }
      free(part);
      free(object);
      if (found)
         return true;
   }
   return false;
}

static bool is_reserved(const model *m, const model_routine *r,
                        const char *name)
{
   (void)m;
   return select_is_reserved(r->shown, name);
}

static bool is_like(const model *m, const model_routine *r, const char *name)
{
   bool fits;

   (void)m;
   if (select_glob(name, r->shown) || select_glob(name, r->name))
      return true;
   fits = is_bare(r, name, select_glob);
   return fits || is_bare_of_types(r, name, select_glob);
}

/* Return whether the pattern fits the name without its first scopes. */
static bool is_like_inner(const model *m, const model_routine *r,
                          const char *name)
{
   char *scoped = shorten_scoped(r->shown);
   bool fits = false;
   demangled b;

   (void)m;
   demangled_remove_tags(scoped);
   demangled_parse(&b, scoped);
   for (size_t i = 0; scoped[i] && !fits; i = demangled_after(&b, i))
      fits = strncmp(scoped + i, "::", 2) == 0 &&
             select_glob(name, scoped + i + 2);
   demangled_free(&b);
   free(scoped);
   return fits;
}

/* Return whether the compiler made the routine of this name, or symbol, from the
   one that is named. */
static bool is_clone_of(const char *clone, const char *name)
{
   char *base, *bare;
   bool fits;

   if (*name == '\0' || strncmp(clone, name, strlen(name)) != 0)
      return false;
   base = clones_base(clone);
   bare = demangled_bare(base);
   fits = strcmp(base, name) == 0 || is_written(bare, name, is_equal);
   free(base);
   return fits;
}

static bool is_clone(const model *m, const model_routine *r, const char *name)
{
   (void)m;
   return is_clone_of(r->shown, name) || is_clone_of(r->name, name);
}

static bool is_scoped(const model *m, const model_routine *r, const char *name)
{
   (void)m;
   return is_bare_of_types(r, name, is_equal);
}

static bool is_in_parts(const model *m, const model_routine *r, const char *name)
{
   (void)m;
   return parts_fit(r->shown, name);
}

static size_t find(const model *m, const char *name, matcher matches,
                   size_t *found)
{
   size_t n = 0;

   for (size_t i = 0; i < m->routine_count; i++)
      if (matches(m, &m->routines[i], name))
         found[n++] = i;
   return n;
}

/* Columns of a name in a note. */
#define NOTE_WIDTH 100

/* Return the name of a routine for a note, which is one line to read; that of an
   instance of a template may have a thousand columns.  The caller frees it. */
static char *noted(const model *m, size_t routine)
{
   return utf8_shorten(m->routines[routine].shown, NOTE_WIDTH);
}

/* Find what the whole name or the pattern means. */
static size_t find_named(const model *m, const char *name, size_t *found)
{
   size_t n = find(m, name, is_exact, found);

   if (n == 0)
      n = find(m, name, is_symbol, found);
   if (n == 0)
      n = find(m, name, is_unversioned, found);
   if (n == 0)
      n = find(m, name, is_at, found);
   if (n == 0 && strpbrk(name, "*?"))
      n = find(m, name, is_like, found);
   if (n == 0) {
      char *first;

      n = find(m, name, is_clone, found);
      first = n > 0 ? noted(m, *found) : NULL;
      if (n == 1)
         message_note("no routine is named '%s'; this is its clone '%s'",
                      name, first);
      else if (n > 1)
         message_note("no routine is named '%s'; these are its %zu clones, "
                      "such as '%s'", name, n, first);
      free(first);
   }
   return n;
}

static void note_short(const model *m, const char *name, const size_t *found,
                       size_t n)
{
   char *first;

   if (n == 0)
      return;
   first = noted(m, *found);
   message_note("'%s' is short for '%s'%s", name, first,
                n > 1 ? " and others" : "");
   free(first);
}

size_t select_find(const model *m, const char *name, size_t **found)
{
   size_t n;

   *found = memory_new(m->routine_count, sizeof **found);
   n = find_named(m, name, *found);
   if (n == 0) {
      n = find(m, name, is_scoped, *found);
      note_short(m, name, *found, n);
   }
   return n;
}

/* Find the routines whose name, shortened to the width of this name, is this
   name: the table shows that in columns of any width that shortens it so. */
static size_t find_shortened(const model *m, const char *name, size_t *found)
{
   const size_t width = utf8_width(name);
   char **labels = labels_new(m);
   size_t n = 0;

   for (size_t i = 0; i < m->routine_count; i++) {
      char *shown = shorten_name(labels[i], width);

      if (width > 0 && strcmp(shown, name) == 0)
         found[n++] = i;
      free(shown);
   }
   labels_free(m, labels);
   return n;
}

/* Find the only routine with a reserved name that has this part. */
static size_t find_reserved(const model *m, const char *name, size_t *found)
{
   if (find(m, name, is_reserved, found) != 1)
      return 0;
   message_note("no routine is named '%s'; this is '%s'", name,
                m->routines[*found].shown);
   return 1;
}

size_t select_look_up(const model *m, const char *name, size_t **found)
{
   size_t n;

   *found = memory_new(m->routine_count, sizeof **found);
   n = find_named(m, name, *found);
   if (n > 0)
      return n;
   n = find_shortened(m, name, *found);
   if (n == 0)
      n = find(m, name, is_scoped, *found);
   if (n == 0)
      n = find(m, name, is_in_parts, *found);
   note_short(m, name, *found, n);
   if (n == 0)
      n = find_reserved(m, name, *found);
   if (n == 0 && strpbrk(name, "*?")) {
      n = find(m, name, is_like_inner, *found);
      if (n > 0) {
         char *first = noted(m, **found);

         message_note("'%s' fits '%s'%s without scopes", name, first,
                      n > 1 ? " and others" : "");
         free(first);
      }
   }
   return n;
}

char *select_near(const model *m, const char *name)
{
   const char **names = memory_new(m->routine_count + 1, sizeof *names);
   char *near;

   for (size_t i = 0; i < m->routine_count; i++)
      names[i] = m->routines[i].shown;
   near = near_names(name, names, m->routine_count);
   free(names);
   return near;
}

void select_refuse(const model *m, const char *name)
{
   char *near = select_near(m, name);

   message_error("no routine is found by '%s'%s", name, near);
   free(near);
}
