/* What a callee reads in all, by its caller: on ever more of the data, on ever
   less, again on the same, and on too little to be counted.

   same: --contexts=0 --snapshot-every=0

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

static volatile int cells[2001];

ROUTINE long sum(int n)
{
   long s = 0;

   for (int i = 0; i < n; i++)
      s += cells[i];
   return s;
}

ROUTINE long more(void)
{
   long s = 0;

   for (int n = 100; n <= 2000; n += 100)
      s += sum(n);
   return s;
}

ROUTINE long less(void)
{
   long s = 0;

   for (int n = 1900; n > 0; n -= 100)
      s += sum(n);
   return s;
}

ROUTINE long same(void)
{
   long s = 0;

   for (int i = 0; i < 21; i++)
      s += sum(64);
   return s;
}

ROUTINE long little(void)
{
   long s = 0;

   for (int i = 0; i < 22; i++)
      s += sum(63);
   return s;
}

/* A quarter of the calls reads twice as much as the others. */
ROUTINE long often(void)
{
   long s = 0;

   for (int i = 0; i < 100; i++)
      s += sum(i < 75 ? 100 : 200);
   return s;
}

ROUTINE long ever_more(void)
{
   long s = 0;

   for (int n = 101; n <= 200; n++)
      s += sum(n);
   return s;
}

int main(void)
{
   must(more() + less() + same() + little() + often() + ever_more() == 0,
        "sum");
   return 0;
}
