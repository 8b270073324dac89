/* Step counts of sorting algorithms and heaps, which are run here.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sorting.h"
#include "random.h"

#include <stdbool.h>

#define LARGEST 70000

static double steps;
static unsigned a[LARGEST], b[LARGEST];

static void fill(unsigned n)
{
   for (unsigned i = 0; i < n; i++)
      a[i] = random_bits() >> 40;
}

static void fill_sorted(unsigned n)
{
   for (unsigned i = 0; i < n; i++)
      a[i] = 2 * i;
}

static void merge(unsigned from, unsigned to)
{
   unsigned middle = (from + to) / 2, i = from, k = middle, o = from;

   steps += 3;
   if (to - from < 2)
      return;
   merge(from, middle);
   merge(middle, to);
   while (i < middle || k < to) {
      steps += 2;
      if (k >= to || (i < middle && a[i] <= a[k]))
         b[o++] = a[i++];
      else
         b[o++] = a[k++];
   }
   for (i = from; i < to; i++, steps++)
      a[i] = b[i];
}

double sorting_merge_sort(unsigned n)
{
   steps = 5;
   fill(n);
   merge(0, n);
   return steps;
}

static void swap(unsigned i, unsigned k)
{
   unsigned t = a[i];

   a[i] = a[k];
   a[k] = t;
}

static void quick(int from, int to, bool is_random)
{
   while (from < to) {
      int last = from;

      steps += 4;
      if (is_random)
         swap(from, from + random_below(to - from + 1));
      for (int i = from + 1; i <= to; i++) {
         steps += 2;
         if (a[i] < a[from]) {
            steps += 1;
            swap(++last, i);
         }
      }
      swap(from, last);
      /* The smaller part by recursion. */
      if (last - from < to - last) {
         quick(from, last - 1, is_random);
         from = last + 1;
      } else {
         quick(last + 1, to, is_random);
         to = last - 1;
      }
   }
   steps++;
}

double sorting_quick_sort(unsigned n)
{
   steps = 4;
   fill(n);
   quick(0, n - 1, true);
   return steps;
}

double sorting_quick_sort_sorted(unsigned n)
{
   steps = 4;
   fill_sorted(n);
   quick(0, n - 1, false);
   return steps;
}

static double insertion_of(unsigned n)
{
   steps = 3;
   for (unsigned i = 1; i < n; i++, steps += 2)
      for (unsigned k = i; k > 0 && a[k] < a[k - 1]; k--, steps += 2)
         swap(k, k - 1);
   return steps;
}

double sorting_insertion_sort(unsigned n)
{
   fill(n);
   return insertion_of(n);
}

double sorting_insertion_sort_sorted(unsigned n)
{
   fill_sorted(n);
   return insertion_of(n);
}

double sorting_insertion_sort_few_swaps(unsigned n)
{
   fill_sorted(n);
   for (int i = 0; i < 3; i++)
      swap(random_below(n), random_below(n));
   return insertion_of(n);
}

static void sift(unsigned root, unsigned n)
{
   for (unsigned child; (child = 2 * root + 1) < n; root = child) {
      steps += 3;
      if (child + 1 < n && a[child + 1] > a[child])
         child++;
      if (a[root] >= a[child])
         return;
      swap(root, child);
   }
}

double sorting_heap_build(unsigned n)
{
   steps = 3;
   fill(n);
   for (unsigned i = n / 2; i-- > 0; steps++)
      sift(i, n);
   return steps;
}

double sorting_heap_sort(unsigned n)
{
   sorting_heap_build(n);
   for (unsigned i = n; i-- > 1; steps += 2) {
      swap(0, i);
      sift(0, i);
   }
   return steps;
}

double sorting_heap_pop(unsigned n)
{
   sorting_heap_build(n);
   steps = 4;
   swap(0, n - 1);
   sift(0, n - 1);
   return steps;
}

double sorting_bubble_sort(unsigned n)
{
   bool swapped = true;

   steps = 2;
   fill(n);
   for (unsigned end = n; swapped; end--) {
      swapped = false;
      for (unsigned i = 1; i < end; i++) {
         steps += 2;
         if (a[i] < a[i - 1]) {
            swap(i, i - 1);
            swapped = true;
            steps++;
         }
      }
   }
   return steps;
}

double sorting_selection_sort(unsigned n)
{
   steps = 2;
   for (unsigned i = 0; i < n; i++, steps += 3)
      steps += 2 * (n - i - 1);
   return steps;
}

double sorting_radix_sort(unsigned n)
{
   return 12 + 4 * (256 * 2 + 3. * n);
}

double sorting_counting_sort(unsigned n)
{
   return 9 + 2. * n + 128;
}
