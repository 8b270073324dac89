/* The escaping of strings in profiles and in tables.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/escape.h"

bool escape_is_control(unsigned char c)
{
   return c < 0x20 || c == 0x7f;
}

const char *escape_byte(unsigned char c, char form[ESCAPE_BYTE])
{
   switch (c) {
   case '\\': return "\\\\";
   case '\t': return "\\t";
   case '\n': return "\\n";
   case '\r': return "\\r";
   }
   if (escape_is_control(c))
      snprintf(form, ESCAPE_BYTE, "\\x%02x", c);
   else {
      form[0] = c;
      form[1] = '\0';
   }
   return form;
}

void escape_put(FILE *f, const char *s)
{
   char form[ESCAPE_BYTE];

   for (; *s; s++)
      fputs(escape_byte(*s, form), f);
}

int escape_hex_digit(char c)
{
   if (c >= '0' && c <= '9')
      return c - '0';
   if (c >= 'a' && c <= 'f')
      return c - 'a' + 10;
   return -1;
}

const char *escape_undo(char *s)
{
   char *to = s;

   while (*s) {
      if (escape_is_control(*s))
         return "holds a control byte that is not escaped";
      if (*s != '\\') {
         *to++ = *s++;
         continue;
      }
      s++;
      switch (*s) {
      case '\\': *to++ = '\\'; break;
      case 't': *to++ = '\t'; break;
      case 'n': *to++ = '\n'; break;
      case 'r': *to++ = '\r'; break;
      case 'x': {
         int high = escape_hex_digit(s[1]);
         int low = high < 0 ? -1 : escape_hex_digit(s[2]);
         int c = high * 16 + low;

         if (low < 0 || !escape_is_control(c) || c == '\t' || c == '\n' ||
             c == '\r' || c == 0)
            return "holds an unknown escape";
         *to++ = c;
         s += 2;
         break;
      }
      default:
         return "holds an unknown escape";
      }
      s++;
   }
   *to = '\0';
   return NULL;
}
