/* For gdb.test: a routine that is left again and again for the same place, so
   that nothing has to be translated there when gdb stops it.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

static volatile int cells[200];

ROUTINE long leaf(int n)
{
   long s = 0;

   for (int i = 0; i < n; i++)
      s += cells[i];
   return s;
}

ROUTINE void works(void)
{
   for (int n = 1; n < 200; n++)
      leaf(n);
}

int main(void)
{
   works();
   return 0;
}
