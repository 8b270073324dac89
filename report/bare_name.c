/* Demangled names without what stands behind them.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "bare_name.h"
#include "memory.h"
#include "text.h"

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

char *bare_name(const char *name)
{
   static const char *const qualifiers[] = {
      " const", " volatile", " &", " &&", " noexcept",
   };
   const size_t marks = bare_name_unmarked(name);
   size_t length = marks;
   unsigned depth = 0;
   bool again;
   char *bare;

   do {
      again = false;
      for (size_t q = 0; q < sizeof qualifiers / sizeof *qualifiers; q++) {
         if (text_ends_with(name, length, qualifiers[q])) {
            length -= strlen(qualifiers[q]);
            again = true;
         }
      }
   } while (again);

   bare = memory_string(name);
   if (length == 0 || name[length - 1] != ')')
      return bare;
   while (length > 0) {
      length--;
      if (name[length] == ')')
         depth++;
      else if (name[length] == '(' && --depth == 0)
         break;
   }
   /* `(below main)` and `x::operator()` have no parameters. */
   if (length == 0 || depth > 0 || text_ends_with(name, length, "operator"))
      return bare;
   memmove(bare + length, name + marks, strlen(name + marks) + 1);
   return bare;
}
