/* Sequences of numbers.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "truth.h"

/* n cells, n steps. */
ROUTINE void prefix_sums(int *a, int n)
{
   for (int i = 1; i < n; i++)
      a[i] += a[i - 1];
}

/* Each sum is computed anew from all values before: n^2/2. */
ROUTINE void prefix_sums_naive(int *to, const int *a, int n)
{
   for (int i = 0; i < n; i++) {
      to[i] = 0;
      for (int j = 0; j <= i; j++)
         to[i] += a[j];
   }
}

/* n cells, n steps. */
ROUTINE int horner(const int *a, int n, int x)
{
   int value = 0;

   for (int i = n - 1; i >= 0; i--)
      value = value * x + a[i];
   return value;
}

/* Two sequences of n: 2 n cells, n^2 steps. */
ROUTINE void convolve(int *to, const int *a, const int *b, int n)
{
   for (int i = 0; i < 2 * n - 1; i++)
      to[i] = 0;
   for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
         to[i + j] += a[i] * b[j];
}

/* A kernel of five: n + 5 cells, 5 n steps. */
ROUTINE void smooth(int *to, const int *a, const int *kernel_of_5, int n)
{
   for (int i = 2; i < n - 2; i++) {
      to[i] = 0;
      for (int k = -2; k <= 2; k++)
         to[i] += a[i + k] * kernel_of_5[k + 2];
   }
}

/* Three products of half the length: 2 n cells, n^1.585 steps. */
ROUTINE void karatsuba(int *to, const int *a, const int *b, int n)
{
   int h = n / 2, sums[n + 1], middle[2 * n];

   if (n == 1) {
      to[0] = a[0] * b[0];
      to[1] = 0;
      return;
   }
   karatsuba(to, a, b, h);
   karatsuba(to + n, a + h, b + h, h);
   for (int i = 0; i < h; i++) {
      sums[i] = a[i] + a[h + i];
      sums[h + i] = b[i] + b[h + i];
   }
   karatsuba(middle, sums, sums + h, h);
   for (int i = 0; i < n; i++)
      middle[i] -= to[i] + to[n + i];
   for (int i = 0; i < n; i++)
      to[h + i] += middle[i];
}

/* In place; n a power of two.  2 n cells and a table of n/2 sines and cosines:
   3 n cells; log2 n passes. */
ROUTINE void fft(float *re, float *im, int n, const float *sine,
                 const float *cosine)
{
   for (int i = 1, j = 0; i < n; i++) {
      int bit = n / 2;
      for (; j & bit; bit /= 2)
         j -= bit;
      j += bit;
      if (i < j) {
         float t = re[i];
         re[i] = re[j];
         re[j] = t;
         t = im[i];
         im[i] = im[j];
         im[j] = t;
      }
   }
   for (int length = 2; length <= n; length *= 2)
      for (int start = 0; start < n; start += length)
         for (int k = 0; k < length / 2; k++) {
            int p = start + k, q = p + length / 2;
            float c = cosine[k * (n / length)], s = sine[k * (n / length)];
            float x = re[q] * c + im[q] * s, y = im[q] * c - re[q] * s;
            re[q] = re[p] - x;
            im[q] = im[p] - y;
            re[p] += x;
            im[p] += y;
         }
}

/* By the definition: n cells and tables of n each, n^2 steps. */
ROUTINE void dft(float *re, float *im, const float *x, int n,
                 const float *sine, const float *cosine)
{
   for (int i = 0; i < n; i++) {
      int angle = 0;
      re[i] = im[i] = 0;
      for (int k = 0; k < n; k++) {
         re[i] += x[k] * cosine[angle];
         im[i] -= x[k] * sine[angle];
         angle += i;
         if (angle >= n)
            angle -= n;
      }
   }
}

/* A window of half the length, summed at each place: n^2/4. */
ROUTINE void moving_sum(int *to, const int *a, int n)
{
   for (int i = 0; i + n / 2 <= n; i++) {
      to[i] = 0;
      for (int k = 0; k < n / 2; k++)
         to[i] += a[i + k];
   }
}

/* Longest rising subsequence, each end compared with each: n cells, n^2/2. */
ROUTINE int rising_quadratic(const int *a, int n)
{
   int length[n], best = 0;

   for (int i = 0; i < n; i++) {
      length[i] = 1;
      for (int j = 0; j < i; j++)
         if (a[j] < a[i] && length[j] >= length[i])
            length[i] = length[j] + 1;
      if (length[i] > best)
         best = length[i];
   }
   return best;
}

