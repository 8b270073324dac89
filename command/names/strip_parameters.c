/* Demangled names without what stands behind them.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "names/strip_parameters.h"
#include "base/memory.h"
#include "base/paths.h"
#include "names/brackets.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

size_t bare_name_unmarked(const char *name)
{
   size_t length = strlen(name);

   while (length > 0 && name[length - 1] == ']') {
      size_t i = length;

      while (i > 0 && name[i - 1] != '[')
         i--;
      if (i < 2 || strncmp(name + i - 1, "[clone ", 7) != 0 ||
          name[i - 2] != ' ')
         break;
      length = i - 2;
   }
   return length;
}

static const char *const qualifiers[] = {
   " const", " volatile", " &", " &&", " noexcept",
};
#define QUALIFIERS (sizeof qualifiers / sizeof *qualifiers)

bool bare_name_is_qualified(const char *p)
{
   for (size_t q = 0; q < QUALIFIERS; q++) {
      const size_t n = strlen(qualifiers[q]);

      /* A part of a name may follow: `f(int) const::{lambda()#1}`. */
      if (strncmp(p, qualifiers[q], n) == 0 && strchr(" :.", p[n]))
         return true;
   }
   return false;
}

/* The length without qualifiers at the end. */
static size_t unqualified(const char *name, size_t length)
{
   bool again;

   do {
      again = false;
      for (size_t q = 0; q < QUALIFIERS; q++) {
         if (paths_ends_with(name, length, qualifiers[q])) {
            length -= strlen(qualifiers[q]);
            again = true;
         }
      }
   } while (again);
   return length;
}

/* Where what is pointed at begins: the place after the `*` or `&`, with the
   class whose members they are, that stand at i; 0: there are none. */
static size_t after_pointers(const brackets *b, size_t i, size_t end)
{
   const char *name = b->name;
   const size_t first = i;

   while (i < end && !strchr("*& (", name[i]))
      i = brackets_after(b, i);
   if (i > first && name[i - 1] != ':')
      return 0;
   while (i < end && strchr("*&", name[i]))
      i++;
   return i < end ? i : 0;
}

/* What returns a pointer to a function or a reference to an array stands, with
   its parameters, inside of their type: `void (*f<int>(int))(char)`.  Makes
   `*start` and `*length` those of `f<int>(int)`; false: there is no such
   type. */
static bool take_declared(const brackets *b, size_t *start, size_t *length)
{
   const char *name = b->name;
   size_t end = *length, inner;

   while (end > *start && name[end - 1] == ']' && brackets_closes(b, end - 1))
      end = b->partner[end - 1];
   if (end == *length && end > *start && name[end - 1] == ')' &&
       brackets_closes(b, end - 1))
      end = b->partner[end - 1];
   else if (end < *length && end > *start && name[end - 1] == ' ')
      end--;
   if (end == *length || end <= *start || name[end - 1] != ')' ||
       !brackets_closes(b, end - 1))
      return false;
   inner = after_pointers(b, b->partner[end - 1] + 1, end - 1);
   if (inner == 0)
      return false;
   *start = inner;
   *length = unqualified(name, end - 1);
   return true;
}

char *bare_name(const char *name)
{
   const size_t marks = bare_name_unmarked(name);
   size_t start = 0, length = unqualified(name, marks);
   brackets b;
   char *bare;

   brackets_read(&b, name);
   while (take_declared(&b, &start, &length))
      ;
   /* `(below main)` and `x::operator()` have no parameters. */
   if (length > 0 && name[length - 1] == ')' &&
       brackets_closes(&b, length - 1) && b.partner[length - 1] > start)
      length = b.partner[length - 1];
   else if (start == 0)
      length = marks;
   bare = memory_format("%.*s%s", (int)(length - start), name + start,
                        name + marks);
   brackets_free(&b);
   return bare;
}
