/* Loops over arrays, once, twice and by strides; recursion.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "bare.h"

static int cells[256];
static long wide[64];

ROUTINE static long sum(const int *a, word n)
{
   long s = 0;

   for (word i = 0; i < n; i++)
      s += a[i];
   return s;
}

ROUTINE static void fill(int *a, word n)
{
   for (word i = 0; i < n; i++)
      a[i] = (int)(i * 7 % 31);
}

ROUTINE static long strided(const int *a, word n, word stride)
{
   long s = 0;

   for (word i = 0; i < n; i += stride)
      s += a[i];
   return s;
}

ROUTINE static long twice(const int *a, word n)
{
   return sum(a, n) + sum(a, n / 2) + strided(a, n, 3);
}

ROUTINE static void insertion_sort(int *a, word n)
{
   for (word i = 1; i < n; i++)
      for (word j = i; j > 0 && a[j - 1] > a[j]; j--) {
         int t = a[j];
         a[j] = a[j - 1];
         a[j - 1] = t;
      }
}

ROUTINE static long fibonacci(long n)
{
   if (n < 2)
      return n;
   if (wide[n] == 0)
      wide[n] = fibonacci(n - 1) + fibonacci(n - 2);
   return wide[n];
}

ROUTINE static long naive(long n)
{
   return n < 2 ? n : naive(n - 1) + naive(n - 2);
}

ROUTINE static long search(const int *a, word n, int key)
{
   word low = 0, high = n;

   while (low < high) {
      word middle = (low + high) / 2;
      if (a[middle] < key)
         low = middle + 1;
      else
         high = middle;
   }
   return (long)low;
}

int program(void)
{
   long s = 0;

   fill(cells, COUNT(cells));
   for (word n = 1; n <= COUNT(cells); n *= 2)
      s += twice(cells, n);
   for (word n = 2; n < 40; n += 5) {
      fill(cells, n);
      insertion_sort(cells, n);
      s += search(cells, n, 13);
   }
   s += fibonacci(40) + naive(12);
   return s > 0 ? 0 : 1;
}
