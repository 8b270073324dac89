/* Twelve routines, others than those of grow.c, each on inputs of 20 sizes, for
   bench/predict --held-out.

      grow_more SIZE ROUNDS

   SIZE: a factor of all inputs, 1 or 10.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "grow.h"

/* --- hashes and searches --- */

ROUTINE long fill_table(unsigned *table, unsigned mask, const unsigned *p,
                        long n)
{
   long steps = 0;

   for (long i = 0; i < n; i++) {
      unsigned at = p[i] * 2654435761u & mask;

      for (; table[at] != 0; at = (at + 1) & mask)
         steps++;
      table[at] = p[i] | 1;
   }
   return steps;
}

ROUTINE long search_all(const unsigned *sorted, const unsigned *p, long n)
{
   long sum = 0;

   for (long i = 0; i < n; i++) {
      long low = 0, high = n;

      while (low < high) {
         const long middle = (low + high) / 2;

         if (sorted[middle] < p[i])
            low = middle + 1;
         else
            high = middle;
      }
      sum += low;
   }
   return sum;
}

ROUTINE void count_bytes(unsigned *counts, const unsigned *p, long n)
{
   memset(counts, 0, 65536 * sizeof *counts);
   for (long i = 0; i < n; i++)
      counts[p[i] & 65535]++;
}

/* --- sorting --- */

ROUTINE void merge_sort(unsigned *p, unsigned *other, long n)
{
   for (long width = 1; width < n; width *= 2) {
      for (long start = 0; start < n; start += 2 * width) {
         const long middle = start + width < n ? start + width : n;
         const long end = middle + width < n ? middle + width : n;
         long a = start, b = middle;

         for (long to = start; to < end; to++)
            other[to] = b >= end || (a < middle && p[a] <= p[b]) ? p[a++]
                                                                 : p[b++];
      }
      memcpy(p, other, n * sizeof *p);
   }
}

ROUTINE void radix_pass(unsigned *to, const unsigned *p, long n)
{
   long starts[257] = { 0 };

   for (long i = 0; i < n; i++)
      starts[(p[i] >> 8 & 255) + 1]++;
   for (int i = 0; i < 256; i++)
      starts[i + 1] += starts[i];
   for (long i = 0; i < n; i++)
      to[starts[p[i] >> 8 & 255]++] = p[i];
}

/* --- numbers --- */

ROUTINE void smooth(double *to, const double *from, long side)
{
   for (long i = 1; i + 1 < side; i++)
      for (long j = 1; j + 1 < side; j++)
         to[i * side + j] = 0.25 * (from[(i - 1) * side + j] +
            from[(i + 1) * side + j] + from[i * side + j - 1] +
            from[i * side + j + 1]);
}

ROUTINE double sparse_product(const double *values, const unsigned *columns,
                              const double *x, long n)
{
   double sum = 0;

   for (long i = 0; i < n; i++)
      sum += values[i] * x[columns[i]];
   return sum;
}

ROUTINE double horner(const double *p, long n)
{
   double sum = 0;

   for (long i = 0; i < n; i++)
      sum = sum * 0.99 + p[i];
   return sum;
}

ROUTINE unsigned long divide_all(const unsigned *p, long n)
{
   unsigned long sum = 0;

   for (long i = 0; i < n; i++)
      sum += 0x123456789abcdefu / (p[i] + 1ul);
   return sum;
}

/* --- texts, tables, graphs --- */

ROUTINE long edit_distance(const char *a, const char *b, long n, long *row)
{
   for (long j = 0; j <= n; j++)
      row[j] = j;
   for (long i = 1; i <= n; i++) {
      long corner = row[0];

      row[0] = i;
      for (long j = 1; j <= n; j++) {
         long best = corner + (a[i - 1] != b[j - 1]);

         corner = row[j];
         if (row[j] + 1 < best)
            best = row[j] + 1;
         if (row[j - 1] + 1 < best)
            best = row[j - 1] + 1;
         row[j] = best;
      }
   }
   return row[n];
}

/* Each vertex has four edges to any others. */
ROUTINE long breadth_first(const unsigned *edges, unsigned char *seen,
                           unsigned *queue, long n)
{
   long head = 0, tail = 0;

   memset(seen, 0, n);
   queue[tail++] = 0;
   seen[0] = 1;
   while (head < tail) {
      const unsigned v = queue[head++];

      for (int e = 0; e < 4; e++) {
         const unsigned w = edges[4ul * v + e] % n;

         if (!seen[w]) {
            seen[w] = 1;
            queue[tail++] = w;
         }
      }
   }
   return tail;
}

ROUTINE void reverse_words(char *p, long n)
{
   for (long start = 0, end; start < n; start = end + 1) {
      for (end = start; end < n && p[end] != ' '; )
         end++;
      for (long a = start, b = end - 1; a < b; a++, b--) {
         const char kept = p[a];

         p[a] = p[b];
         p[b] = kept;
      }
   }
}

static int compare(const void *p, const void *q)
{
   const unsigned a = *(const unsigned *)p, b = *(const unsigned *)q;

   return (a > b) - (a < b);
}

int main(int argc, char **argv)
{
   const long factor = argc > 1 ? atol(argv[1]) : 1;
   const long rounds = argc > 2 ? atol(argv[2]) : 1;
   const long most = 20000 * factor;
   unsigned *numbers = calloc(4 * most, sizeof *numbers);
   unsigned *sorted = calloc(most, sizeof *sorted);
   unsigned *other = calloc(most, sizeof *other);
   unsigned *counts = calloc(65536, sizeof *counts);
   double *values = calloc(most, sizeof *values);
   double *result = calloc(most, sizeof *result);
   char *text = calloc(2 * most, 1);
   unsigned char *seen = calloc(most, 1);
   long *row = calloc(most, sizeof *row), sum = 0;
   double real = 0;

   if (!numbers || !sorted || !other || !counts || !values || !result ||
       !text || !seen || !row)
      return 1;
   for (long i = 0; i < most; i++)
      values[i] = any(100);
   for (long i = 0; i < 2 * most; i++)
      text[i] = any(7) ? 'a' + any(26) : ' ';
   for (long round = 0; round < rounds; round++)
      for (long step = 1; step <= 20; step++) {
         const long n = step * factor * 1000, few = step * factor * 10;
         const long side = factor == 1 ? 6 * step : 19 * step;
         unsigned mask = 1, *table;

         for (long i = 0; i < 4 * n; i++)
            numbers[i] = any(1u << 30);
         memcpy(sorted, numbers, n * sizeof *sorted);
         qsort(sorted, n, sizeof *sorted, compare);
         while (mask < 2 * n)
            mask = 2 * mask + 1;
         table = calloc(mask + 1ul, sizeof *table);
         sum += table ? fill_table(table, mask, numbers, n) : 0;
         free(table);
         sum += search_all(sorted, numbers, n);
         count_bytes(counts, numbers, n);
         radix_pass(other, numbers, n);
         sum += breadth_first(numbers, seen, other, n);
         for (long i = 0; i < n; i++)
            other[i] = numbers[i] % n;
         real += sparse_product(values, other, values, n) + horner(values, n);
         sum += divide_all(numbers, n);
         sum += edit_distance(text, text + most, few, row);
         reverse_words(text, n);
         smooth(result, values, side);
         merge_sort(numbers, other, n);
      }
   printf("%ld %g %u %g\n", sum, real, counts[1], result[7]);
   return 0;
}
