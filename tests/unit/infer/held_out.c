/* Step counts of algorithms that the constants of the inference were not chosen
   with: the figures here are what other programs may expect.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "algorithms.h"
#include "random.h"

#include <math.h>

#define LARGEST 70000

static double steps;
static int a[LARGEST], b[LARGEST];

static void shuffle(unsigned n)
{
   for (unsigned i = 0; i < n; i++)
      a[i] = i;
   for (unsigned i = n; i-- > 1;) {
      unsigned k = random_below(i + 1);
      int t = a[i];

      a[i] = a[k];
      a[k] = t;
   }
}

static double quick_select(unsigned n)
{
   unsigned from = 0, to = n, wanted = n / 2;

   shuffle(n);
   steps = 4;
   while (to - from > 1) {
      unsigned pivot = from + random_below(to - from), place = from;
      int value = a[pivot];

      a[pivot] = a[from];
      a[from] = value;
      for (unsigned i = from + 1; i < to; i++) {
         steps += 2;
         if (a[i] < value) {
            int t = a[++place];

            a[place] = a[i];
            a[i] = t;
            steps++;
         }
      }
      a[from] = a[place];
      a[place] = value;
      if (place == wanted)
         break;
      if (place < wanted)
         from = place + 1;
      else
         to = place;
   }
   return steps;
}

static void merge_with_cutoff(unsigned from, unsigned to)
{
   unsigned middle = (from + to) / 2, i = from, k = middle;

   steps += 4;
   if (to - from <= 16) {
      for (unsigned x = from + 1; x < to; x++, steps += 2)
         for (unsigned y = x; y > from && a[y] < a[y - 1]; y--, steps += 2) {
            int t = a[y];

            a[y] = a[y - 1];
            a[y - 1] = t;
         }
      return;
   }
   merge_with_cutoff(from, middle);
   merge_with_cutoff(middle, to);
   for (unsigned o = from; o < to; o++, steps += 3)
      b[o] = k >= to || (i < middle && a[i] <= a[k]) ? a[i++] : a[k++];
   for (unsigned o = from; o < to; o++, steps++)
      a[o] = b[o];
}

static double sort_with_cutoff(unsigned n)
{
   shuffle(n);
   steps = 3;
   merge_with_cutoff(0, n);
   return steps;
}

static double rising_subsequence(unsigned n)
{
   unsigned length = 0;

   shuffle(n);
   steps = 3;
   for (unsigned i = 0; i < n; i++) {
      unsigned low = 0, high = length;

      steps += 4;
      while (low < high) {
         unsigned middle = (low + high) / 2;

         steps += 2;
         if (b[middle] < a[i])
            low = middle + 1;
         else
            high = middle;
      }
      b[low] = a[i];
      if (low == length)
         length++;
   }
   return steps;
}

static double fenwick_update(unsigned n)
{
   steps = 3;
   for (unsigned i = 1 + random_below(n); i <= n; i += i & -i)
      steps += 2;
   return steps;
}

static double fenwick_build(unsigned n)
{
   steps = 4;
   for (unsigned k = 1; k <= n; k++, steps += 3)
      for (unsigned i = k; i <= n; i += i & -i)
         steps += 2;
   return steps;
}

static double galloping_search(unsigned n)
{
   unsigned key = random_below(n), bound = 1;

   steps = 3;
   while (bound < key && bound < n) {
      bound *= 2;
      steps += 2;
   }
   for (unsigned low = bound / 2; low < bound; bound = (low + bound) / 2)
      steps += 3;
   return steps;
}

static double skip_list_find(unsigned n)
{
   int levels = (int)log2(n) + 1;

   steps = 4;
   for (int i = 0; i < levels; i++) {
      steps += 3;
      while (random_below(2))
         steps += 2;
   }
   return steps;
}

static double b_tree_find(unsigned n)
{
   int height = (int)ceil(log(n + 1.) / log(16));

   steps = 5;
   for (int i = 0; i < height; i++)
      steps += 8 + random_below(5);
   return steps;
}

static double sieve(unsigned n)
{
   for (unsigned i = 0; i < n; i++)
      a[i] = 1;
   steps = 3 + n;
   for (unsigned i = 2; i * i < n; i++) {
      steps += 2;
      if (a[i])
         for (unsigned k = i * i; k < n; k += i, steps += 1)
            a[k] = 0;
   }
   return steps;
}

static double heap_of_paths(unsigned n)
{
   /* Dijkstra on a sparse graph: three edges a node, most of them no better. */
   steps = 6;
   for (unsigned i = 1; i <= n; i++) {
      double depth = log2(i + 1);

      steps += 9 + 3 * floor(depth);
      for (int e = 0; e < 3; e++)
         steps += 4 + (random_below(3) == 0 ? 1 + random_below(3) : 0);
   }
   return steps;
}

