/* Names of routines that fit into a column and still differ.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "names/distinct.h"
#include "base/memory.h"
#include "base/utf8.h"
#include "names/shorten.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The least columns of the two parts of a name, and those from which dots in the
   middle leave something to read. */
enum { LEAST = 4, LEAST_WITH_DOTS = 8 };
/* Of more names that are shown equally the words are not compared. */
enum { MANY = 100 };

typedef struct {
   const char *name;
   char *const *context;              /* NULL: it is a plain name */
   char *shown;
   size_t at;                         /* in the list */
} entry;

static char *shorten(const entry *e, size_t width)
{
   return e->context ? shorten_context(e->context, width)
                     : shorten_name(e->name, width);
}

static int compare_shown(const void *a, const void *b)
{
   const entry *x = a, *y = b;
   const int order = strcmp(x->shown, y->shown);

   return order ? order : strcmp(x->name, y->name);
}

/* Return whether the byte is part of a word, or of a character of several
   bytes. */
static bool is_of_word(char c)
{
   return isalnum((unsigned char)c) || (unsigned char)c >= 0x80;
}

/* Return whether a word of one of the names goes on at this place. */
static bool is_within_word(const entry *list, size_t count, size_t at)
{
   for (size_t i = 0; i < count; i++)
      if (is_of_word(list[i].name[at]))
         return true;
   return false;
}

/* Return how many bytes the names begin with in common, whole words. */
static size_t common_start(const entry *list, size_t count)
{
   const char *first = list[0].name;
   size_t n = strlen(first);

   for (size_t i = 1; i < count; i++) {
      size_t k = 0;

      while (k < n && list[i].name[k] == first[k])
         k++;
      n = k;
   }
   while (n > 0 && is_of_word(first[n - 1]) && is_within_word(list, count, n))
      n--;
   return n;
}

/* The same of their ends, behind the first `start` bytes. */
static size_t common_end(const entry *list, size_t count, size_t start)
{
   const char *first = list[0].name;
   const size_t length = strlen(first);
   size_t n = length - start;

   for (size_t i = 1; i < count; i++) {
      const size_t other = strlen(list[i].name);
      size_t k = 0;

      while (k < n && k < other - start &&
             list[i].name[other - 1 - k] == first[length - 1 - k])
         k++;
      n = k;
   }
   while (n > 0 && is_of_word(first[length - n]))
      n--;
   return n;
}

/* Return the columns for what distinguishes a name.  A name that is whole keeps
   its columns as far as can be: its middle tells it from others. */
static size_t mark_width(const entry *e, size_t width)
{
   const size_t half = (width - 3) / 2, used = utf8_width(e->shown);

   if (strstr(e->shown, "..."))
      return half;
   return used + LEAST + 3 <= width ? width - 3 - used : LEAST;
}

/* Return a text in `width` columns: its beginning, if dots leave nothing to
   read.  The caller frees it. */
static char *fit(const char *text, size_t width)
{
   char *part = utf8_shorten(text, width < LEAST_WITH_DOTS ? SIZE_MAX : width);
   size_t n = strlen(part);

   while (utf8_width(part) > width) {
      while (n > 0 && ((unsigned char)part[n - 1] & 0xc0) == 0x80)
         n--;
      part[--n] = '\0';
   }
   return part;
}

/* Add what distinguishes a name, `part` of it, to its shown name. */
static void mark(entry *e, const char *part, size_t length, size_t width)
{
   char *whole, *most, *rest;

   while (length > 0 && strchr(" ,", part[length - 1]))
      length--;
   while (length > 0 && strchr(" ,", *part)) {
      part++;
      length--;
   }
   if (length == 0 || width < 2 * LEAST + 3)
      return;
   whole = memory_part(part, length);
   most = fit(whole, mark_width(e, width));
   rest = shorten(e, width - 3 - utf8_width(most));
   free(e->shown);
   e->shown = memory_format("%s [%s]", rest, most);
   free(rest);
   free(most);
   free(whole);
}

/* Number names that are still shown equally, in the order of the names. */
static void number_equal(entry *list, size_t count, size_t width)
{
   size_t number = 1;

   for (size_t i = 1; i < count; i++) {
      char *shown, *digits;

      number += strcmp(list[i].name, list[i - 1].name) != 0;
      if (number == 1)
         continue;
      digits = memory_format(" #%zu", number);
      /* What distinguishes others would take columns from the name. */
      shown = shorten(&list[i], width > strlen(digits) + LEAST
                                ? width - strlen(digits) : LEAST);
      free(list[i].shown);
      list[i].shown = memory_format("%s%s", shown, digits);
      free(shown);
      free(digits);
   }
}

/* Call `each` for each group of entries that are shown equally, though not all
   names are equal. */
static void each_group(entry *list, size_t count, size_t width,
                       void each(entry *list, size_t count, size_t width))
{
   size_t past;

   qsort(list, count, sizeof *list, compare_shown);
   for (size_t first = 0; first < count; first = past) {
      for (past = first + 1; past < count; past++)
         if (strcmp(list[past].shown, list[first].shown) != 0)
            break;
      if (strcmp(list[first].name, list[past - 1].name) != 0)
         each(list + first, past - first, width);
   }
}

static size_t word_length(const char *text)
{
   size_t n = 0;

   while (is_of_word(text[n]))
      n++;
   return n;
}

/* Return whether all have another word at this place. */
static bool words_differ(const entry *list, size_t count, size_t at)
{
   for (size_t i = 0; i < count; i++) {
      const size_t n = word_length(list[i].name + at);

      if (n == 0)
         return false;
      for (size_t k = 0; k < i; k++)
         if (strcmp(list[i].name, list[k].name) != 0 &&
             n == word_length(list[k].name + at) &&
             memcmp(list[i].name + at, list[k].name + at, n) == 0)
            return false;
   }
   return true;
}

/* The first word in which they differ is enough, if no two have the same. */
static void distinguish(entry *list, size_t count, size_t width)
{
   const size_t start = common_start(list, count);
   const size_t end = common_end(list, count, start);
   const bool is_word = count <= MANY && words_differ(list, count, start);

   for (size_t i = 0; i < count; i++)
      mark(&list[i], list[i].name + start,
           is_word ? word_length(list[i].name + start)
                   : strlen(list[i].name) - start - end, width);
}

char **distinct_names(const char *const *names, char *const *const *contexts,
                      size_t count, size_t width)
{
   char **shown = memory_new(count + 1, sizeof *shown);
   entry *list = memory_new(count + 1, sizeof *list);
   size_t n = 0;

   for (size_t i = 0; i < count; i++)
      if (names[i]) {
         entry e = { names[i], contexts ? contexts[i] : NULL, NULL, i };

         e.shown = shorten(&e, width);
         list[n++] = e;
      }
   each_group(list, n, width, distinguish);
   each_group(list, n, width, number_equal);
   for (size_t i = 0; i < n; i++)
      shown[list[i].at] = list[i].shown;
   free(list);
   return shown;
}
