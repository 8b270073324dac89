/* Growth classes: their names, their order, and their functions.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer/growth.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* n^power * log2(n)^logs, in the order of growth_kind. */
static const struct {
   const char *name;
   double power;
   int logs;
} classes[] = {
   { "O(1)", 0, 0 },
   { "O(log n)", 0, 1 },
   { "O(sqrt n)", .5, 0 },
   { "O(n)", 1, 0 },
   { "O(n log n)", 1, 1 },
   { "O(n^1.5)", 1.5, 0 },
   { "O(n^2)", 2, 0 },
   { "O(n^2 log n)", 2, 1 },
   { "O(n^3)", 3, 0 },
   { "O(2^n)", INFINITY, 0 },
};
#define CLASSES (sizeof classes / sizeof *classes)

double growth_power(growth g)
{
   if (g.kind == GROWTH_UNDECIDED)
      return -INFINITY;
   return g.kind == GROWTH_POWER ? g.power : classes[g.kind].power;
}

static int logs_of(growth g)
{
   return g.kind < CLASSES ? classes[g.kind].logs : 0;
}

int growth_compare(growth a, growth b)
{
   double pa = growth_power(a), pb = growth_power(b);

   if (pa != pb)
      return pa < pb ? -1 : 1;
   return logs_of(a) - logs_of(b);
}

bool growth_is_steep(growth g)
{
   const growth limit = { GROWTH_LINEARITHMIC, 0 };

   return growth_compare(g, limit) > 0;
}

const char *growth_name(char buffer[GROWTH_NAME_SIZE], growth g)
{
   if (g.kind < CLASSES)
      strcpy(buffer, classes[g.kind].name);
   else if (g.kind == GROWTH_POWER) {
      int length = snprintf(buffer, GROWTH_NAME_SIZE - 1, "O(n^%.2f", g.power);

      /* The power has too many digits for the buffer. */
      if (length >= GROWTH_NAME_SIZE - 1)
         length = snprintf(buffer, GROWTH_NAME_SIZE - 1, "O(n^%.2e", g.power);
      if (strchr(buffer, '.') && !strchr(buffer, 'e')) {
         while (buffer[length - 1] == '0')
            length--;
         if (buffer[length - 1] == '.')
            length--;
      }
      strcpy(buffer + length, ")");
   } else
      strcpy(buffer, "undecided");
   return buffer;
}

/* Return whether two texts are equal, blanks ignored. */
static bool equals_without_blanks(const char *a, const char *b)
{
   for (;; a++, b++) {
      while (isspace((unsigned char)*a))
         a++;
      while (isspace((unsigned char)*b))
         b++;
      if (*a != *b)
         return false;
      if (*a == '\0')
         return true;
   }
}

/* Read K of "O(n^K)". */
static bool parse_power(const char *text, double *power)
{
   const char *expected = "O(n^";
   char *end;

   for (; *expected; expected++) {
      while (isspace((unsigned char)*text))
         text++;
      if (*text++ != *expected)
         return false;
   }
   while (isspace((unsigned char)*text))
      text++;
   /* strtod would also accept signs, nan and hexadecimal numbers. */
   if (strspn(text, "0123456789.") == 0 || text[1] == 'x' || text[1] == 'X')
      return false;
   *power = strtod(text, &end);
   return end != text && isfinite(*power) && equals_without_blanks(end, ")");
}

bool growth_parse(const char *text, growth *g)
{
   double power;

   for (size_t i = 0; i < CLASSES; i++)
      if (equals_without_blanks(text, classes[i].name)) {
         *g = (growth){ i, 0 };
         return true;
      }
   if (!parse_power(text, &power))
      return false;
   *g = (growth){ GROWTH_POWER, power };
   for (size_t i = 0; i < CLASSES; i++)
      if (classes[i].logs == 0 && classes[i].power == power)
         *g = (growth){ i, 0 };
   return true;
}

double growth_at(growth g, double n)
{
   if (g.kind == GROWTH_EXPONENTIAL)
      return g.power > 0 ? tgamma(n + 1) : exp2(n);
   if (g.kind == GROWTH_UNDECIDED)
      return 0;
   if (g.kind == GROWTH_LINEARITHMIC && g.power > 0)
      return n * pow(log2(n), g.power);
   if (logs_of(g))
      return pow(n, growth_power(g)) * log2(n);
   return pow(n, growth_power(g));
}
