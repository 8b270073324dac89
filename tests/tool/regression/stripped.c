/* Without symbols: routines are entered by calls only, and are named by object
   and offset.

   engines: fast check
   strip: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

extern const char __executable_start[];

ROUTINE long sum(const int *a, int n)
{
   long s = 0;

   for (int i = 0; i < n; i++)
      s += a[i];
   return s;
}

ROUTINE long twice(const int *a, int n)
{
   return sum(a, n) + sum(a, n);
}

static void show(const char *name, long (*routine)(const int *, int))
{
   printf("name %s 0x%lx\n", name, (long)routine - (long)__executable_start);
}

int main(void)
{
   static int a[100];

   for (int i = 0; i < 100; i++)
      a[i] = 1;
   show("sum", sum);
   show("twice", twice);
   return sum(a, 10) + sum(a, 100) + twice(a, 50) == 210 ? 0 : 1;
}
