/* A string is built by strcat, which looks for its end each time.
   culprit: join

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "numbers.h"

enum { NAME = 12 };

static void make_names(char (*names)[NAME], unsigned n)
{
   for (unsigned i = 0; i < n; i++)
      sprintf(names[i], "n%u", number_below(1000000));
}

static char *join(char (*names)[NAME], unsigned n)
{
   char *text = malloc(n * (NAME + 2) + 1);

   *text = '\0';
   for (unsigned i = 0; i < n; i++) {
      strcat(text, names[i]);
      strcat(text, ", ");
   }
   return text;
}

static unsigned checksum(const char *text)
{
   unsigned sum = 0;

   for (; *text != '\0'; text++)
      sum = (sum << 1 | sum >> 31) ^ (unsigned char)*text;
   return sum;
}

int main(void)
{
   static char names[2000][NAME];
   unsigned sum = 0;

   for (int i = 0; i < 40; i++) {
      unsigned n = 10 + number_below(1500);
      make_names(names, n);
      char *text = join(names, n);
      sum += checksum(text);
      free(text);
   }
   return sum == 0;
}
