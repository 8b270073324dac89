/* A statically linked program: there is no dynamic linker, but there are the
   stubs through which the chosen strlen and memcpy are reached.

   engines: fast check
   flags: -static
   same: --timestamp-limit=1000

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

static char text[4096], copy[4096];

ROUTINE long sum(const int *a, int n)
{
   long s = 0;

   for (int i = 0; i < n; i++)
      s += a[i];
   return s;
}

/* Through a stub: each time the same cost and size. */
ROUTINE long measured(const char *s)
{
   return strlen(s);
}

ROUTINE void copied(char *to, const char *from, long n)
{
   memcpy(to, from, n);
}

int main(void)
{
   static int a[100];
   long s = 0;

   for (int i = 0; i < 100; i++)
      a[i] = 1;
   memset(text, 'x', 999);
   s += sum(a, 10) + sum(a, 100);
   s += measured(text) + measured(text) + measured(text);
   copied(copy, text, 4096);
   copied(copy, text, 4096);
   return s == 110 + 3 * 999 && memcmp(copy, text, 4096) == 0 ? 0 : 1;
}
