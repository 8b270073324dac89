/* Sentences in the lines of a terminal.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "cli/wrap.h"
#include "base/memory.h"
#include "base/utf8.h"
#include "cli/rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Wide lines are hard to read. */
enum { LINE_WIDTH = 80 };

void wrap_print_behind(const char *text, size_t column, size_t indent)
{
   const size_t terminal = rows_terminal_columns();
   const size_t line = terminal > 0 && terminal < LINE_WIDTH ? terminal
                                                             : LINE_WIDTH;
   int blanks = 0;                    /* before a word that is not the first */

   while (*text) {
      size_t length = strcspn(text, " ");
      char *word;
      size_t width;

      if (strncmp(text + length, " %", 2) == 0)
         length += 1 + strcspn(text + length + 1, " ");
      word = memory_part(text, length);
      width = utf8_width(word);
      if (column > indent && column + blanks + width > line) {
         printf("\n%*s", (int)indent, "");
         column = indent;
         blanks = 0;
      }
      printf("%*s%s", blanks, "", word);
      column += blanks + width;
      blanks = 1;
      free(word);
      text += length;
      text += strspn(text, " ");
   }
   putchar('\n');
}

void wrap_print(const char *text, size_t indent)
{
   if (*text)
      printf("%*s", (int)indent, "");
   wrap_print_behind(text, indent, indent);
}
