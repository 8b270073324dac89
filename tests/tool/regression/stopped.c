/* For gdb.test: a routine is left again and again for the same place, so that
   nothing has to be translated there when gdb stops it.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

static volatile int cells[200];

READER_OF(leaf, cells)

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
