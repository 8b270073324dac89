/* Sentences in the lines of a terminal.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "cli/wrap.h"
#include "base/memory.h"
#include "base/utf8.h"
#include "cli/rows.h"

#include <stdlib.h>
#include <string.h>

/* Wide lines are hard to read. */
enum { LINE_WIDTH = 80 };

void wrap_put(FILE *f, const char *text, size_t column, size_t indent)
{
   /* What is written elsewhere does not depend on where the command is run. */
   const size_t terminal = f == stdout ? rows_terminal_columns() : 0;
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
         fprintf(f, "\n%*s", (int)indent, "");
         column = indent;
         blanks = 0;
      }
      fprintf(f, "%*s%s", blanks, "", word);
      column += blanks + width;
      blanks = 1;
      free(word);
      text += length;
      text += strspn(text, " ");
   }
   putc('\n', f);
}

void wrap_print_behind(const char *text, size_t column, size_t indent)
{
   wrap_put(stdout, text, column, indent);
}

void wrap_print(const char *text, size_t indent)
{
   if (*text)
      printf("%*s", (int)indent, "");
   wrap_print_behind(text, indent, indent);
}
