/* A program that ends deep down: pending activations are written as if they
   had returned there, in tuples marked open, which the command shows with
   --open only.

   engines: fast check

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

static volatile int cells[100];

ROUTINE int leaf(int n)
{
   int sum = 0;

   for (int i = 0; i < n; i++)
      sum += cells[i];
   return sum;
}

/* Ends in the third round; the activations of the first two have returned. */
ROUTINE int inner(int round)
{
   int sum = leaf(3);

   if (round == 2)
      kernel3(SYS_exit_group, 5, 0, 0);
   return sum;
}

ROUTINE int middle(int round)
{
   int sum = leaf(5);

   return sum + inner(round);
}

ROUTINE int outer(void)
{
   int sum = cells[50];

   for (int round = 0; round < 3; round++)
      sum += middle(round);
   return sum;
}

int main(void)
{
   return outer();
}
