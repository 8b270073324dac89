/* A routine with very many different sizes of input: 1 to the argument.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "work.h"

static volatile int cells[1 << 20];

static ROUTINE long scan(int n)
{
   long sum = 0;

   for (int i = 0; i < n; i++)
      sum += cells[i];
   return sum;
}

int main(int count, char **arguments)
{
   must(count == 2 && atoi(arguments[1]) <= 1 << 20, "the argument");
   some_work();
   for (int n = 1; n <= atoi(arguments[1]); n++)
      scan(n);
   return 0;
}
