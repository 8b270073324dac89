/* exit() is called deep down: the functions that it runs are its callees, and
   its callers are open.

   engines: fast check

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

static volatile int cells[10];

ROUTINE void at_exit(void)
{
   int sum = 0;

   for (int i = 0; i < 10; i++)
      sum += cells[i];
}

ROUTINE void quit(void)
{
   exit(3);
}

ROUTINE int caller(void)
{
   quit();
   return 1;
}

int main(void)
{
   atexit(at_exit);
   return caller();
}
