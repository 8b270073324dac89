/* Lists, trees, heaps, tables.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "truth.h"

struct link {
   int value;
   struct link *next;
};

/* A pointer each, which is two cells: 2 n. */
ROUTINE int list_length(const struct link *list)
{
   int n = 0;

   for (; list; list = list->next)
      n++;
   return n;
}

/* A value, too: 3 n. */
ROUTINE int list_sum(const struct link *list)
{
   int sum = 0;

   for (; list; list = list->next)
      sum += list->value;
   return sum;
}

ROUTINE int list_get(const struct link *list, int i)
{
   while (i-- > 0)
      list = list->next;
   return list->value;
}

/* A list as if it were an array: n^2/2 steps over 3 n - 2 cells. */
ROUTINE int list_sum_by_index(const struct link *list, int n)
{
   int sum = 0;

   for (int i = 0; i < n; i++)
      sum += list_get(list, i);
   return sum;
}

/* n log2 n over 3 n cells. */
ROUTINE struct link *list_sort(struct link *list, int n)
{
   struct link *right, *left = list, head, *tail = &head;

   if (n < 2) {
      list->next = NULL;
      return list;
   }
   for (int i = 0; i < n / 2; i++)
      list = list->next;
   right = list_sort(list, n - n / 2);
   left = list_sort(left, n / 2);
   while (left && right) {
      struct link **least = left->value <= right->value ? &left : &right;
      tail = tail->next = *least;
      *least = tail->next;
   }
   tail->next = left ? left : right;
   return head.next;
}

/* n values, each inserted at its place in a list that the routine has made:
   n^2/2 if they rise, n if they fall. */
ROUTINE void list_build_sorted(struct link *list, const int *a, int n)
{
   struct link *head = NULL;

   for (int i = 0; i < n; i++) {
      struct link **place = &head;
      while (*place && (*place)->value < a[i])
         place = &(*place)->next;
      list[i].value = a[i];
      list[i].next = *place;
      *place = &list[i];
   }
}

struct node {
   int key;
   struct node *left, *right;
};

/* n keys; the routine has made the tree.  1.4 n log2 n if their order is
   random, n^2/2 if they rise. */
ROUTINE void tree_build(struct node *nodes, const int *a, int n)
{
   struct node *root = NULL;

   for (int i = 0; i < n; i++) {
      struct node **place = &root;
      while (*place)
         place = a[i] < (*place)->key ? &(*place)->left : &(*place)->right;
      nodes[i].key = a[i];
      nodes[i].left = nodes[i].right = NULL;
      *place = &nodes[i];
   }
}

ROUTINE void tree_build_random(struct node *nodes, const int *a, int n)
{
   tree_build(nodes, a, n);
}

ROUTINE void tree_build_rising(struct node *nodes, const int *a, int n)
{
   tree_build(nodes, a, n);
}

/* Five cells a node. */
ROUTINE int tree_sum(const struct node *tree)
{
   return tree ? tree->key + tree_sum(tree->left) + tree_sum(tree->right) : 0;
}

/* The height of each node is computed anew, at each node: n^2/2 for a tree
   that is a list. */
ROUTINE int tree_height(const struct node *tree)
{
   int left, right;

   if (!tree)
      return 0;
   left = tree_height(tree->left);
   right = tree_height(tree->right);
   return 1 + (left > right ? left : right);
}

ROUTINE int tree_is_balanced(const struct node *tree)
{
   if (!tree)
      return 1;
   return tree_is_balanced(tree->left) + tree_is_balanced(tree->right) +
          (tree_height(tree->left) == tree_height(tree->right));
}

struct entry {
   int key;
   struct entry *next;
};

/* Chains in n buckets that the routine has made; the input are the n keys.
   Chains are short if keys are random: n.  If all keys are multiples of n, then
   there is one chain: n^2/2. */
ROUTINE int table_build(const int *keys, int n, struct entry *entries)
{
   struct entry *bucket[n];
   int size = 0;

   for (int i = 0; i < n; i++)
      bucket[i] = NULL;
   for (int i = 0; i < n; i++) {
      struct entry *e = bucket[keys[i] % n];
      while (e && e->key != keys[i])
         e = e->next;
      if (e)
         continue;
      e = &entries[size++];
      e->key = keys[i];
      e->next = bucket[keys[i] % n];
      bucket[keys[i] % n] = e;
   }
   return size;
}

ROUTINE int table_build_random(const int *keys, int n, struct entry *entries)
{
   return table_build(keys, n, entries);
}

