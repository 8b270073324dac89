/* Numbers as text: reading and formatting.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE   /* mempcpy */
#include "base/numbers.h"
#include "base/escape.h"

#include <stdlib.h>
#include <string.h>

const char *numbers_read(const char *s, prof_sum max, prof_sum *number)
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

bool numbers_read_decimal(const char *s, double *number)
{
   const char *point = strchr(s, '.');

   if (strspn(s, "0123456789.") != strlen(s) || *s == '\0' ||
       strcmp(s, ".") == 0 || (point && strchr(point + 1, '.')))
      return false;
   *number = strtod(s, NULL);
   return true;
}

const char *numbers_read_offset(const char *s, uint64_t *number)
{
   uint64_t n = 0;

   if (s[0] != '0' || s[1] != 'x' || s[2] == '\0' ||
       (s[2] == '0' && s[3] != '\0'))
      return "is not an offset";
   for (s += 2; *s; s++) {
      int digit = escape_hex_digit(*s);

      if (digit < 0)
         return "is not an offset";
      if (n >> 60)
         return "is too large";
      n = n * 16 + digit;
   }
   *number = n;
   return NULL;
}

char *numbers_text(char buffer[NUMBERS_TEXT], prof_sum number)
{
   char digits[NUMBERS_TEXT];
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

char *numbers_quotient(char buffer[NUMBERS_TEXT], prof_sum numerator,
                       prof_sum denominator)
{
   const unsigned million = 1000000;
   prof_sum whole = numerator / denominator;
   prof_sum rest = numerator % denominator;
   unsigned part;

   /* Beyond this, rest * million would overflow; the bits shifted out are far
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
   numbers_text(buffer, whole);
   if (part) {
      char *end = buffer + strlen(buffer);

      end += sprintf(end, ".%06u", part);
      while (end[-1] == '0')
         *--end = '\0';
   }
   return buffer;
}

char *numbers_short(char buffer[NUMBERS_TEXT], prof_sum number)
{
   const char *unit = "kMGTPE";
   double n = (double)number;

   if (number < 100000)
      return numbers_text(buffer, number);
   /* 999.5 would round to four digits. */
   for (n /= 1000; n >= 999.5 && unit[1]; unit++)
      n /= 1000;
   if (n >= 999.5)
      sprintf(buffer, "%.0e", (double)number);
   else
      sprintf(buffer, "%.*f%c", n < 9.995 ? 2 : n < 99.95 ? 1 : 0, n, *unit);
   return buffer;
}

char *numbers_grouped(char buffer[NUMBERS_TEXT], prof_sum number)
{
   char digits[NUMBERS_TEXT];
   size_t n = strlen(numbers_text(digits, number));
   char *to = buffer;

   for (size_t i = 0; i < n; i++) {
      if (i > 0 && (n - i) % 3 == 0)
         *to++ = ',';
      *to++ = digits[i];
   }
   *to = '\0';
   return buffer;
}

char *numbers_factor(char buffer[NUMBERS_TEXT], double factor)
{
   if (factor >= 1e30)
      return numbers_short(buffer, (prof_sum)1e30);
   if (factor >= 999.5)
      return numbers_grouped(buffer, (prof_sum)(factor + .5));
   if (factor > 0 && factor < .001)
      snprintf(buffer, NUMBERS_TEXT, "<0.001");
   else
      snprintf(buffer, NUMBERS_TEXT, factor < .01 ? "%.2g" : "%.3g", factor);
   return buffer;
}
