/* A search tree that is never balanced gets its keys almost in order.
   culprit: build insert

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include "numbers.h"

typedef struct Node {
   struct Node *left, *right;
   unsigned key;
} Node;

static Node *new_node(unsigned key)
{
   Node *n = calloc(1, sizeof *n);

   n->key = key;
   return n;
}

static void insert(Node **root, unsigned key)
{
   while (*root != NULL)
      root = key < (*root)->key ? &(*root)->left : &(*root)->right;
   *root = new_node(key);
}

static Node *build(const unsigned *keys, unsigned n)
{
   Node *root = NULL;

   for (unsigned i = 0; i < n; i++)
      insert(&root, keys[i]);
   return root;
}

static unsigned long sum_and_free(Node *n)
{
   unsigned long sum = 0;

   while (n != NULL) {
      Node *right = n->right;
      sum += n->key + sum_and_free(n->left);
      free(n);
      n = right;
   }
   return sum;
}

/* Log entries arrive almost in the order of their times. */
static unsigned *read_times(unsigned n)
{
   unsigned *times = malloc(n * sizeof *times);

   for (unsigned i = 0; i < n; i++)
      times[i] = 100 * i + number_below(400);
   return times;
}

int main(void)
{
   unsigned long sum = 0;

   for (int i = 0; i < 40; i++) {
      unsigned n = 30 + number_below(500);
      unsigned *times = read_times(n);
      sum += sum_and_free(build(times, n));
      free(times);
   }
   return sum == 0;
}
