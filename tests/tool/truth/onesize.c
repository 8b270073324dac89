/* Routines whose input does not vary although their cost does: n is in a
   register, and memory is written before it is read.  No class can be inferred
   from one size, whatever a textbook says of n.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "truth.h"

/* 1.618^n in n. */
ROUTINE int fibonacci(int n)
{
   return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

/* 2^n in n. */
ROUTINE int hanoi(int n, int from, int to)
{
   if (n == 0)
      return 0;
   return hanoi(n - 1, from, 6 - from - to) + 1 +
          hanoi(n - 1, 6 - from - to, to);
}

ROUTINE int ackermann(int m, int n)
{
   if (m == 0)
      return n + 1;
   return ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
}

/* n log log n in n; the routine has made the array. */
ROUTINE int sieve(int n)
{
   char prime[n];
   int found = 0;

   for (int i = 0; i < n; i++)
      prime[i] = 1;
   for (int i = 2; i < n; i++)
      if (prime[i]) {
         found++;
         for (int j = 2 * i; j < n; j += i)
            prime[j] = 0;
      }
   return found;
}

static int remembered(int *known, int n)
{
   if (known[n] < 0)
      known[n] = n < 2 ? n
               : (remembered(known, n - 1) + remembered(known, n - 2)) % 1000;
   return known[n];
}

/* Memoised, from a table that the routine empties first. */
ROUTINE int fibonacci_memoised(int n)
{
   int known[n + 1];

   for (int i = 0; i <= n; i++)
      known[i] = -1;
   return remembered(known, n);
}

/* A table from below. */
ROUTINE int catalan(int n)
{
   int ways[n + 1];

   ways[0] = 1;
   for (int i = 1; i <= n; i++) {
      ways[i] = 0;
      for (int j = 0; j < i; j++)
         ways[i] += ways[j] * ways[i - 1 - j];
   }
   return ways[n];
}

ROUTINE int collatz(unsigned long n)
{
   int steps = 0;

   for (; n != 1; steps++)
      n = n % 2 ? 3 * n + 1 : n / 2;
   return steps;
}

ROUTINE unsigned greatest_divisor(unsigned a, unsigned b)
{
   while (b) {
      unsigned rest = a % b;
      a = b;
      b = rest;
   }
   return a;
}

/* The square root of n. */
ROUTINE int is_prime(unsigned n)
{
   for (unsigned d = 2; d * d <= n; d++)
      if (n % d == 0)
         return 0;
   return n > 1;
}

/* log n. */
ROUTINE unsigned power(unsigned base, unsigned exponent)
{
   unsigned value = 1;

   for (; exponent; exponent /= 2) {
      if (exponent % 2)
         value *= base;
      base *= base;
   }
   return value;
}

ROUTINE int binomial(int n, int k)
{
   return k == 0 || k == n ? 1 : binomial(n - 1, k - 1) + binomial(n - 1, k);
}

/* The queens are three sets in registers. */
ROUTINE int queens(unsigned free, unsigned left, unsigned right)
{
   int count = free == 0;

   for (unsigned rest = free & ~left & ~right; rest; rest &= rest - 1) {
      unsigned here = rest & -rest;
      count += queens(free & ~here, (left | here) << 1, (right | here) >> 1);
   }
   return count;
}

/* n^3 in the side; the routine has made the matrices. */
ROUTINE int multiply_own(int m)
{
   int a[m][m], b[m][m], sum = 0;

   for (int i = 0; i < m; i++)
      for (int j = 0; j < m; j++) {
         a[i][j] = i + j;
         b[i][j] = i - j;
      }
   for (int i = 0; i < m; i++)
      for (int j = 0; j < m; j++)
         for (int k = 0; k < m; k++)
            sum += a[i][k] * b[k][j];
   return sum;
}

/* Always four cells, for n steps. */
ROUTINE unsigned mix(unsigned *state, int n)
{
   for (int i = 0; i < n; i++) {
      unsigned t = state[0] ^ state[0] << 11;
      state[0] = state[1];
      state[1] = state[2];
      state[2] = state[3];
      state[3] ^= state[3] >> 19 ^ t ^ t >> 8;
   }
   return state[3];
}

int main(void)
{
   static unsigned state[4] = {1, 2, 3, 4};

   fibonacci(18);
   hanoi(12, 1, 3);
   ackermann(2, 20);
   for (int n = 4; n <= 12; n++)
      binomial(n, n / 2);
   for (int n = 1; n <= 7; n++)
      queens((1u << n) - 1, 0, 0);
   EACH_SIZE(n, 16, 1100) {
      sieve(n);
      fibonacci_memoised(n);
      catalan(n / 4);
      collatz(n);
      greatest_divisor(random_int(), n);
      is_prime(n * n + 1);
      power(3, n);
      multiply_own(n / 16);
      mix(state, n);
   }
   return 0;
}
