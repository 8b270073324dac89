/* The other source file of inlined_lto.cc.

   Valgrind 3.24 and older have no names of what is inlined from here, and the
   command names routines of one name by the line that declares them; 3.27 has
   them, and the first line of the code names the routine.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include "inlined_lto.h"

int Upper::of(int n)
{
   int s = 0;

   for (int i = 0; i < n; i++)
      s += lto_cells[i];
   return s;
}

int Lower::of(int n)
{
   int s = 0;

   for (int i = 0; i < n; i++)
      s ^= 2 * lto_cells[i];
   return s;
}

static int below(int n, int limit)
{
   int s = 0;

   for (int i = 0; i < n; i++)
      s += lto_cells[i] < limit;
   return s;
}

int lto_pairs(int n)
{
   int s = 0;

   for (int i = 0; i < n; i++)
      s += below(i, lto_cells[i]);
   return s;
}

/* It is inlined below, and exists out of line, too. */
int lto_both(int n)
{
   int s = 0;

   for (int i = 0; i < n; i++)
      s |= lto_cells[i];
   return s;
}

ROUTINE int lto_kept(int n)
{
   int (*volatile both)(int) = lto_both;

   return both(n) + lto_both(n + 1);
}
