/* Recursions whose cost is exponential in a number that they are given: the
   tool takes this number for the size (--size-of).  What a branch costs has a
   part for each call, so that most costs are an exponential less or plus a
   constant.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "truth.h"

static int steps, items[64];

/* 2^(n+1) - 1 calls. */
ROUTINE void hanoi(int n, int from, int to)
{
   if (n == 0)
      return;
   hanoi(n - 1, from, 6 - from - to);
   steps++;
   hanoi(n - 1, 6 - from - to, to);
}

/* 2 F(n+1) - 1 calls, F(n) is 1.618^n / 2.236, rounded. */
ROUTINE int fibonacci(int n)
{
   return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

ROUTINE int tribonacci(int n)
{
   return n < 3 ? 1
                : tribonacci(n - 1) + tribonacci(n - 2) + tribonacci(n - 3);
}

/* 2 (n over k) - 1 calls; the most with k = n / 2, nearly 2^n. */
ROUTINE int binomial(int n, int k)
{
   return k == 0 || k == n ? 1 : binomial(n - 1, k - 1) + binomial(n - 1, k);
}

/* 2^n sets. */
ROUTINE void subsets(int n, int sum)
{
   if (n == 0) {
      steps += sum == 0;
      return;
   }
   subsets(n - 1, sum);
   subsets(n - 1, sum + items[n]);
}

/* n! orders of what is left. */
ROUTINE void orders(int n)
{
   steps += n == 0;
   for (int i = 0; i < n; i++) {
      int last = items[n - 1];

      items[n - 1] = items[i];
      items[i] = last;
      orders(n - 1);
      last = items[n - 1];
      items[n - 1] = items[i];
      items[i] = last;
   }
}

/* 3^n ways, all tried. */
ROUTINE void colourings(int n)
{
   steps += n == 0;
   for (int colour = 0; colour < 3 && n > 0; colour++) {
      items[n] = colour;
      colourings(n - 1);
   }
}

/* Each length of the first piece: 2^n calls. */
ROUTINE int cut(int n)
{
   int best = 0;

   for (int first = 1; first <= n; first++) {
      const int value = items[first] + cut(n - first);

      if (value > best)
         best = value;
   }
   return best;
}

ROUTINE int ackermann(int m, int n)
{
   if (m == 0)
      return n + 1;
   return ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
}

/* 128/3 4^n - 40 2^n + 3 n + 37/3 calls. */
ROUTINE int ackermann_3(int n)
{
   return ackermann(3, n);
}

/* Costs that the same small numbers give and that are no exponentials. */

/* n^2/2 */
ROUTINE void pairs(int n)
{
   for (int i = 0; i < n; i++)
      for (int j = 0; j < i; j++)
         steps += items[i] == items[j];
}

/* n^3/6 */
ROUTINE void triples(int n)
{
   for (int i = 0; i < n; i++)
      for (int j = 0; j < i; j++)
         for (int k = 0; k < j; k++)
            steps += items[i] + items[j] == items[k];
}

/* 2 n - 1 calls. */
ROUTINE int halves(int n)
{
   return n < 2 ? n : halves(n / 2) + halves(n - n / 2);
}

int main(void)
{
   hanoi(14, 1, 2);
   fibonacci(20);
   tribonacci(16);
   binomial(16, 8);
   subsets(13, 0);
   orders(9);
   colourings(10);
   cut(14);
   for (int n = 0; n <= 7; n++)
      ackermann_3(n);
   for (int n = 1; n <= 20; n++) {
      pairs(n);
      triples(n);
      halves(n);
   }
   return 0;
}
