/* Step counts of algorithms that are run here.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "algorithms.h"
#include "random.h"
#include "sorting.h"

#include <math.h>

#define LARGEST 70000

static double steps;
static unsigned a[LARGEST], b[LARGEST];

static void fill(unsigned n)
{
   for (unsigned i = 0; i < n; i++)
      a[i] = random_bits() >> 40;
}

/* -------------------------------------------------------------- searching */

static double binary_search(unsigned n)
{
   unsigned low = 0, high = n, key = random_below(n);

   steps = 4;
   while (low < high) {
      unsigned middle = (low + high) / 2;

      steps += 3;
      if (middle < key)
         low = middle + 1;
      else
         high = middle;
   }
   return steps;
}

static double linear_search_missing(unsigned n)
{
   return 3 + 2. * n;
}

static double linear_search(unsigned n)
{
   return 3 + 2. * random_below(n);
}

static double tree_find(unsigned n)
{
   unsigned size = n;

   /* A random search tree, without building it: the key's side shrinks. */
   steps = 3;
   for (unsigned at = random_below(n); size > 0; ) {
      unsigned root = random_below(size);

      steps += 4;
      if (root == at)
         break;
      if (at < root)
         size = root;
      else {
         at -= root + 1;
         size -= root + 1;
      }
   }
   return steps;
}

static double tree_build(unsigned n)
{
   static int left[LARGEST], right[LARGEST];

   steps = 1;
   fill(n);
   for (unsigned i = 0; i < n; i++) {
      int at = 0;

      left[i] = right[i] = -1;
      steps += 3;
      while (i > 0) {
         int *next = a[i] < a[at] ? &left[at] : &right[at];

         steps += 2;
         if (*next < 0) {
            *next = i;
            break;
         }
         at = *next;
      }
   }
   return steps;
}

static double power_by_squaring(unsigned n)
{
   steps = 3;
   for (; n > 0; n /= 2)
      steps += n % 2 ? 3 : 2;
   return steps;
}

static double euclid(unsigned n)
{
   unsigned x = n, y = 1 + random_below(n);

   for (steps = 2; y > 0; steps += 2) {
      unsigned t = x % y;

      x = y;
      y = t;
   }
   return steps;
}

static double trial_division(unsigned n)
{
   steps = 2;
   for (unsigned i = 2; i * i <= n; i++)
      steps += 2;
   return steps;
}

/* --------------------------------------------------------------- strings */

static double kmp_search(unsigned n)
{
   static unsigned char text[LARGEST], pattern[8];
   int fail[8] = { -1 }, k = 0;

   for (unsigned i = 0; i < n; i++)
      text[i] = random_below(2);
   for (int i = 0; i < 8; i++)
      pattern[i] = random_below(2);
   steps = 20;
   for (int i = 1; i < 8; i++) {
      k = fail[i - 1];
      while (k >= 0 && pattern[k] != pattern[i - 1])
         k = fail[k];
      fail[i] = k + 1;
   }
   k = 0;
   for (unsigned i = 0; i < n; i++) {
      steps += 2;
      while (k >= 0 && pattern[k] != text[i]) {
         k = fail[k];
         steps += 1;
      }
      if (++k == 8) {
         k = 0;
         steps += 5;
      }
   }
   return steps;
}

static double append_strings(unsigned n)
{
   steps = 2;
   for (unsigned i = 0; i < n; i++)
      steps += 3 + i;
   return steps;
}

static double edit_distance(unsigned n)
{
   steps = 5 + 4. * n;
   for (unsigned i = 0; i < n; i++)
      for (unsigned k = 0; k < n; k++)
         steps += 3 + (random_below(3) == 0);
   return steps;
}

static double reverse_words(unsigned n)
{
   steps = 3;
   for (unsigned i = 0; i < n; ) {
      unsigned word = 1 + random_below(9);

      steps += 5 + word;
      i += word;
   }
   return steps + n / 2;
}

/* -------------------------------------------------------- data structures */

static double hash_lookup(unsigned n)
{
   double load = .5 + .5 * (n / exp2(ceil(log2(n))) - .5);

   steps = 8;
   while (random_unit() < load * .6)
      steps += 3;
   return steps;
}

