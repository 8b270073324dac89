/* Algorithms in C that allocate what they need.  The comment of each routine
   has its class, over the n cells that it reads.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "heaps.h"

static volatile long result;

typedef struct node {
   struct node *next, *left, *right;
   int key, count;
} node;

static node *new_node(int key, node *next)
{
   node *new = malloc(sizeof *new);

   *new = (node){ .next = next, .key = key, .count = 1 };
   return new;
}

static void free_list(node *list)
{
   for (node *next; list != NULL; list = next) {
      next = list->next;
      free(list);
   }
}

/* O(n) */
ROUTINE void list_copy(const int *a, int n)
{
   node *list = NULL;
   long s = 0;

   for (int i = 0; i < n; i++)
      list = new_node(a[i], list);
   for (node *p = list; p != NULL; p = p->next)
      s += p->key;
   free_list(list);
   result = s;
}

/* O(n^2) */
ROUTINE void list_sorted(const int *a, int n)
{
   node *list = NULL;

   for (int i = 0; i < n; i++) {
      node **at = &list;
      while (*at != NULL && (*at)->key < a[i])
         at = &(*at)->next;
      *at = new_node(a[i], *at);
   }
   result = list->key;
   free_list(list);
}

/* O(n^2) */
ROUTINE void list_append(const int *a, int n)
{
   node *list = NULL;

   for (int i = 0; i < n; i++) {
      node **at = &list;
      while (*at != NULL)
         at = &(*at)->next;
      *at = new_node(a[i], NULL);
   }
   result = list->key;
   free_list(list);
}

/* O(n^2): most of them are different. */
ROUTINE void list_distinct(const int *a, int n)
{
   node *list = NULL;

   for (int i = 0; i < n; i++) {
      node *p = list;
      while (p != NULL && p->key != a[i])
         p = p->next;
      if (p == NULL)
         list = new_node(a[i], list);
   }
   result = list->key;
   free_list(list);
}

static void free_tree(node *tree)
{
   if (tree == NULL)
      return;
   free_tree(tree->left);
   free_tree(tree->right);
   free(tree);
}

/* O(n log n): random keys. */
ROUTINE void tree_count(const int *a, int n)
{
   node *tree = NULL;

   for (int i = 0; i < n; i++) {
      node **at = &tree;
      while (*at != NULL && (*at)->key != a[i])
         at = a[i] < (*at)->key ? &(*at)->left : &(*at)->right;
      if (*at != NULL)
         (*at)->count++;
      else
         *at = new_node(a[i], NULL);
   }
   result = tree->key;
   free_tree(tree);
}

/* O(n): chains, in a table that doubles. */
ROUTINE void table_count(const int *a, int n)
{
   int room = 16, used = 0;
   node **table = calloc(room, sizeof *table);

   for (int i = 0; i < n; i++) {
      node *p = table[a[i] % room];
      while (p != NULL && p->key != a[i])
         p = p->next;
      if (p != NULL) {
         p->count++;
         continue;
      }
      table[a[i] % room] = new_node(a[i], table[a[i] % room]);
      if (++used < room)
         continue;
      node **larger = calloc(2 * room, sizeof *larger);
      for (int k = 0; k < room; k++)
         for (node *next; (p = table[k]) != NULL; table[k] = next) {
            next = p->next;
            p->next = larger[p->key % (2 * room)];
            larger[p->key % (2 * room)] = p;
         }
      free(table);
      table = larger;
      room *= 2;
   }
   for (int k = 0; k < room; k++)
      free_list(table[k]);
   free(table);
   result = used;
}

/* Sorts a into `to`. */
static void sort_into(int *to, const int *a, int n)
{
   if (n == 1) {
      to[0] = a[0];
      return;
   }
   int half = n / 2, *left = malloc(half * sizeof *left),
       *right = malloc((n - half) * sizeof *right), i = 0, k = 0;

   sort_into(left, a, half);
   sort_into(right, a + half, n - half);
   for (int at = 0; at < n; at++)
      to[at] = k == n - half || (i < half && left[i] <= right[k]) ? left[i++]
                                                                 : right[k++];
   free(left);
   free(right);
}

/* O(n log n) */
ROUTINE void merge_sort(const int *a, int n)
{
   int *sorted = malloc(n * sizeof *sorted);

   sort_into(sorted, a, n);
   result = sorted[0];
   free(sorted);
}

