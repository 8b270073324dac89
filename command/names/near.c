/* Names that are near to a mistyped one: see near.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE   /* strcasestr */

#include "names/near.h"
#include "base/memory.h"
#include "base/utf8.h"
#include "names/demangled.h"
#include "names/shorten.h"
#include "text/edits.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { NEAR_NAMES = 5 };

/* Columns of a name in the list. */
enum { NAME_WIDTH = 100 };

typedef struct {
   size_t distance;
   const char *name;
} near_name;

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
   size_t d = edits_between(name, bare);
   const size_t e = edits_between(name, scoped);

   if (e < d)
      d = e;
   if (strcasecmp(name, bare) == 0 || strcasecmp(name, scoped) == 0)
      d = 0;
   else if (!edits_are_few(d, n))
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

/* Return a name as the list has it, to be typed: a long C++ name has a line for
   each of its template arguments, and is found without them.  The caller frees
   it. */
static char *listed(const char *name)
{
   return utf8_width(name) > NAME_WIDTH ? shorten_scoped(name)
                                        : memory_string(name);
}

char *near_names(const char *sought, const char *const *names, size_t count)
{
   near_name *all = memory_new(count + 1, sizeof *all);
   char *text = memory_string(""), *bare = without_wildcards(sought);
   char *last = memory_string("");
   size_t n = 0, shown = 0;

   for (size_t i = 0; i < count; i++) {
      const size_t d = distance(bare, names[i]);

      if (d != SIZE_MAX)
         all[n++] = (near_name){ d, names[i] };
   }
   qsort(all, n, sizeof *all, compare_near_names);
   for (size_t i = 0; i < n && shown < NEAR_NAMES; i++) {
      char *name = listed(all[i].name);

      if (strcmp(name, last) == 0) {
         free(name);
         continue;
      }
      memory_append(&text, "%s%s", shown ? ", " : " (near: ", name);
      free(last);
      last = name;
      shown++;
   }
   if (shown > 0)
      memory_append(&text, ")");
   free(last);
   free(bare);
   free(all);
   return text;
}