static double hash_fill(unsigned n)
{
   unsigned room = 8;

   steps = 3;
   for (unsigned i = 0; i < n; i++) {
      steps += 6;
      while (random_unit() < .5 * i / room)
         steps += 2;
      if (i * 4 > room * 3) {
         steps += 3. * i + room;
         room *= 2;
      }
   }
   return steps;
}

static double hash_degenerate(unsigned n)
{
   steps = 3;
   for (unsigned i = 0; i < n; i++)
      steps += 5 + 2. * i;
   return steps;
}

static double union_find(unsigned n)
{
   steps = 2;
   for (unsigned i = 0; i < n; i++) {
      b[i] = i;
      a[i] = 1;
   }
   for (unsigned i = 0; i < 2 * n; i++) {
      unsigned x = random_below(n), y = random_below(n);

      steps += 4;
      for (; b[x] != x; x = b[x], steps += 2)
         b[x] = b[b[x]];
      for (; b[y] != y; y = b[y], steps += 2)
         b[y] = b[b[y]];
      if (x != y) {
         unsigned small = a[x] < a[y] ? x : y, large = x + y - small;

         b[small] = large;
         a[large] += a[small];
      }
   }
   return steps;
}

static double doubling_vector(unsigned n)
{
   unsigned room = 4;

   steps = 2;
   for (unsigned i = 0; i < n; i++) {
      steps += 3;
      if (i == room) {
         steps += room;
         room *= 2;
      }
   }
   return steps;
}

static double growing_vector(unsigned n)
{
   steps = 2;
   for (unsigned i = 0; i < n; i++)
      steps += 3 + (i % 16 == 0 ? i : 0);
   return steps;
}

static double list_walk(unsigned n)
{
   return 2 + 2. * n + (random_below(4) == 0 ? 9 : 0);
}

static double stack_push(unsigned n)
{
   (void)n;
   return 6 + random_below(3);
}

static double queue_drain(unsigned n)
{
   steps = 3;
   for (unsigned i = 0; i < n; i++)
      steps += random_below(10) == 0 ? 12 : 4;
   return steps;
}

/* ---------------------------------------------------- graphs and numbers */

static double floyd_warshall(unsigned n)
{
   steps = 3;
   for (unsigned i = 0; i < n * n; i++) {
      steps += 2 + n * 2.;
      steps += random_below(n + 1) * .3;
   }
   return floor(steps);
}

static double matrix_product(unsigned n)
{
   return 4 + 2. * n + 3. * n * n + 2. * n * n * n;
}

/* Its input is the matrix: n cells. */
static double matrix_by_cells(unsigned n)
{
   double side = floor(sqrt(n));

   return 5 + n + 2 * side * side + 2 * side * side * side;
}

static double all_pairs(unsigned n)
{
   return 4 + 3. * n + 2. * n * (n - 1.) / 2;
}

static double prefix_sums(unsigned n)
{
   return 6 + 2. * n;
}

static double fft_padded(unsigned n)
{
   double m = exp2(ceil(log2(n)));

   return 20 + 3 * m + 4 * m * log2(m) / 2;
}

static double karatsuba_steps(unsigned n)
{
   if (n <= 8)
      return 2. * n * n;
   return 3 * karatsuba_steps((n + 1) / 2) + 8. * n;
}

static double subsets(unsigned n)
{
   return 3 + 4 * exp2(n);
}

static double fibonacci_calls(unsigned n)
{
   return n < 2 ? 2 : 4 + fibonacci_calls(n - 1) + fibonacci_calls(n - 2);
}

static double breadth_first(unsigned n)
{
   steps = 5;
   for (unsigned i = 0; i < n; i++)
      steps += 4 + 2 * (1 + random_below(6));
   return steps;
}

static double rare_slow_path(unsigned n)
{
   steps = 3;
   for (unsigned i = 0; i < n; i++)
      steps += random_below(1024) == 0 ? 500 : 1;
   return steps;
}

static double capped_scan(unsigned n)
{
   return 4 + 2. * (n < 512 ? n : 512);
}

