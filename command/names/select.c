/* The selection of routines by --routine.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE   /* strcasestr */

#include "names/select.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/numbers.h"
#include "base/paths.h"
#include "base/utf8.h"
#include "names/clones.h"
#include "names/demangled.h"
#include "names/labels.h"
#include "names/shorten.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define NEAR_NAMES 5

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

/* --- matching --- */

typedef bool (*matcher)(const model *m, const model_routine *r,
                        const char *name);

static bool is_exact(const model *m, const model_routine *r, const char *name)
{
   bool equal = strcmp(r->shown, name) == 0;

   (void)m;
   if (!equal) {
      char *bare = demangled_bare(r->shown);

      equal = strcmp(bare, name) == 0;
      free(bare);
   }
   return equal;
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

static bool is_at(const model *m, const model_routine *r, const char *name)
{
   /* Names and paths may hold an `@` themselves. */
   for (const char *at = strchr(name, '@'); at; at = strchr(at + 1, '@')) {
      char *part = memory_part(name, at - name);
      char *object = memory_string(at + 1);
      char *plus = strrchr(object, '+');
      uint64_t offset;
      bool found = is_exact(m, r, part) || strcmp(r->name, part) == 0;

      if (found && !is_path(r->file, at + 1)) {
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

static bool is_like(const model *m, const model_routine *r, const char *name)
{
   char *bare;
   bool fits;

   (void)m;
   if (select_glob(name, r->shown))
      return true;
   bare = demangled_bare(r->shown);
   fits = select_glob(name, bare);
   free(bare);
   if (!fits) {
      char *scoped = shorten_scoped(r->shown);

      fits = select_glob(name, scoped);
      free(scoped);
   }
   return fits;
}

/* Return whether the pattern fits the name without its first scopes. */
static bool is_like_inner(const model *m, const model_routine *r,
                          const char *name)
{
   char *scoped = shorten_scoped(r->shown);
   bool fits = false;
   demangled b;

   (void)m;
   demangled_parse(&b, scoped);
   for (size_t i = 0; scoped[i] && !fits; i = demangled_after(&b, i))
      fits = strncmp(scoped + i, "::", 2) == 0 &&
             select_glob(name, scoped + i + 2);
   demangled_free(&b);
   free(scoped);
   return fits;
}

static bool is_clone(const model *m, const model_routine *r, const char *name)
{
   char *base, *bare;
   bool fits;

   (void)m;
   if (strncmp(r->shown, name, strlen(name)) != 0)
      return false;
   base = clones_base(r->shown);
   bare = demangled_bare(base);
   fits = strcmp(base, name) == 0 || strcmp(bare, name) == 0;
   free(base);
   free(bare);
   return fits;
}

static bool is_scoped(const model *m, const model_routine *r, const char *name)
{
   char *scoped = shorten_scoped(r->shown);
   const bool equal = strcmp(scoped, name) == 0;

   (void)m;
   free(scoped);
   return equal;
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

/* Find what the whole name or the pattern means. */
static size_t find_named(const model *m, const char *name, size_t *found)
{
   size_t n = find(m, name, is_exact, found);

   if (n == 0)
      n = find(m, name, is_unversioned, found);
   if (n == 0)
      n = find(m, name, is_at, found);
   if (n == 0 && strpbrk(name, "*?"))
      n = find(m, name, is_like, found);
   if (n == 0) {
      n = find(m, name, is_clone, found);
      if (n == 1)
         message_note("no routine is named '%s'; this is its clone '%s'",
                      name, m->routines[*found].shown);
      else if (n > 1)
         message_note("no routine is named '%s'; these are its %zu clones, "
                      "such as '%s'", name, n, m->routines[*found].shown);
   }
   return n;
}

static void note_short(const model *m, const char *name, const size_t *found,
                       size_t n)
{
   if (n > 0)
      message_note("'%s' is short for '%s'%s", name,
                   m->routines[*found].shown, n > 1 ? " and others" : "");
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
   note_short(m, name, *found, n);
   if (n == 0 && strpbrk(name, "*?")) {
      n = find(m, name, is_like_inner, *found);
      if (n > 0)
         message_note("'%s' fits '%s'%s without scopes", name,
                      m->routines[**found].shown, n > 1 ? " and others" : "");
   }
   return n;
}

/* --- near names --- */

typedef struct {
   size_t distance;
   const char *name;
} near_name;

/* Return the number of bytes to insert, delete or replace (Levenshtein's
   distance); names are compared up to a length that bounds the work. */
static size_t edits(const char *a, const char *b)
{
   enum { LONGEST = 100 };
   size_t row[LONGEST + 1];
   size_t n = strnlen(a, LONGEST), k = strnlen(b, LONGEST);

   for (size_t j = 0; j <= k; j++)
      row[j] = j;
   for (size_t i = 1; i <= n; i++) {
      size_t diagonal = row[0];

      row[0] = i;
      for (size_t j = 1; j <= k; j++) {
         size_t best = diagonal + (a[i - 1] != b[j - 1]);

         if (row[j] + 1 < best)
            best = row[j] + 1;
         if (row[j - 1] + 1 < best)
            best = row[j - 1] + 1;
         diagonal = row[j];
         row[j] = best;
      }
   }
   return row[k];
}

/* Return whether a word of `text` begins with a part or, if the part is long
   enough, ends with it.  Words end before a character that is no letter or
   digit, and before a capital.  The middle of words does not count: three
   letters are in many words, and near to none. */
static bool has_word(const char *text, const char *part)
{
   enum { ENDING = 4 };
   const size_t n = strlen(part);

   for (const char *p = strcasestr(text, part); n > 0 && p;
        p = strcasestr(p + 1, part)) {
      const unsigned char before = p == text ? ' ' : p[-1];
      const unsigned char first = *p, after = p[n];

      if (!isalnum(before) || (isupper(first) && islower(before)) ||
          (n >= ENDING && !isalnum(after)))
         return true;
   }
   return false;
}

/* Return the distance of two names: 0 is nearest, SIZE_MAX is not near. */
static size_t distance(const char *name, const char *other)
{
   const size_t n = strlen(name);
   char *bare = demangled_bare(other);
   char *scoped = shorten_scoped(other);
   size_t d = edits(name, bare);
   const size_t e = edits(name, scoped);

   if (e < d)
      d = e;
   if (strcasecmp(name, bare) == 0 || strcasecmp(name, scoped) == 0)
      d = 0;
   else if (d > (n + 2) / 3 || d >= n)
      d = has_word(bare, name) ? 1000 + strlen(bare) - n : SIZE_MAX;
   free(scoped);
   free(bare);
   return d;
}

/* Return a pattern without its wildcards; the caller frees it. */
static char *without_wildcards(const char *name)
{
   char *text = memory_string(name), *to = text;

   for (const char *p = name; *p; p++)
      if (*p != '*' && *p != '?')
         *to++ = *p;
   *to = '\0';
   return text;
}

static int compare_near_names(const void *a, const void *b)
{
   const near_name *x = a, *y = b;

   if (x->distance != y->distance)
      return x->distance < y->distance ? -1 : 1;
   return strcmp(x->name, y->name);
}

static char *near_names(const model *m, const char *name)
{
   near_name *all = memory_new(m->routine_count, sizeof *all);
   char *text = memory_string(""), *sought = without_wildcards(name);
   size_t n = 0, shown = 0;

   for (size_t i = 0; i < m->routine_count; i++) {
      const char *other = m->routines[i].shown;
      size_t d = distance(sought, other);

      if (d != SIZE_MAX)
         all[n++] = (near_name){ d, other };
   }
   qsort(all, n, sizeof *all, compare_near_names);
   for (size_t i = 0; i < n && shown < NEAR_NAMES; i++) {
      char *longer;

      if (i > 0 && strcmp(all[i].name, all[i - 1].name) == 0)
         continue;
      longer = memory_format("%s%s%s", text, shown ? ", " : " (near: ",
                             all[i].name);
      free(text);
      text = longer;
      shown++;
   }
   if (shown > 0) {
      char *closed = memory_format("%s)", text);

      free(text);
      text = closed;
   }
   free(sought);
   free(all);
   return text;
}

void select_refuse(const model *m, const char *name)
{
   char *near = near_names(m, name);

   message_error("no routine is found by '%s'%s", name, near);
   free(near);
}
