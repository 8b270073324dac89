/* Start, stop, toggle and zero of collecting, by client requests.

   same: --vex-guest-max-insns=1

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include "aprof.h"

static volatile int cells[200];

READER_OF(leaf, cells)

ROUTINE long inner(int n)
{
   return leaf(n) + 1;
}

/* Pending when collecting stops, or starts. */
ROUTINE long across(int n)
{
   long sum = leaf(n);

   APROF_TOGGLE();
   sum += leaf(n + 1);
   APROF_TOGGLE();
   return sum + leaf(n + 2);
}

int main(void)
{
   leaf(10);
   APROF_START();
   inner(20);
   inner(21);
   APROF_START();
   inner(22);
   APROF_STOP();
   inner(30);
   APROF_STOP();
   APROF_TOGGLE();
   inner(40);
   across(60);
   APROF_TOGGLE();
   inner(70);
   across(80);
   APROF_START();
   /* The cells were read before, and written meanwhile. */
   for (int i = 0; i < 90; i++)
      cells[i] = i;
   inner(90);
   inner(90);
   return 0;
}
