/* Sentences in the lines of a terminal.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "cli/wrap.h"
#include "base/memory.h"
#include "base/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE_WIDTH 80

void wrap_print(const char *text, size_t indent)
{
   size_t column = 0;

   while (*text) {
      size_t length = strcspn(text, " ");
      char *word;
      size_t width;

      if (strncmp(text + length, " %", 2) == 0)
         length += 1 + strcspn(text + length + 1, " ");
      word = memory_part(text, length);
      width = utf8_width(word);
      if (column > 0 && column + 1 + width > LINE_WIDTH) {
         putchar('\n');
         column = 0;
      }
      printf("%*s%s", column ? 1 : (int)indent, "", word);
      column += (column ? 1 : indent) + width;
      free(word);
      text += length;
      text += strspn(text, " ");
   }
   putchar('\n');
}
