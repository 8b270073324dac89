/* A loop whose turns are counted, and whose code is translated again and again:
   the profile has one record of it, with all counts.

   engines: fast check

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <valgrind/valgrind.h>

enum { VALUES = 2000, ROUNDS = 6 };

static int table[VALUES];

/* Return how many different values there are: it looks for each of them among
   those before. */
ROUTINE static int count_distinct(void)
{
   int n = 0;

   for (int value = 0; value < VALUES; value++) {
      int k = 0;
      while (k < n && table[k] != value)
         k++;
      table[n++] = value;
   }
   return n;
}

int main(void)
{
   int sum = 0;

   for (int i = 0; i < ROUNDS; i++) {
      sum += count_distinct();
      VALGRIND_DISCARD_TRANSLATIONS((char *)count_distinct, 200);
   }
   return sum != ROUNDS * VALUES;
}
