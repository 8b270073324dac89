/* The same as cold.c, with the code that the compiler makes of a rare path at
   -O2.

   engines: fast check
   compiler: gcc
   flags: -O2
   needs: checked.cold

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

__attribute__((cold, noipa)) void complain(const int *a)
{
   __asm__ volatile("" : : "r"(a[0] + a[1]) : "memory");
}

/* noclone and noinline only: noipa would keep the routine from being split. */
__attribute__((noinline, noclone)) long checked(const int *a, int n)
{
   long s = 0;

   for (int i = 0; i < n; i++) {
      if (__builtin_expect(a[i] < 0, 0)) {
         complain(a);
         __asm__ volatile("nop; nop; nop; nop" : : : "memory");
         complain(a + 2);
         s++;
      }
      s += a[i];
   }
   __asm__ volatile("" : : : "memory");
   return s;
}

int main(void)
{
   static int a[16];

   for (int i = 0; i < 16; i++)
      a[i] = 1;
   a[13] = -1;
   must(checked(a, 10) == 10, "checked");
   must(checked(a, 16) == 15, "checked");
   return 0;
}
