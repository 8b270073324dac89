/* A routine with the name of its program: an option about sizes names the
   routine, not all routines of the program.

   engines: fast check

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

ROUTINE long named_alike(int n)
{
   return n;
}

ROUTINE long other(const int *a, int n)
{
   return a[0] + n;
}

int main(void)
{
   static const int a[1] = { 1 };

   named_alike(7);
   other(a, 50);
   return 0;
}
