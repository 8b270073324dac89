/* --toggle-collect: only the activations of the named routines are recorded,
   and those of the routines that they call.

   engines: fast check

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

static volatile int cells[100];

READER_OF(leaf, cells)

ROUTINE long inner(int n)
{
   return leaf(n) + 1;
}

ROUTINE long outer(int n)
{
   return inner(n) + leaf(n + 1) + 1;
}

int main(void)
{
   leaf(10);
   inner(20);
   outer(30);
   outer(40);
   leaf(50);
   return 0;
}