ROUTINE int table_build_multiples(const int *keys, int n,
                                  struct entry *entries)
{
   return table_build(keys, n, entries);
}

/* A heap that the routine has made; each value is put in from below: log2 n
   steps if values fall, a few if their order is random. */
ROUTINE void heap_build(int *heap, const int *a, int n)
{
   for (int i = 0; i < n; i++) {
      int at = i;
      while (at > 0 && heap[(at - 1) / 2] > a[i]) {
         heap[at] = heap[(at - 1) / 2];
         at = (at - 1) / 2;
      }
      heap[at] = a[i];
   }
}

struct letter {
   struct letter *child[4];
};

/* n/4 words of 16 letters, four cells each, into a tree of letters that the
   routine has made: n. */
ROUTINE int trie_build(const char *words, int count, struct letter *letters)
{
   int used = 1;

   letters[0] = (struct letter){0};
   for (int w = 0; w < count; w++) {
      struct letter *at = &letters[0];
      for (int i = 0; i < 16; i++) {
         struct letter **place = &at->child[words[16 * w + i] - 'a'];
         if (!*place) {
            *place = &letters[used++];
            **place = (struct letter){0};
         }
         at = *place;
      }
   }
   return used;
}

/* Copied to a place of twice the size whenever it is full: at most 2 n copies
   in all. */
ROUTINE int *grow_by_doubling(int *room, const int *a, int n)
{
   int *array = room, limit = 1;

   for (int i = 0; i < n; i++) {
      if (i == limit) {
         int *larger = array + limit;
         for (int j = 0; j < i; j++)
            larger[j] = array[j];
         array = larger;
         limit *= 2;
      }
      array[i] = a[i];
   }
   return array;
}

/* To a place of eight more: n^2/16 copies. */
ROUTINE int *grow_by_eight(int *room, const int *a, int n)
{
   int *array = room, limit = 8;

   for (int i = 0; i < n; i++) {
      if (i == limit) {
         int *larger = array + limit;
         for (int j = 0; j < i; j++)
            larger[j] = array[j];
         array = larger;
         limit += 8;
      }
      array[i] = a[i];
   }
   return array;
}

/* Two stacks make a queue: each value is moved once from one to the other. */
ROUTINE int queue_of_stacks(const int *a, int n, int *in, int *out)
{
   int ins = 0, outs = 0, sum = 0;

   for (int i = 0; i < n; i++) {
      in[ins++] = a[i];
      if (a[i] % 2) {
         if (outs == 0)
            while (ins > 0)
               out[outs++] = in[--ins];
         sum += i * out[--outs];
      }
   }
   return sum;
}

#define MOST 2200

static int a[MOST], room[MOST * MOST / 64];
static struct link links[MOST];
static struct node nodes[MOST];
static struct entry entries[MOST];
static struct letter letters[4 * MOST + 1];

/* n links in random order of place. */
static struct link *random_list(int n)
{
   int order[n];

   shuffled(order, n);
   for (int i = 0; i < n; i++) {
      links[order[i]].value = random_below(1000);
      links[order[i]].next = i + 1 < n ? &links[order[i + 1]] : NULL;
   }
   return &links[order[0]];
}

static void ramp(int n, int by)
{
   for (int i = 0; i < n; i++)
      a[i] = by > 0 ? by * i : -by * (n - i);
}

int main(void)
{
   EACH_SIZE(n, 16, 2100) {
      struct link *list = random_list(n);
      list_length(list);
      list_sum(list);
      list_sort(list, n);
      for (int k = 0; k < 4 * REPEATS; k++) {
         shuffled(a, n);
         tree_build_random(nodes, a, n);
         tree_sum(nodes);
         random_ints(a, n, 1 << 30);
         table_build_random(a, n, entries);
         heap_build(room, a, n);
         queue_of_stacks(a, n, room, room + n);
      }
      ramp(n, -1);
      heap_build(room, a, n);
      grow_by_doubling(room, a, n);
      for (int i = 0; i < 4 * n; i++)
         ((char *)a)[i] = 'a' + random_below(4);
      trie_build((char *)a, n / 4, letters);
      if (n > 700)
         continue;
      list_sum_by_index(random_list(n), n);
      ramp(n, -1);
      list_build_sorted(links, a, n);
      ramp(n, 1);
      list_build_sorted(links, a, n);
      tree_build_rising(nodes, a, n);
      tree_is_balanced(nodes);
      ramp(n, n);
      table_build_multiples(a, n, entries);
      grow_by_eight(room, a, n);
   }
   return 0;
}
