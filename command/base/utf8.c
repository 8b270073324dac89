/* UTF-8 strings: validity, width, shortening.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE   /* mempcpy */
#include "base/utf8.h"
#include "base/escape.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static bool is_continuation(char c)
{
   return (c & 0xc0) == 0x80;
}

size_t utf8_width(const char *s)
{
   size_t width = 0;

   for (; *s; s++)
      width += !is_continuation(*s);
   return width;
}

/* Return the length of the UTF-8 character at s; 0 if there is none. */
static size_t utf8_length(const unsigned char *s)
{
   size_t length;

   if (s[0] < 0x80)
      return 1;
   if (s[0] >= 0xc2 && s[0] <= 0xdf)
      length = 2;
   else if (s[0] >= 0xe0 && s[0] <= 0xef)
      length = 3;
   else if (s[0] >= 0xf0 && s[0] <= 0xf4)
      length = 4;
   else
      return 0;
   for (size_t i = 1; i < length; i++)
      if (!is_continuation(s[i]))
         return 0;
   /* Overlong forms, surrogates, beyond U+10FFFF. */
   if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
       (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
      return 0;
   return length;
}

char *utf8_valid(const char *s)
{
   char *copy = memory_new(3 * strlen(s) + 1, 1);
   char *to = copy;

   while (*s) {
      size_t length = utf8_length((const unsigned char *)s);

      if (length == 0) {
         to = stpcpy(to, "\xef\xbf\xbd");
         s++;
      } else {
         to = mempcpy(to, s, length);
         s += length;
      }
   }
   *to = '\0';
   return copy;
}

/* Return the place after `columns` columns. */
static const char *after_columns(const char *s, size_t columns)
{
   while (*s && columns > 0) {
      s++;
      while (is_continuation(*s))
         s++;
      columns--;
   }
   return s;
}

char *utf8_shorten(const char *s, size_t width)
{
   char form[ESCAPE_BYTE];
   char *valid = utf8_valid(s);
   char *visible = memory_new(4 * strlen(valid) + 1, 1);
   char *to = visible;
   size_t full;

   for (char *p = valid; *p; p++) {
      if (escape_is_control(*p))
         to = stpcpy(to, escape_byte(*p, form));
      else
         *to++ = *p;
   }
   *to = '\0';
   free(valid);
   full = utf8_width(visible);
   if (full > width && width >= 4) {
      size_t head = (width - 3 + 1) / 2, tail = width - 3 - head;
      char *cut = (char *)after_columns(visible, head);
      const char *rest = after_columns(visible, full - tail);

      memcpy(cut, "...", 3);
      memmove(cut + 3, rest, strlen(rest) + 1);
   }
   return visible;
}