/* O(n log n): values that fall go up the whole heap. */
ROUTINE void heap_sort(const int *a, int n)
{
   int *heap = NULL, room = 0, used = 0;
   long s = 0;

   for (int i = 0; i < n; i++) {
      if (used == room)
         heap = realloc(heap, (room = 2 * room + 8) * sizeof *heap);
      int at = used++;
      while (at > 0 && heap[(at - 1) / 2] > a[i]) {
         heap[at] = heap[(at - 1) / 2];
         at = (at - 1) / 2;
      }
      heap[at] = a[i];
   }
   while (used > 0) {
      int last = heap[--used], at = 0, child;
      s += heap[0];
      while ((child = 2 * at + 1) < used) {
         if (child + 1 < used && heap[child + 1] < heap[child])
            child++;
         if (heap[child] >= last)
            break;
         heap[at] = heap[child];
         at = child;
      }
      heap[at] = last;
   }
   free(heap);
   result = s;
}

/* O(n^2): a table of n/2 rows. */
ROUTINE void longest_common(const int *a, int n)
{
   int half = n / 2, **row = malloc((half + 1) * sizeof *row);

   row[0] = calloc(half + 1, sizeof **row);
   for (int i = 1; i <= half; i++) {
      row[i] = calloc(half + 1, sizeof **row);
      for (int k = 1; k <= half; k++)
         row[i][k] = a[i - 1] == a[half + k - 1] ? row[i - 1][k - 1] + 1
                     : row[i - 1][k] > row[i][k - 1] ? row[i - 1][k]
                                                     : row[i][k - 1];
   }
   result = row[half][half];
   for (int i = 0; i <= half; i++)
      free(row[i]);
   free(row);
}

/* O(n^2): two rows. */
ROUTINE void edit_distance(const int *a, int n)
{
   int half = n / 2, *row = malloc((half + 1) * sizeof *row);

   for (int k = 0; k <= half; k++)
      row[k] = k;
   for (int i = 1; i <= half; i++) {
      int *next = malloc((half + 1) * sizeof *next);
      next[0] = i;
      for (int k = 1; k <= half; k++) {
         int least = row[k - 1] + (a[i - 1] != a[half + k - 1]);
         if (row[k] + 1 < least)
            least = row[k] + 1;
         next[k] = next[k - 1] + 1 < least ? next[k - 1] + 1 : least;
      }
      free(row);
      row = next;
   }
   result = row[half];
   free(row);
}

/* O(n): words of a text, each in a block of its own. */
ROUTINE void split_words(const int *text, int n)
{
   const char *c = (const char *)text, *end = c + n * sizeof *text;
   char **word = NULL;
   int words = 0, room = 0;

   while (c < end) {
      const char *from = c;
      while (c < end && *c % 6 != 0)
         c++;
      if (words == room)
         word = realloc(word, (room = 2 * room + 4) * sizeof *word);
      word[words] = malloc(c - from + 1);
      memcpy(word[words], from, c - from);
      word[words++][c - from] = '\0';
      c++;
   }
   result = words;
   while (words > 0)
      free(word[--words]);
   free(word);
}

/* O(n^2): the text's end is looked for each time. */
ROUTINE void join_by_strcat(const int *a, int n)
{
   char *text = calloc(1, 1);
   size_t length = 0;

   for (int i = 0; i < n; i++) {
      char piece[5] = { 'a' + a[i] % 20, 'b', 'c', 'd', 0 };
      text = realloc(text, length + 5);
      char *end = text;
      while (*end != '\0')
         end++;
      memcpy(end, piece, 5);
      length += 4;
   }
   result = text[length / 2];
   free(text);
}

/* O(n^2): a new block for each element. */
ROUTINE void grow_by_one(const int *a, int n)
{
   int *all = NULL;

   for (int i = 0; i < n; i++) {
      int *larger = malloc((i + 1) * sizeof *larger);
      for (int k = 0; k < i; k++)
         larger[k] = all[k];
      larger[i] = a[i];
      free(all);
      all = larger;
   }
   result = all[n / 2];
   free(all);
}

/* O(n): the edges are in `a`; lists of neighbours, and a queue. */
ROUTINE void breadth_first(const int *a, int n)
{
   int nodes = n / 4, *seen = calloc(nodes, sizeof *seen), reached = 0;
   node **neighbours = calloc(nodes, sizeof *neighbours), *first, *last;

   for (int i = 0; i + 1 < n; i += 2) {
      int from = a[i] % nodes, to = a[i + 1] % nodes;
      neighbours[from] = new_node(to, neighbours[from]);
      neighbours[to] = new_node(from, neighbours[to]);
   }
   first = last = new_node(0, NULL);
   seen[0] = 1;
   while (first != NULL) {
      for (node *p = neighbours[first->key]; p != NULL; p = p->next)
         if (!seen[p->key]) {
            seen[p->key] = 1;
            last = last->next = new_node(p->key, NULL);
         }
      node *done = first;
      first = first->next;
      free(done);
      reached++;
   }
   for (int i = 0; i < nodes; i++)
      free_list(neighbours[i]);
   free(neighbours);
   free(seen);
   result = reached;
}

