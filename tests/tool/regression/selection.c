/* --include and --exclude: a routine that is left out is no routine, and its
   callers are charged for it.

   engines: fast check

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

static volatile int cells[100];

READER_OF(leaf, cells)

ROUTINE long inner_first(int n)
{
   return leaf(n) + leaf(2 * n);
}

ROUTINE long inner_second(int n)
{
   return leaf(n);
}

ROUTINE long outer(int n)
{
   return inner_first(n) + inner_second(3 * n);
}

int main(void)
{
   return outer(10) + outer(11);
}
