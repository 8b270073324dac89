/* A linear, a quadratic and a constant routine, on inputs of several sizes.

      grows LARGEST ROUNDS

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>

static int numbers[1 << 20];

__attribute__((noinline)) long linear(const int *p, long n)
{
   long sum = 0;

   for (int again = 0; again < 200; again++)
      for (long i = 0; i < n; i++) {
         sum += p[i];
         __asm__ volatile("" : "+r"(sum));
      }
   return sum;
}

__attribute__((noinline)) long quadratic(const int *p, long n)
{
   long sum = 0;

   for (long i = 0; i < n; i++)
      for (long j = 0; j < n; j++) {
         sum += p[i] ^ p[j];
         __asm__ volatile("" : "+r"(sum));
      }
   return sum;
}

int main(int argc, char **argv)
{
   const long largest = argc > 1 ? atol(argv[1]) : 1000;
   const long rounds = argc > 2 ? atol(argv[2]) : 1;
   long sum = 0;

   for (long round = 0; round < rounds; round++)
      for (long n = largest / 20; n <= largest; n += largest / 20)
         sum += linear(numbers, n) + quadratic(numbers, n);
   printf("%ld\n", sum);
   return 0;
}
