/* A program that is killed by its own signal: the profile is there, marked as
   cut short, and the exit status is the program's.

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

ROUTINE void dies(void)
{
   leaf(4);
   abort();
}

int main(void)
{
   leaf(10);
   dies();
   return 0;
}
