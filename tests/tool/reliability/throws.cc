/* C++ exceptions that leave callbacks of the C library: qsort and bsearch do
   not return then, and their callers go on.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "work.h"

static int numbers[1000];
static int left;

static int compares(const void *a, const void *b)
{
   if (--left == 0)
      throw 1;
   return *(const int *)a - *(const int *)b;
}

int main()
{
   int caught = 0;

   some_work();
   for (int i = 1; i <= 200; i++) {
      for (int k = 0; k < 1000; k++)
         numbers[k] = k * 7919 % 1000;
      left = i;
      try {
         qsort(numbers, 1000, sizeof numbers[0], compares);
      } catch (int) {
         caught++;
      }
      left = i % 5 + 1;
      try {
         bsearch(&i, numbers, 1000, sizeof numbers[0], compares);
      } catch (int) {
         caught++;
      }
   }
   must(caught == 400, "all exceptions are caught");
   return 0;
}
