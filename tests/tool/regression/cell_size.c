/* The size of a cell is --cell-size.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

ROUTINE long bytes(const char *a, long n)
{
   long s = 0;

   for (long i = 0; i < n; i++)
      s += a[i];
   return s;
}

ROUTINE long words(const long *a, long n)
{
   long s = 0;

   for (long i = 0; i < n; i++)
      s += a[i];
   return s;
}

/* Writes the even bytes, reads the odd ones. */
ROUTINE long halves(char *a, long n)
{
   long s = 0;

   for (long i = 0; i < n; i += 2)
      a[i] = 1;
   for (long i = 1; i < n; i += 2)
      s += a[i];
   return s;
}

/* The kernel reads a hundred bytes. */
ROUTINE long put(const char *a)
{
   return kernel3(SYS_write, 90, (long)a, 100);
}

int main(void)
{
   static char a[1024] __attribute__((aligned(64)));

   must(dup2(open("/dev/null", O_WRONLY), 90) == 90, "dup2");
   bytes(a, 100);
   bytes(a + 5, 64);                        /* bytes 5 to 68 */
   words((long *)a, 32);
   must(halves(a, 64) == 0, "halves");
   must(put(a) == 100, "put");
   return 0;
}