static double dense_tree(unsigned n)
{
   steps = 4;
   for (unsigned i = 0; i < n; i++)
      steps += 3 + 2. * n + random_below(n + 1);
   return steps;
}

static double elimination(unsigned n)
{
   steps = 3;
   for (unsigned i = 0; i < n; i++)
      steps += 4 + (n - i - 1.) * (3 + 2 * (n - i));
   return steps;
}

static double three_sum(unsigned n)
{
   steps = 5;
   for (unsigned i = 0; i < n; i++) {
      steps += 3;
      for (unsigned left = i + 1, right = n; left < right; steps += 3)
         if (random_below(2))
            left++;
         else
            right--;
   }
   return steps;
}

static double sums_of_parts(unsigned n)
{
   steps = 2;
   for (unsigned i = 0; i < n; i++)
      for (unsigned k = i; k < n; k++)
         steps += 2 + (k - i + 1);
   return steps;
}

static double horner(unsigned n) { return 5 + 2. * n; }
static double pascal(unsigned n) { return 3 + 2. * n * (n + 1) / 2 + 3. * n; }
static double hanoi(unsigned n) { return 5 * (exp2(n) - 1) + 2; }

static double tree_walk(unsigned n)
{
   return 3 + 6. * n + (n + 1);
}

static double parse_numbers(unsigned n)
{
   steps = 4;
   for (unsigned i = 0; i < n;) {
      unsigned digits = 1 + random_below(6);

      steps += 7 + 3 * digits;
      i += digits + 1;
   }
   return steps;
}

static double parse_nested(unsigned n)
{
   int depth = 0;

   steps = 8;
   for (unsigned i = 0; i < n; i++) {
      unsigned kind = random_below(8);

      steps += 5;
      if (kind == 0 && depth < 50) {
         depth++;
         steps += 11;
      } else if (kind == 1 && depth > 0) {
         depth--;
         steps += 6;
      }
   }
   return steps;
}

static double skipping_search(unsigned n)
{
   /* Boyer and Moore with a pattern of 12. */
   steps = 40;
   for (unsigned i = 12; i < n; i += 1 + random_below(12))
      steps += 3;
   return steps;
}

static double ring_buffer_put(unsigned n)
{
   return 7 + (random_below(n) == 0 ? 2 : 0);
}

static double cache_get(unsigned n)
{
   (void)n;
   steps = 9;
   for (int i = 0; i < 4 && random_below(3) == 0; i++)
      steps += 2;
   return steps + (random_below(6) == 0 ? 7 : 0);
}

static double queue_push(unsigned n)
{
   /* A binary heap: a new element rises half a level in the mean. */
   steps = 6;
   for (unsigned i = n; i > 1 && random_below(2); i /= 2)
      steps += 3;
   return steps;
}

static double sorted_insert(unsigned n)
{
   unsigned place = random_below(n);

   return 6 + 3 * floor(log2(n)) + (n - place);
}

static double copy_with_prologue(unsigned n)
{
   return n < 32 ? 6 + n : 14 + floor(n / 8.) + n % 8;
}

static double small_buffer(unsigned n)
{
   return n <= 64 ? 12 : 60 + 2. * n;
}

static double words_of_text(unsigned n)
{
   /* A growing table of words: each new one is looked up among 64 chains. */
   unsigned words = 0;

   steps = 5;
   for (unsigned i = 0; i < n; i += 5) {
      steps += 14 + random_below(4);
      if (random_unit() < 40. / (40 + words)) {
         words++;
         steps += 8;
      }
   }
   return steps;
}

static double strassen(unsigned n)
{
   return n <= 16 ? 2. * n * n * n + 3. * n * n
                  : 7 * strassen((n + 1) / 2) + 18. * n * n / 4;
}

static double square_table(unsigned n)
{
   double side = floor(sqrt(n));

   return 4 + 3 * side;
}

static double queens(unsigned n)
{
   /* Colourings of a path by three colours, all tried. */
   return 4 + 6 * pow(2, n) + 3. * n;
}

static double closest_pair(unsigned n)
{
   if (n <= 3)
      return 8;
   return closest_pair(n / 2) + closest_pair(n - n / 2) + 6. * n + 10;
}