/* O(n^1.5): the square of a matrix, with rows of their own. */
ROUTINE void matrix_square(const int *a, int side)
{
   int **row = calloc(side, sizeof *row);

   for (int i = 0; i < side; i++) {
      row[i] = calloc(side, sizeof **row);
      for (int k = 0; k < side; k++)
         for (int j = 0; j < side; j++)
            row[i][j] += a[i * side + k] * a[k * side + j];
   }
   result = row[side / 2][side / 2];
   for (int i = 0; i < side; i++)
      free(row[i]);
   free(row);
}

/* O(n^1.5): the shortest paths between all nodes. */
ROUTINE void shortest_paths(const int *a, int side)
{
   int *far = malloc(side * side * sizeof *far);

   memcpy(far, a, side * side * sizeof *far);
   for (int k = 0; k < side; k++)
      for (int i = 0; i < side; i++)
         for (int j = 0; j < side; j++)
            if (far[i * side + k] + far[k * side + j] < far[i * side + j])
               far[i * side + j] = far[i * side + k] + far[k * side + j];
   result = far[side];
   free(far);
}

/* O(n): 64 buckets that grow. */
ROUTINE void buckets(const int *a, int n)
{
   enum { BUCKETS = 64 };
   struct { int *list, used, room; } bucket[BUCKETS] = { { 0 } };
   long s = 0;

   for (int i = 0; i < n; i++) {
      int b = a[i] % BUCKETS;
      if (bucket[b].used == bucket[b].room) {
         bucket[b].room = 2 * bucket[b].room + 2;
         bucket[b].list = realloc(bucket[b].list,
                                  bucket[b].room * sizeof *bucket[b].list);
      }
      bucket[b].list[bucket[b].used++] = a[i];
   }
   for (int b = 0; b < BUCKETS; b++) {
      for (int i = 0; i < bucket[b].used; i++)
         s += i ^ bucket[b].list[i];
      free(bucket[b].list);
   }
   result = s;
}

/* O(n^2) */
ROUTINE void polynomial_square(const int *a, int n)
{
   int *square = calloc(2 * n, sizeof *square);

   for (int i = 0; i < n; i++)
      for (int k = 0; k < n; k++)
         square[i + k] += a[i] * a[k];
   result = square[n];
   free(square);
}

typedef struct trie { struct trie *child[4]; int count; } trie;

static void free_trie(trie *t)
{
   if (t == NULL)
      return;
   for (int i = 0; i < 4; i++)
      free_trie(t->child[i]);
   free(t);
}

/* O(n): keys of 16 bits. */
ROUTINE void trie_insert(const int *a, int n)
{
   trie *root = calloc(1, sizeof *root);

   for (int i = 0; i < n; i++) {
      trie *at = root;
      for (int k = 14; k >= 0; k -= 2) {
         trie **next = &at->child[a[i] >> k & 3];
         if (*next == NULL)
            *next = calloc(1, sizeof **next);
         at = *next;
      }
      at->count++;
   }
   result = root->count;
   free_trie(root);
}

int main(int argc, char **argv)
{
   prepare(argc, argv);
   AT_SIZES(list_copy, LINEAR, 1000)
   AT_SIZES(list_sorted, QUADRATIC, 100000)
   AT_SIZES(list_append, QUADRATIC, 1000)
   AT_SIZES(list_distinct, QUADRATIC, 100000)
   AT_SIZES(tree_count, LINEAR, 1 << 30)
   AT_SIZES(table_count, LINEAR, 1 << 30)
   AT_SIZES(merge_sort, LINEAR, 1000)
   AT_SIZES(heap_sort, LINEAR, 1 << 30)
   AT_SIZES(longest_common, QUADRATIC, 4)
   AT_SIZES(edit_distance, QUADRATIC, 4)
   AT_SIZES(split_words, LINEAR, 1 << 30)
   AT_SIZES(join_by_strcat, QUADRATIC, 1000)
   AT_SIZES(grow_by_one, QUADRATIC, 1000)
   AT_SIZES(breadth_first, LINEAR, 1 << 30)
   AT_SIZES(buckets, LINEAR, 1 << 30)
   AT_SIZES(polynomial_square, QUADRATIC, 1000)
   AT_SIZES(trie_insert, LINEAR, 1 << 16)
   for (int side = 4; side <= 36; side++) {
      random_ints(inputs, side * side, 1000);
      churn(CHANGES);
      matrix_square(inputs, side);
      shortest_paths(inputs, side);
   }
   return 0;
}
