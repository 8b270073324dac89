/* Merge sort of integers with a task for each half that is large enough:
   threads read what other threads have written, at every level.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "kernel.h"
#include <string.h>

enum { SMALL = 24, TASK = 8192 };

static void insertion_sort(uint32_t *v, long n)
{
   for (long i = 1; i < n; i++) {
      uint32_t x = v[i];
      long j = i;

      for (; j > 0 && v[j - 1] > x; j--)
         v[j] = v[j - 1];
      v[j] = x;
   }
}

static void merge(uint32_t *to, const uint32_t *a, long n, const uint32_t *b,
                  long m)
{
   const uint32_t *a_end = a + n, *b_end = b + m;

   while (a < a_end && b < b_end)
      *to++ = *b < *a ? *b++ : *a++;
   while (a < a_end)
      *to++ = *a++;
   while (b < b_end)
      *to++ = *b++;
}

static void merge_sort(uint32_t *v, uint32_t *spare, long n)
{
   long half = n / 2;

   if (n <= SMALL) {
      insertion_sort(v, n);
      return;
   }
#pragma omp task if (n > TASK)
   merge_sort(v, spare, half);
   merge_sort(v + half, spare + half, n - half);
#pragma omp taskwait
   merge(spare, v, half, v + half, n - half);
   memcpy(v, spare, n * sizeof v[0]);
}

int main(int argc, char **argv)
{
   long n = work(argc, argv, "NUMBERS");
   uint32_t *v = room(n * sizeof v[0]), *spare = room(n * sizeof v[0]);
   uint64_t state = 1, sum = 0;

   for (long i = 0; i < n; i++)
      v[i] = next_random(&state);
#pragma omp parallel
#pragma omp single
   merge_sort(v, spare, n);
   for (long i = 0; i < n; i++) {
      if (i > 0 && v[i - 1] > v[i]) {
         printf("not sorted at %ld\n", i);
         return 1;
      }
      sum = sum * 31 + v[i];
   }
   printf("%llu\n", (unsigned long long)sum);
   free(v);
   free(spare);
   return 0;
}
