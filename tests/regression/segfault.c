/* A program that dies of a bad address.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

static volatile int cells[100];

ROUTINE long leaf(int n)
{
   long s = 0;

   for (int i = 0; i < n; i++)
      s += cells[i];
   return s;
}

ROUTINE long reads_nothing(const volatile long *nowhere)
{
   return leaf(4) + *nowhere;
}

int main(void)
{
   leaf(10);
   return reads_nothing((long *)16) != 0;
}
