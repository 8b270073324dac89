/* Pairs, triples, subsets, orders, and searches for them.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "truth.h"

/* n cells, n^2/2 pairs. */
ROUTINE int all_pairs(const int *a, int n)
{
   int found = 0;

   for (int i = 0; i < n; i++)
      for (int j = i + 1; j < n; j++)
         if (a[i] == a[j])
            found++;
   return found;
}

/* n points are 2 n cells; n^2/2 pairs. */
ROUTINE int closest_pair(const int *x, const int *y, int n)
{
   int best = 1 << 30;

   for (int i = 0; i < n; i++)
      for (int j = i + 1; j < n; j++) {
         int dx = x[i] - x[j], dy = y[i] - y[j];
         if (dx * dx + dy * dy < best)
            best = dx * dx + dy * dy;
      }
   return best;
}

/* n cells, n^3/6 triples. */
ROUTINE int three_sum(const int *a, int n, int sum)
{
   int found = 0;

   for (int i = 0; i < n; i++)
      for (int j = i + 1; j < n; j++)
         for (int k = j + 1; k < n; k++)
            found += a[i] + a[j] + a[k] == sum;
   return found;
}

/* Each part of the array is summed anew: n^3/6 steps. */
ROUTINE int largest_sum_cubic(const int *a, int n)
{
   int best = 0;

   for (int i = 0; i < n; i++)
      for (int j = i; j < n; j++) {
         int sum = 0;
         for (int k = i; k <= j; k++)
            sum += a[k];
         if (sum > best)
            best = sum;
      }
   return best;
}

/* Each part is summed from the one before: n^2/2. */
ROUTINE int largest_sum_quadratic(const int *a, int n)
{
   int best = 0;

   for (int i = 0; i < n; i++) {
      int sum = 0;
      for (int j = i; j < n; j++) {
         sum += a[j];
         if (sum > best)
            best = sum;
      }
   }
   return best;
}

/* Kadane: n. */
ROUTINE int largest_sum_linear(const int *a, int n)
{
   int best = 0, sum = 0;

   for (int i = 0; i < n; i++) {
      sum = sum + a[i] > 0 ? sum + a[i] : 0;
      if (sum > best)
         best = sum;
   }
   return best;
}

/* The cross product of a-b and c-b, from cells of the caller. */
static inline long turn(const int *x, const int *y, int a, int b, int c)
{
   return (long)(x[b] - x[a]) * (y[c] - y[a]) -
          (long)(y[b] - y[a]) * (x[c] - x[a]);
}

/* Points by ascending x: 2 n cells, n steps, since each point is added and
   removed once. */
ROUTINE int hull_of_sorted(const int *x, const int *y, int n)
{
   int hull[n], size = 0;

   for (int i = 0; i < n; i++) {
      while (size >= 2 && turn(x, y, hull[size - 2], hull[size - 1], i) <= 0)
         size--;
      hull[size++] = i;
   }
   return size;
}

/* From each corner to the next one, by comparing all points: n^2 if all points
   are corners. */
ROUTINE int gift_wrapping(const int *x, const int *y, int n)
{
   int corner = 0, corners = 0;

   do {
      int next = corner == 0 ? 1 : 0;
      for (int i = 0; i < n; i++)
         if (i != corner && turn(x, y, corner, next, i) < 0)
            next = i;
      corner = next;
      corners++;
   } while (corner != 0 && corners < n);
   return corners;
}

/* With or without each element: 2^n. */
ROUTINE int subset_sums(const int *a, int n, int sum)
{
   if (n == 0)
      return sum == 0;
   return subset_sums(a + 1, n - 1, sum) +
          subset_sums(a + 1, n - 1, sum - a[0]);
}

/* n!: faster than any exponential, which is the class that stands for it. */
ROUTINE int orders(int *a, int n, int from)
{
   int count = from == n;

   for (int i = from; i < n; i++) {
      int t = a[from];
      a[from] = a[i];
      a[i] = t;
      count += orders(a, n, from + 1);
      a[i] = a[from];
      a[from] = t;
   }
   return count;
}

ROUTINE int permutations(int *a, int n) { return orders(a, n, 0); }

/* A regular expression is a string of cells: letters, each alone, OPTIONAL or
   STARred. */
enum { END = 0, OPTIONAL = 256, STAR = 512 };