const algorithm known_algorithms[] = {
   { "merge sort", GROWTH_LINEARITHMIC, 0, 20000, sorting_merge_sort },
   { "quicksort", GROWTH_LINEARITHMIC, 0, 20000, sorting_quick_sort },
   { "quicksort, sorted", GROWTH_QUADRATIC, 0, 2000,
     sorting_quick_sort_sorted },
   { "insertion sort", GROWTH_QUADRATIC, 0, 1500, sorting_insertion_sort },
   { "insertion sort, sorted", GROWTH_LINEAR, 0, 20000,
     sorting_insertion_sort_sorted },
   { "insertion sort, nearly sorted", GROWTH_LINEAR, 0, 20000,
     sorting_insertion_sort_few_swaps },
   { "heap building", GROWTH_LINEAR, 0, 20000, sorting_heap_build },
   { "heapsort", GROWTH_LINEARITHMIC, 0, 20000, sorting_heap_sort },
   { "heap pop", GROWTH_LOG, 0, 20000, sorting_heap_pop },
   { "bubble sort", GROWTH_QUADRATIC, 0, 800, sorting_bubble_sort },
   { "selection sort", GROWTH_QUADRATIC, 0, 5000, sorting_selection_sort },
   { "radix sort", GROWTH_LINEAR, 0, 20000, sorting_radix_sort },
   { "counting sort", GROWTH_LINEAR, 0, 20000, sorting_counting_sort },
   { "binary search", GROWTH_LOG, 0, 60000, binary_search },
   { "linear search, missing", GROWTH_LINEAR, 0, 20000, linear_search_missing },
   { "linear search", GROWTH_LINEAR, 0, 20000, linear_search },
   { "tree search", GROWTH_LOG, 0, 60000, tree_find },
   { "tree building", GROWTH_LINEARITHMIC, 0, 20000, tree_build },
   { "power by squaring", GROWTH_LOG, 0, 60000, power_by_squaring },
   { "greatest common divisor", GROWTH_LOG, 0, 60000, euclid },
   { "trial division", GROWTH_SQRT, 0, 60000, trial_division },
   { "KMP search", GROWTH_LINEAR, 0, 20000, kmp_search },
   { "appending strings", GROWTH_QUADRATIC, 0, 5000, append_strings },
   { "edit distance", GROWTH_QUADRATIC, 0, 600, edit_distance },
   { "words", GROWTH_LINEAR, 0, 20000, reverse_words },
   { "hash lookup", GROWTH_CONSTANT, 0, 60000, hash_lookup },
   { "hash table", GROWTH_LINEAR, 0, 20000, hash_fill },
   { "hash table, degenerate", GROWTH_QUADRATIC, 0, 5000, hash_degenerate },
   { "union-find", GROWTH_LINEAR, 0, 20000, union_find },
   { "vector that doubles", GROWTH_LINEAR, 0, 20000, doubling_vector },
   { "vector that grows by 16", GROWTH_QUADRATIC, 0, 20000, growing_vector },
   { "list walk", GROWTH_LINEAR, 0, 20000, list_walk },
   { "stack push", GROWTH_CONSTANT, 0, 20000, stack_push },
   { "queue drain", GROWTH_LINEAR, 0, 20000, queue_drain },
   { "Floyd and Warshall", GROWTH_CUBIC, 0, 150, floyd_warshall },
   { "matrix product", GROWTH_CUBIC, 0, 300, matrix_product },
   { "matrix product by cells", GROWTH_N15, 0, 60000, matrix_by_cells },
   { "all pairs", GROWTH_QUADRATIC, 0, 5000, all_pairs },
   { "prefix sums", GROWTH_LINEAR, 0, 20000, prefix_sums },
   { "FFT, padded", GROWTH_LINEARITHMIC, 0, 60000, fft_padded },
   { "Karatsuba", GROWTH_POWER, 1.585, 20000, karatsuba_steps },
   { "subsets", GROWTH_EXPONENTIAL, 0, 22, subsets },
   { "Fibonacci by recursion", GROWTH_EXPONENTIAL, 0, 24, fibonacci_calls },
   { "breadth first", GROWTH_LINEAR, 0, 20000, breadth_first },
   { "rare slow path", GROWTH_LINEAR, 0, 20000, rare_slow_path },
   { "capped scan", GROWTH_CONSTANT, 0, 20000, capped_scan },
};
const unsigned known_count = sizeof known_algorithms / sizeof *known_algorithms;
