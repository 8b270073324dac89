/* A program that ends in the middle of a recursion: of the open activations,
   only the outermost one is in the recursion's total cost.

   engines: fast check

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

enum { DEPTH = 3 };

static volatile int cells[100];

ROUTINE int deeper(int n)
{
   int s = 0;

   for (int i = 0; i < 10 + n; i++)
      s += cells[i];
   if (n == 0)
      kernel3(SYS_exit_group, 0, 0, 0);
   return s + deeper(n - 1);
}

int main(void)
{
   return deeper(DEPTH);
}