/* The same by binary search among the ends, which the routine has stored
   itself: n cells, n log n steps if the sequence rises. */
ROUTINE int rising_search(const int *a, int n)
{
   int end[n], best = 0;

   for (int i = 0; i < n; i++) {
      int low = 0, high = best;
      while (low < high) {
         int middle = (low + high) / 2;
         if (end[middle] < a[i])
            low = middle + 1;
         else
            high = middle;
      }
      end[low] = a[i];
      best += low == best;
   }
   return best;
}

/* Two sequences, each with each: 2 n cells, n^2 steps. */
ROUTINE int common_subsequence(const int *a, const int *b, int n)
{
   int row[n + 1];

   for (int j = 0; j <= n; j++)
      row[j] = 0;
   for (int i = 0; i < n; i++) {
      int diagonal = 0;
      for (int j = 1; j <= n; j++) {
         int above = row[j];
         row[j] = a[i] == b[j - 1] ? diagonal + 1
                : above > row[j - 1] ? above : row[j - 1];
         diagonal = above;
      }
   }
   return row[n];
}

/* The cheapest order of n products: n + 1 cells, n^3/6 steps, in a table that
   the routine has made. */
ROUTINE int matrix_chain(const int *sides, int n)
{
   int cost[n][n];

   for (int length = 1; length <= n; length++)
      for (int i = 0; i + length <= n; i++) {
         int j = i + length - 1, best = length == 1 ? 0 : 1 << 30;
         for (int k = i; k < j; k++) {
            int c = cost[i][k] + cost[k + 1][j] +
                    sides[i] * sides[k + 1] * sides[j + 1];
            if (c < best)
               best = c;
         }
         cost[i][j] = best;
      }
   return cost[0][n - 1];
}

/* 2 n cells, n weights and n values; n times a capacity of n. */
ROUTINE int knapsack(const int *weight, const int *value, int n)
{
   int best[n + 1];

   for (int room = 0; room <= n; room++)
      best[room] = 0;
   for (int i = 0; i < n; i++)
      for (int room = n; room >= weight[i]; room--)
         if (best[room - weight[i]] + value[i] > best[room])
            best[room] = best[room - weight[i]] + value[i];
   return best[n];
}

#define MOST 4096

static int a[MOST], b[MOST], to[2 * MOST];
static float re[MOST], im[MOST], x[MOST], sine[MOST], cosine[MOST];

/* Cosines and sines of the n-th parts of a turn.  They need not be exact: they
   have no influence on the cost. */
static void turns(int n)
{
   double step_s = 6.283185307179586 / n, step_c = 1 - step_s * step_s / 2;
   double c = 1, s = 0;

   for (int i = 0; i < n; i++) {
      double next = c * step_c - s * step_s;
      cosine[i] = c;
      sine[i] = s;
      s = s * step_c + c * step_s;
      c = next;
   }
}

int main(void)
{
   EACH_SIZE(n, 16, 1100) {
      random_ints(a, n, 100);
      horner(a, n, 3);
      smooth(to, a, b, n);
      prefix_sums(a, n);
   }
   EACH_SIZE(n, 16, 700) {
      random_ints(a, n, 1000);
      random_ints(b, n, 1000);
      prefix_sums_naive(to, a, n);
      convolve(to, a, b, n);
      moving_sum(to, a, n);
      turns(n);
      dft(re, im, x, n, sine, cosine);
      rising_quadratic(a, n);
      common_subsequence(a, b, n);
   }
   EACH_SIZE(n, 16, 4096) {
      for (int i = 0; i < n; i++)
         a[i] = i;
      rising_search(a, n);
   }
   for (int n = 4; n <= 4096; n *= 2) {
      turns(n);
      fft(re, im, n, sine, cosine);
   }
   random_ints(a, MOST, 1000);
   karatsuba(to, a, a + 1024, 1024);
   EACH_SIZE(n, 6, 130) {
      random_ints(a, n + 1, 30);
      matrix_chain(a, n);
   }
   EACH_SIZE(n, 16, 500) {
      random_ints(a, n, 10);
      random_ints(b, n, 100);
      knapsack(a, b, n);
   }
   return 0;
}
