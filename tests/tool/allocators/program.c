/* Routines that allocate, and read a known number of cells: the same number
   with every allocator.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>

#define ROUTINE __attribute__((noinline, noipa))

enum { LARGEST = 1024, CHURN = 500 };

static volatile int input[LARGEST];
static volatile long result;

/* What was allocated and freed before. */
static void *churn[CHURN];

ROUTINE void churn_heap(void)
{
   for (int i = 0; i < CHURN; i++)
      churn[i] = malloc(16 + i * 7919 % 3000);
   for (int i = 0; i < CHURN; i += 2)
      free(churn[i]);
}

/* n cells, O(n): a table that calloc has cleared. */
ROUTINE void count(int n)
{
   int *table = calloc(n, sizeof *table), s = 0;

   for (int i = 0; i < n; i++)
      table[i * 7 % n] += input[i];
   for (int i = 0; i < n; i++)
      s += table[i];
   result = s;
   free(table);
}

/* n cells: a buffer that grows. */
ROUTINE void collect(int n)
{
   int *buffer = NULL, room = 0, s = 0;

   for (int i = 0; i < n; i++) {
      if (i == room) {
         room = room > 0 ? 2 * room : 8;
         buffer = realloc(buffer, room * sizeof *buffer);
      }
      buffer[i] = input[i];
   }
   for (int i = 0; i < n; i++)
      s += buffer[i];
   result = s;
   free(buffer);
}

/* n cells: a buffer that grows by one element, and shrinks by one. */
ROUTINE void push_and_pop(int n)
{
   int *buffer = NULL, s = 0;

   for (int i = 0; i < n; i++) {
      buffer = realloc(buffer, (i + 1) * sizeof *buffer);
      buffer[i] = input[i];
   }
   for (int i = n - 1; i > 0; i--) {
      s += buffer[i];
      buffer = realloc(buffer, i * sizeof *buffer);
   }
   result = s;
   free(buffer);
}

/* n + 4 cells: appends to a list that stays, of which it reads the pointer, the
   length and the room. */
static struct { int *list; int length, room; } log_of;

ROUTINE void append_to_log(int n)
{
   for (int i = 0; i < n; i++) {
      if (log_of.length == log_of.room)
         log_of.list = realloc(log_of.list, (log_of.room = 2 * log_of.room + 8)
                                            * sizeof *log_of.list);
      log_of.list[log_of.length++] = input[i];
   }
}

/* Makes the block of sum_resized. */
ROUTINE int *filled(int n)
{
   int *block = malloc(n * sizeof *block);

   for (int i = 0; i < n; i++)
      block[i] = input[i];
   return block;
}

/* n cells: a block that its caller has filled is input, wherever realloc moves
   it. */
ROUTINE void sum_resized(int *block, int n)
{
   int s = 0;

   block = realloc(block, 9999);
   for (int i = 0; i < n; i++)
      s += block[i];
   result = s;
   free(block);
}

/* n cells, O(n): a list of its own. */
typedef struct node { struct node *next; int value; } node;

ROUTINE void walk_list(int n)
{
   node *list = NULL, *next;
   int s = 0;

   for (int i = 0; i < n; i++) {
      node *new = malloc(sizeof *new);
      *new = (node){ list, input[i] };
      list = new;
   }
   for (; list != NULL; list = next) {
      s += list->value;
      next = list->next;
      free(list);
   }
   result = s;
}

/* n cells, O(n^2): all pairs of n boxes. */
ROUTINE void all_pairs(int n)
{
   int **box = malloc(n * sizeof *box), s = 0;

   for (int i = 0; i < n; i++) {
      box[i] = malloc(sizeof **box);
      *box[i] = input[i];
   }
   for (int i = 0; i < n; i++)
      for (int k = 0; k < n; k++)
         s += *box[i] > *box[k];
   result = s;
   for (int i = 0; i < n; i++)
      free(box[i]);
   free(box);
}

/* n cells: aligned blocks. */
ROUTINE void aligned(int n)
{
   int s = 0;

   for (int i = 0; i < n; i++) {
      int *p = aligned_alloc(64, 64);
      void *q = NULL;
      if (posix_memalign(&q, 32, 40) == 0)
         *(int *)q = *p = input[i];
      s += *p + *(int *)q;
      free(p);
      free(q);
   }
   result = s;
}

int main(void)
{
   for (int i = 0; i < LARGEST; i++)
      input[i] = i * 7919 % 1000;
   churn_heap();
   for (int n = 16; n <= LARGEST; n += n / 4) {
      count(n);
      collect(n);
      push_and_pop(n);
      append_to_log(n);
      sum_resized(filled(n), n);
      walk_list(n);
      if (n < 400)
         all_pairs(n);
      aligned(n);
   }
   return 0;
}
