/* Text and numbers as they stand in profiles and in machine-readable output.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE   /* mempcpy */
#include "base/text.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static bool is_control(unsigned char c)
{
   return c < 0x20 || c == 0x7f;
}

/* Writes the escaped form of a byte, at most 4 characters and an end. */
static const char *escaped(unsigned char c, char form[5])
{
   switch (c) {
   case '\\': return "\\\\";
   case '\t': return "\\t";
   case '\n': return "\\n";
   case '\r': return "\\r";
   }
   if (is_control(c))
      snprintf(form, 5, "\\x%02x", c);
   else {
      form[0] = c;
      form[1] = '\0';
   }
   return form;
}

void text_put_escaped(FILE *f, const char *s)
{
   char form[5];

   for (; *s; s++)
      fputs(escaped(*s, form), f);
}

static int hex_digit(char c)
{
   if (c >= '0' && c <= '9')
      return c - '0';
   if (c >= 'a' && c <= 'f')
      return c - 'a' + 10;
   return -1;
}

const char *text_unescape(char *s)
{
   char *to = s;

   while (*s) {
      if (is_control(*s))
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
         int high = hex_digit(s[1]);
         int low = high < 0 ? -1 : hex_digit(s[2]);
         int c = high * 16 + low;

         if (low < 0 || !is_control(c) || c == '\t' || c == '\n' ||
             c == '\r' || c == 0)
            return "holds an escape that is none";
         *to++ = c;
         s += 2;
         break;
      }
      default:
         return "holds an escape that is none";
      }
      s++;
   }
   *to = '\0';
   return NULL;
}

const char *text_read_number(const char *s, prof_sum max, prof_sum *number)
{
   prof_sum n = 0;

   if (*s == '\0' || (*s == '0' && s[1] != '\0'))
      return "is not a number";
   for (const char *p = s; *p; p++)
      if (*p < '0' || *p > '9')
         return "is not a number";
   for (; *s; s++) {
      unsigned digit = *s - '0';

      if (n > max / 10 || (n == max / 10 && digit > max % 10))
         return "is too large";
      n = n * 10 + digit;
   }
   *number = n;
   return NULL;
}

bool text_read_decimal(const char *s, double *number)
{
   const char *point = strchr(s, '.');

   if (strspn(s, "0123456789.") != strlen(s) || *s == '\0' ||
       strcmp(s, ".") == 0 || (point && strchr(point + 1, '.')))
      return false;
   *number = strtod(s, NULL);
   return true;
}

const char *text_read_offset(const char *s, uint64_t *number)
{
   uint64_t n = 0;

   if (s[0] != '0' || s[1] != 'x' || s[2] == '\0' ||
       (s[2] == '0' && s[3] != '\0'))
      return "is not an offset";
   for (s += 2; *s; s++) {
      int digit = hex_digit(*s);

      if (digit < 0)
         return "is not an offset";
      if (n >> 60)
         return "is too large";
      n = n * 16 + digit;
   }
   *number = n;
   return NULL;
}

char *text_number(char buffer[TEXT_NUMBER], prof_sum number)
{
   char digits[TEXT_NUMBER];
   char *first = digits + sizeof digits;
   uint64_t low;

   /* Divisions of 128 bits are slow. */
   for (; number > UINT64_MAX; number /= 10)
      *--first = '0' + (unsigned)(number % 10);
   low = (uint64_t)number;
   do
      *--first = '0' + low % 10;
   while (low /= 10);
   *(char *)mempcpy(buffer, first, digits + sizeof digits - first) = '\0';
   return buffer;
}

char *text_quotient(char buffer[TEXT_NUMBER], prof_sum numerator,
                    prof_sum denominator)
{
   const unsigned million = 1000000;
   prof_sum whole = numerator / denominator;
   prof_sum rest = numerator % denominator;
   unsigned part;

   /* Beyond this rest * million would overflow; the bits that go are far
      below the last decimal. */
   while (denominator >> 100) {
      rest >>= 1;
      denominator >>= 1;
   }
   part = (unsigned)((rest * million + denominator / 2) / denominator);
   if (part >= million) {
      part -= million;
      whole++;
   }
   text_number(buffer, whole);
   if (part) {
      char *end = buffer + strlen(buffer);

      end += sprintf(end, ".%06u", part);
      while (end[-1] == '0')
         *--end = '\0';
   }
   return buffer;
}

char *text_short_number(char buffer[TEXT_NUMBER], prof_sum number)
{
   const char *unit = "kMGTPE";
   double n = (double)number;

   if (number < 100000)
      return text_number(buffer, number);
   /* 999.5 would round to four digits. */
   for (n /= 1000; n >= 999.5 && unit[1]; unit++)
      n /= 1000;
   if (n >= 999.5)
      sprintf(buffer, "%.0e", (double)number);
   else
      sprintf(buffer, "%.*f%c", n < 9.995 ? 2 : n < 99.95 ? 1 : 0, n, *unit);
   return buffer;
}

char *text_grouped_number(char buffer[TEXT_NUMBER], prof_sum number)
{
   char digits[TEXT_NUMBER];
   size_t n = strlen(text_number(digits, number));
   char *to = buffer;

   for (size_t i = 0; i < n; i++) {
      if (i > 0 && (n - i) % 3 == 0)
         *to++ = ',';
      *to++ = digits[i];
   }
   *to = '\0';
   return buffer;
}

static bool is_continuation(char c)
{
   return (c & 0xc0) == 0x80;
}

size_t text_width(const char *s)
{
   size_t width = 0;

   for (; *s; s++)
      width += !is_continuation(*s);
   return width;
}

/* The place after `columns` columns. */
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

char *text_shorten(const char *s, size_t width)
{
   char form[5];
   char *valid = text_utf8(s);
   char *visible = memory_new(4 * strlen(valid) + 1, 1);
   char *to = visible;
   size_t full;

   for (char *p = valid; *p; p++) {
      if (is_control(*p))
         to = stpcpy(to, escaped(*p, form));
      else
         *to++ = *p;
   }
   *to = '\0';
   free(valid);
   full = text_width(visible);
   if (full > width && width >= 4) {
      size_t head = (width - 3 + 1) / 2, tail = width - 3 - head;
      char *cut = (char *)after_columns(visible, head);
      const char *rest = after_columns(visible, full - tail);

      memcpy(cut, "...", 3);
      memmove(cut + 3, rest, strlen(rest) + 1);
   }
   return visible;
}

const char *text_file_name(const char *path)
{
   const char *slash = strrchr(path, '/');

   return slash ? slash + 1 : path;
}

/* The length of the UTF-8 character at s; 0 where there is none. */
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

char *text_utf8(const char *s)
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

bool text_ends_with(const char *s, size_t length, const char *end)
{
   size_t n = strlen(end);

   return length >= n && memcmp(s + length - n, end, n) == 0;
}