ROUTINE int match(const int *pattern, const int *text)
{
   int letter = pattern[0] & 255;

   if (pattern[0] == END)
      return text[0] == END;
   if (pattern[0] & OPTIONAL)
      return (text[0] == letter && match(pattern + 1, text + 1)) ||
             match(pattern + 1, text);
   if (pattern[0] & STAR)
      return (text[0] == letter && match(pattern, text + 1)) ||
             match(pattern + 1, text);
   return text[0] == letter && match(pattern + 1, text + 1);
}

/* (a?)^n a^n against a^n, 3 n + 2 cells: all choices but the last one fail,
   2^n of them. */
ROUTINE int regex_optional(const int *pattern, const int *text)
{
   return match(pattern, text);
}

/* a*a*a*b against a^n, n + 5 cells: n^3/6 ways to divide the text. */
ROUTINE int regex_stars(const int *pattern, const int *text)
{
   return match(pattern, text);
}

/* Crosses out the multiples of each prime in an array that its caller has
   filled: n cells, n log log n steps, which can't be distinguished from n or
   from n log n by the points. */
ROUTINE int sieve_of_array(int *there, int n)
{
   int found = 0;

   for (int i = 2; i < n; i++)
      if (there[i]) {
         found++;
         for (int j = 2 * i; j < n; j += i)
            if (there[j])
               there[j] = 0;
      }
   return found;
}

/* The same without a test: each number that is no prime is written before it
   is read.  The input is the p primes alone, and n is about p log p. */
ROUTINE int sieve_of_primes(int *there, int n)
{
   int found = 0;

   for (int i = 2; i < n; i++)
      if (there[i]) {
         found++;
         for (int j = 2 * i; j < n; j += i)
            there[j] = 0;
      }
   return found;
}

/* Remembers results in a table that its caller has emptied, and searches there
   first: the table is input, n cells and the cells before them. */
ROUTINE int ways(int *known, int n)
{
   if (known[n] < 0)
      known[n] = n < 2 ? 1 : (ways(known, n - 1) + ways(known, n - 2)) % 1000;
   return known[n];
}

ROUTINE int memoised_ways(int *known, int n) { return ways(known, n); }

#define MOST 40000

static int a[MOST], b[MOST];

int main(void)
{
   EACH_SIZE(n, 16, 1100) {
      random_ints(a, n, 200);
      for (int i = 0; i < n; i++)
         a[i] -= 100;
      largest_sum_linear(a, n);
      for (int i = 0; i < n; i++)
         a[i] = 10 * i + random_below(10);
      random_ints(b, n, 10000);
      hull_of_sorted(a, b, n);
      for (int i = 0; i <= n; i++)
         a[i] = -1;
      memoised_ways(a, n);
   }
   EACH_SIZE(n, 16, 700) {
      random_ints(a, n, 1 << 14);
      random_ints(b, n, 1 << 14);
      all_pairs(a, n);
      closest_pair(a, b, n);
      largest_sum_quadratic(a, n);
      for (int i = 0; i < n; i++) {
         a[i] = i;
         b[i] = i * i;
      }
      gift_wrapping(a, b, n);
   }
   EACH_SIZE(n, 6, 130) {
      random_ints(a, n, 1000);
      three_sum(a, n, 500);
      largest_sum_cubic(a, n);
   }
   random_ints(a, 16, 1000);
   subset_sums(a, 16, 2000);
   for (int n = 2; n <= 8; n++)
      permutations(a, n);
   for (int n = 2; n <= 16; n++) {
      for (int i = 0; i < n; i++) {
         a[i] = 'a' | OPTIONAL;
         a[n + i] = b[i] = 'a';
      }
      a[2 * n] = b[n] = END;
      regex_optional(a, b);
   }
   memcpy(a, (int[]){'a' | STAR, 'a' | STAR, 'a' | STAR, 'b', END},
          5 * sizeof *a);
   EACH_SIZE(n, 4, 130) {
      for (int i = 0; i < n; i++)
         b[i] = 'a';
      b[n] = END;
      regex_stars(a, b);
   }
   EACH_SIZE(n, 16, 4000) {
      memset(a, 1, n * sizeof *a);
      sieve_of_array(a, n);
      memset(a, 1, 8 * n * sizeof *a);
      sieve_of_primes(a, 8 * n);
   }
   return 0;
}