static double segments_merge(unsigned n)
{
   steps = 4 + 2. * n * floor(log2(n));
   for (unsigned i = 0; i < n; i++)
      steps += 3 + random_below(2);
   return steps;
}

static double quadratic_from_100(unsigned n)
{
   /* A table of 100 places with chains. */
   steps = 3;
   for (unsigned i = 0; i < n; i++)
      steps += 6 + 2 * floor(i / 100.);
   return steps;
}

static double bitmap_scan(unsigned n)
{
   return 5 + 3 * ceil(n / 2.);
}

static double slow_every_64(unsigned n)
{
   steps = 3;
   for (unsigned i = 1; i <= n; i++)
      steps += i % 64 == 0 ? 90 : 2;
   return steps;
}

static double slow_at_random(unsigned n)
{
   steps = 3;
   for (unsigned i = 1; i <= n; i++)
      steps += random_below(300) == 0 ? 200 : 2;
   return steps;
}

const algorithm held_out_algorithms[] = {
   { "quickselect", GROWTH_LINEAR, 0, 20000, quick_select },
   { "sort with cutoff", GROWTH_LINEARITHMIC, 0, 20000, sort_with_cutoff },
   { "rising subsequence", GROWTH_LINEARITHMIC, 0, 20000, rising_subsequence },
   { "Fenwick update", GROWTH_LOG, 0, 60000, fenwick_update },
   { "Fenwick building", GROWTH_LINEARITHMIC, 0, 20000, fenwick_build },
   { "galloping search", GROWTH_LOG, 0, 60000, galloping_search },
   { "skip list search", GROWTH_LOG, 0, 60000, skip_list_find },
   { "B-tree search", GROWTH_LOG, 0, 60000, b_tree_find },
   { "sieve", GROWTH_LINEARITHMIC, 0, 60000, sieve },   /* n log log n */
   { "shortest paths", GROWTH_LINEARITHMIC, 0, 20000, heap_of_paths },
   { "dense spanning tree", GROWTH_QUADRATIC, 0, 5000, dense_tree },
   { "elimination", GROWTH_CUBIC, 0, 300, elimination },
   { "three sum", GROWTH_QUADRATIC, 0, 1200, three_sum },
   { "sums of all parts", GROWTH_CUBIC, 0, 400, sums_of_parts },
   { "Horner", GROWTH_LINEAR, 0, 20000, horner },
   { "Pascal's triangle", GROWTH_QUADRATIC, 0, 3000, pascal },
   { "Hanoi", GROWTH_EXPONENTIAL, 0, 22, hanoi },
   { "tree walk", GROWTH_LINEAR, 0, 20000, tree_walk },
   { "numbers in text", GROWTH_LINEAR, 0, 20000, parse_numbers },
   { "nested text", GROWTH_LINEAR, 0, 20000, parse_nested },
   { "skipping search", GROWTH_LINEAR, 0, 20000, skipping_search },
   { "ring buffer", GROWTH_CONSTANT, 0, 20000, ring_buffer_put },
   { "cache", GROWTH_CONSTANT, 0, 20000, cache_get },
   { "heap push", GROWTH_CONSTANT, 0, 60000, queue_push },
   { "sorted insertion", GROWTH_LINEAR, 0, 20000, sorted_insert },
   { "copy by words", GROWTH_LINEAR, 0, 20000, copy_with_prologue },
   { "small buffer", GROWTH_LINEAR, 0, 20000, small_buffer },
   { "words of a text", GROWTH_LINEAR, 0, 20000, words_of_text },
   { "Strassen", GROWTH_POWER, 2.807, 1000, strassen },
   { "side of a square", GROWTH_SQRT, 0, 60000, square_table },
   { "backtracking", GROWTH_EXPONENTIAL, 0, 20, queens },
   { "closest pair", GROWTH_LINEARITHMIC, 0, 20000, closest_pair },
   { "merging of segments", GROWTH_LINEARITHMIC, 0, 20000, segments_merge },
   { "table of 100 chains", GROWTH_QUADRATIC, 0, 20000, quadratic_from_100 },
   { "bitmap", GROWTH_LINEAR, 0, 20000, bitmap_scan },
   { "slow every 64th time", GROWTH_LINEAR, 0, 20000, slow_every_64 },
   { "slow at random", GROWTH_LINEAR, 0, 20000, slow_at_random },
};
const unsigned held_out_count =
   sizeof held_out_algorithms / sizeof *held_out_algorithms;
