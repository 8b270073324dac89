/* Searching.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "truth.h"

/* Reads n cells, in n steps. */
ROUTINE int linear_search(const int *a, int n, int key)
{
   for (int i = 0; i < n; i++)
      if (a[i] == key)
         return i;
   return -1;
}

/* One cell in each step.  There are log2(array) steps, and as many cells: over
   the input that it reads this is linear, as any search. */
ROUTINE int binary_search(const int *a, int n, int key)
{
   int low = 0;

   while (low < n) {
      int middle = low + (n - low) / 2;
      if (a[middle] < key)
         low = middle + 1;
      else
         n = middle;
   }
   return low;
}

/* About the square root of the array, one cell in each step. */
ROUTINE int jump_search(const int *a, int n, int block, int key)
{
   int i = 0;

   while (i + block < n && a[i + block] <= key)
      i += block;
   while (i < n && a[i] < key)
      i++;
   return i;
}

struct node {
   int key;
   struct node *left, *right;
};

/* In each step a key and a pointer, which are three cells. */
ROUTINE const struct node *tree_descend(const struct node *tree, int key)
{
   while (tree && tree->key != key)
      tree = key < tree->key ? tree->left : tree->right;
   return tree;
}

/* Two ends that approach each other: n cells, n steps. */
ROUTINE int two_sum_sorted(const int *a, int n, int sum)
{
   int i = 0, j = n - 1;

   while (i < j) {
      if (a[i] + a[j] == sum)
         return 1;
      if (a[i] + a[j] < sum)
         i++;
      else
         j--;
   }
   return 0;
}

/* Each part to be searched is, on average, half of the one before: n cells and
   about 3 n steps. */
ROUTINE int quick_select(int *a, int n, int rank)
{
   int low = 0, high = n - 1;

   while (low < high) {
      int pivot = a[high], last = low;
      for (int i = low; i < high; i++)
         if (a[i] < pivot) {
            int t = a[i];
            a[i] = a[last];
            a[last++] = t;
         }
      a[high] = a[last];
      a[last] = pivot;
      if (last == rank)
         break;
      if (rank < last)
         high = last - 1;
      else
         low = last + 1;
   }
   return a[rank];
}

#define MOST (1 << 20)

static int a[MOST];

static void search_tree(void)
{
   enum { NODES = 20000 };
   static struct node nodes[NODES];

   shuffled(a, NODES);
   for (int i = 0; i < NODES; i++) {
      struct node **place = &(struct node *){nodes};
      nodes[i].key = a[i];
      for (struct node *at = nodes; i > 0 && at; at = *place)
         place = a[i] < at->key ? &at->left : &at->right;
      *place = &nodes[i];
   }
   for (int i = 0; i < NODES; i += 10)
      tree_descend(nodes, a[i]);
   tree_descend(nodes, a[0]);
}

int main(void)
{
   search_tree();
   for (int i = 0; i < MOST; i++)
      a[i] = 2 * i;
   EACH_SIZE(n, 16, 1100) {
      linear_search(a, n, -1);
      two_sum_sorted(a, n, -1);
      two_sum_sorted(a, n, 2 * n + 1);
   }
   for (int n = 2; n <= MOST; n *= 2)
      for (int k = 0; k < REPEATS; k++)
         binary_search(a, n - 1, random_int() % (2 * n));
   for (int block = 4; block <= 512; block += block / 4)
      for (int k = 0; k < REPEATS; k++)
         jump_search(a, block * block, block,
                     random_below(2 * block * block));
   EACH_SIZE(n, 16, 1100)
      for (int k = 0; k < 10 * REPEATS; k++) {
         random_ints(a, n, 1 << 30);
         quick_select(a, n, n / 2);
      }
   return 0;
}
