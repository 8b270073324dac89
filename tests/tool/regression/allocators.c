/* What allocators read is no input of their callers; calloc's block counts as
   written, and realloc's keeps its history, wherever it moves.

   system: seen
   same: --shadow=tables

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>

#include "regression.h"

enum { SIZES = 3 };
static const int sizes[SIZES] = { 64, 500, 1399 };
static volatile int input[1400];
/* Heaps of a churned and of a quiet program: what malloc has to look for. */
static void *churn[500];

ROUTINE void churn_heap(void)
{
   for (int i = 0; i < 500; i++)
      churn[i] = malloc(16 + i * 7919 % 3000);
   for (int i = 0; i < 500; i += 2)
      free(churn[i]);
}

/* Reads `input`, and a table that calloc has cleared. */
ROUTINE int count_in_table(int n)
{
   int *table = calloc(n, sizeof *table), s = 0;

   for (int i = 0; i < n; i++)
      table[i * 7 % n] += input[i];
   for (int i = 0; i < n; i++)
      s += table[i];
   free(table);
   return s;
}

/* The same, in a table that the kernel has cleared. */
ROUTINE int count_in_big_table(int n)
{
   enum { CELLS = 300000 };
   int *table = calloc(CELLS, sizeof *table), s = 0;

   for (int i = 0; i < n; i++)
      table[i * 977 % CELLS] += input[i];
   for (int i = 0; i < n; i++)
      s += table[i * 977 % CELLS];
   free(table);
   return s;
}

/* A buffer that grows, and is read at the end. */
ROUTINE int collect(int n)
{
   int *buffer = NULL, room = 0, s = 0;

   for (int i = 0; i < n; i++) {
      if (i == room)
         buffer = realloc(buffer, (room = room ? 2 * room : 8) * sizeof *buffer);
      buffer[i] = input[i];
   }
   for (int i = 0; i < n; i++)
      s += buffer[i];
   free(buffer);
   return s;
}

/* Appends to what grows over all calls: the state is 4 cells. */
static struct { int *list; int count, room; } log_of;

ROUTINE void append_to_log(int n)
{
   for (int i = 0; i < n; i++) {
      if (log_of.count == log_of.room)
         log_of.list = realloc(log_of.list, (log_of.room = 2 * log_of.room + 8)
                                            * sizeof *log_of.list);
      log_of.list[log_of.count++] = input[i];
   }
}

/* A block that others have written is input, whether realloc moves it, extends
   it or shrinks it. */
ROUTINE int sum_resized(int **block, int n, size_t bytes)
{
   int *list = *block = realloc(*block, bytes), s = 0;

   for (int i = 0; i < n; i++)
      s += list[i];
   return s;
}

ROUTINE int *filled(int n)
{
   int *block = malloc(n * sizeof *block);

   for (int i = 0; i < n; i++)
      block[i] = input[i];
   return block;
}

ROUTINE int sum_moved(int **block, int n)
{
   return sum_resized(block, n, 9999);
}

ROUTINE int sum_shrunk(int **block, int n)
{
   return sum_resized(block, n, n * sizeof **block);
}

ROUTINE int *big_block(int n)
{
   int *block = malloc(n * sizeof *block);

   for (int i = 0; i < n; i++)
      block[i] = i;
   return block;
}

/* mremap moves it. */
ROUTINE int sum_remapped(int **block, int n)
{
   return sum_resized(block, n, 64 << 20);
}

ROUTINE void use_nothing(void)
{
   void *p = realloc(NULL, 100), *q = NULL;

   must(p != NULL, "realloc(NULL)");
   must(realloc(p, (size_t)1 << 60) == NULL, "a failure");
   free(p);
   p = aligned_alloc(64, 128);
   must(p != NULL && posix_memalign(&q, 64, 100) == 0, "aligned");
   free(p);
   free(q);
}

int main(void)
{
   int sum = 0;

   for (int i = 0; i < 1400; i++)
      input[i] = i;
   churn_heap();
   for (int s = 0; s < SIZES; s++) {
      int n = sizes[s];
      sum += count_in_table(n);
      sum += count_in_big_table(n);
      sum += collect(n);
      append_to_log(n);

      int *block = filled(n);
      void *behind = malloc(100);
      sum += sum_moved(&block, n);
      free(behind);
      free(block);
      block = filled(n);
      sum += sum_shrunk(&block, n / 2);
      free(block);
   }
   for (int n = 100000; n <= 200000; n += 100000) {
      int *block = big_block(n);
      sum += sum_remapped(&block, n);
      free(block);
   }
   use_nothing();
   must(sum != 0, "sum");
   return 0;
}
