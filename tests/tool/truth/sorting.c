/* Sorting.  The input of each routine is the array, n cells: copies at other
   places are written there before they are read.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "truth.h"

static inline void swap(int *a, int *b)
{
   int t = *a;
   *a = *b;
   *b = t;
}

/* n steps if the array is sorted, n^2/2 if it is reversed. */
ROUTINE void insertion_sort(int *a, int n)
{
   for (int i = 1; i < n; i++) {
      int key = a[i], j = i;
      while (j > 0 && a[j - 1] > key) {
         a[j] = a[j - 1];
         j--;
      }
      a[j] = key;
   }
}

/* n^2/2 whatever the order is. */
ROUTINE void selection_sort(int *a, int n)
{
   for (int i = 0; i < n - 1; i++) {
      int least = i;
      for (int j = i + 1; j < n; j++)
         if (a[j] < a[least])
            least = j;
      swap(&a[i], &a[least]);
   }
}

/* Passes until one swaps nothing: a single pass over a sorted array, n over a
   reversed one. */
ROUTINE void bubble_sort(int *a, int n)
{
   int swapped = 1;

   while (swapped) {
      swapped = 0;
      for (int i = 1; i < n; i++)
         if (a[i - 1] > a[i]) {
            swap(&a[i - 1], &a[i]);
            swapped = 1;
         }
      n--;
   }
}

ROUTINE void sift_down(int *a, int i, int n)
{
   while (2 * i + 1 < n) {
      int child = 2 * i + 1;
      if (child + 1 < n && a[child] < a[child + 1])
         child++;
      if (a[i] >= a[child])
         break;
      swap(&a[i], &a[child]);
      i = child;
   }
}

/* Most nodes of a heap are near its leaves: n steps. */
ROUTINE void heapify(int *a, int n)
{
   for (int i = n / 2 - 1; i >= 0; i--)
      sift_down(a, i, n);
}

/* n times log2 n. */
ROUTINE void heap_sort(int *a, int n)
{
   heapify(a, n);
   while (n > 1) {
      n--;
      swap(&a[0], &a[n]);
      sift_down(a, 0, n);
   }
}

/* n log2 n; recursive, so that sizes are those of the parts, too. */
ROUTINE void merge_sort(int *a, int n, int *other)
{
   int left = n / 2, i = 0, j = left;

   if (n < 2)
      return;
   merge_sort(a, left, other);
   merge_sort(a + left, n - left, other);
   for (int k = 0; k < n; k++)
      other[k] = j == n || (i < left && a[i] <= a[j]) ? a[i++] : a[j++];
   for (int k = 0; k < n; k++)
      a[k] = other[k];
}

/* The pivot is the last element.  About 1.4 n log2 n if the order is random;
   if the array is sorted, then one part is always empty: n^2/2. */
ROUTINE void quick_sort(int *a, int n)
{
   int last = 0;

   if (n < 2)
      return;
   for (int i = 0; i < n - 1; i++)
      if (a[i] < a[n - 1])
         swap(&a[i], &a[last++]);
   swap(&a[n - 1], &a[last]);
   quick_sort(a, last);
   quick_sort(a + last + 1, n - last - 1);
}

ROUTINE void quick_sort_random(int *a, int n) { quick_sort(a, n); }
ROUTINE void quick_sort_sorted(int *a, int n) { quick_sort(a, n); }

/* Four passes over n, and over 256 counters. */
ROUTINE void radix_sort(int *a, int n, int *other)
{
   for (int shift = 0; shift < 32; shift += 8) {
      int start[257], *from = a;
      for (int i = 0; i < 257; i++)
         start[i] = 0;
      for (int i = 0; i < n; i++)
         start[(a[i] >> shift & 255) + 1]++;
      for (int i = 0; i < 256; i++)
         start[i + 1] += start[i];
      for (int i = 0; i < n; i++)
         other[start[a[i] >> shift & 255]++] = a[i];
      a = other;
      other = from;
   }
}

/* Two passes over n, and one over 64 counters. */
ROUTINE void counting_sort(int *a, int n)
{
   int count[64], next = 0;

   for (int key = 0; key < 64; key++)
      count[key] = 0;
   for (int i = 0; i < n; i++)
      count[a[i]]++;
   for (int key = 0; key < 64; key++)
      while (count[key]-- > 0)
         a[next++] = key;
}

static int compare(const void *a, const void *b)
{
   return *(const int *)a - *(const int *)b;
}

/* n log n, and a few cells of the C library's own. */
ROUTINE void library_sort(int *a, int n) { qsort(a, n, sizeof *a, compare); }

#define MOST 2200

static int a[MOST], other[MOST];

static void in_order(int n, int reversed)
{
   for (int i = 0; i < n; i++)
      a[i] = reversed ? n - i : i;
}

int main(void)
{
   EACH_SIZE(n, 16, 700) {
      for (int reversed = 0; reversed < 2; reversed++) {
         in_order(n, reversed);
         insertion_sort(a, n);
         in_order(n, reversed);
         bubble_sort(a, n);
      }
      random_ints(a, n, 1 << 30);
      insertion_sort(a, n);
      random_ints(a, n, 1 << 30);
      selection_sort(a, n);
      in_order(n, 0);
      quick_sort_sorted(a, n);
   }
   EACH_SIZE(n, 16, 2100)
      for (int k = 0; k < REPEATS; k++) {
         random_ints(a, n, 1 << 30);
         heap_sort(a, n);
         random_ints(a, n, 1 << 30);
         merge_sort(a, n, other);
         random_ints(a, n, 1 << 30);
         quick_sort_random(a, n);
         random_ints(a, n, 1 << 30);
         radix_sort(a, n, other);
         random_ints(a, n, 64);
         counting_sort(a, n);
         random_ints(a, n, 1 << 30);
         library_sort(a, n);
      }
   return 0;
}
