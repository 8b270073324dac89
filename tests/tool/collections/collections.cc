/* A program whose memory is collected: who gets the memory, and in which routine
   collections begin.  The argument says what it does.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUTINE extern "C" __attribute__((noinline, noclone))

static void *volatile kept;
static volatile int marks[2000];

/* A routine of a library, by its name. */
namespace std {
__attribute__((noinline, noclone)) void *aprof_test_get(size_t n)
{
   void *p = malloc(n);

   kept = p;
   return p;
}
}

/* The collector. */
ROUTINE void collect(int n)
{
   for (int round = 0; round < 100; round++)
      for (int i = 0; i < n; i++)
         marks[i]++;
}

ROUTINE void blocks_of_malloc(void)
{
   for (int i = 0; i < 10; i++) {
      kept = malloc(2000 + i);
      free(kept);
   }
}

ROUTINE void blocks_of_new(void)
{
   for (int i = 0; i < 10; i++) {
      char *p = new char[3000 + i];
      kept = p;
      delete[] p;
   }
}

ROUTINE void blocks_of_calloc(void)
{
   for (int i = 0; i < 10; i++) {
      kept = calloc(7, 1000);
      free(kept);
   }
}

/* Only the first realloc has no block. */
ROUTINE void blocks_of_realloc(void)
{
   void *p = NULL;

   for (int i = 0; i < 10; i++)
      kept = p = realloc(p, 5001 + i * 1000);
   free(p);
}

ROUTINE void blocks_of_library(void)
{
   for (int i = 0; i < 10; i++)
      free(std::aprof_test_get(6000 + i));
}

/* The innermost routine that is no library's counts. */
ROUTINE void calls_others(void)
{
   blocks_of_malloc();
   blocks_of_library();
}

ROUTINE void begins_collection(void)
{
   collect(500);
}

ROUTINE void begins_none(void)
{
   kept = malloc(30000);
   free(kept);
}

/* A table for each question, and a collection for each eight of them. */
ROUTINE int ask(int k, int n)
{
   int *table = (int *)malloc(n * sizeof *table);
   int found;

   kept = table;
   table[k] = k;
   found = table[k];
   free(table);
   if (k % 8 == 0)
      collect(n);
   return found;
}

ROUTINE void ask_all(int n)
{
   int found = 0;

   for (int k = 0; k < n; k++)
      found += ask(k, n);
   marks[0] = found;
}

/* The same with small blocks. */
ROUTINE void make_nodes(int n)
{
   for (int k = 0; k < 8 * n; k++) {
      kept = malloc(40);
      free(kept);
      if (k % 80 == 0)
         collect(n);
   }
}

/* Collections have a small part of the cost. */
ROUTINE void sum_up(int n)
{
   for (int k = 0; k < n; k++)
      for (int i = 0; i < 1000; i++)
         marks[i] += k;
   for (int k = 0; k < n; k++) {
      kept = malloc(4000);
      free(kept);
   }
   collect(n);
}

/* No routine of a thread has half of what is not the collector's. */
static void collect_often(void)
{
   for (int i = 0; i < 4; i++)
      collect(2000);
}

ROUTINE void *first(void *n)
{
   for (int k = *(int *)n; k > 0; k--)
      marks[1] += k;
   collect_often();
   return NULL;
}

ROUTINE void *second(void *n)
{
   for (int k = *(int *)n; k > 0; k--)
      marks[2] += 2 * k;
   collect_often();
   return NULL;
}

ROUTINE void *third(void *n)
{
   for (int k = *(int *)n; k > 0; k--)
      marks[3] += 3 * k;
   collect_often();
   return NULL;
}

static void run_threads(int n)
{
   void *(*const routines[])(void *) = { first, second, third };
   pthread_t threads[3];

   for (int i = 0; i < 3; i++)
      pthread_create(&threads[i], NULL, routines[i], &n);
   for (int i = 0; i < 3; i++)
      pthread_join(threads[i], NULL);
}

int main(int argc, char **argv)
{
   const char *what = argc > 1 ? argv[1] : "";
   const int n = argc > 2 ? atoi(argv[2]) : 400;

   if (strcmp(what, "blocks") == 0) {
      calls_others();
      blocks_of_new();
      blocks_of_calloc();
      blocks_of_realloc();
      begins_collection();
      begins_none();
   } else if (strcmp(what, "tables") == 0)
      ask_all(n);
   else if (strcmp(what, "nodes") == 0)
      make_nodes(n);
   else if (strcmp(what, "threads") == 0)
      run_threads(n);
   else
      sum_up(n);
   printf("%d\n", marks[0]);
   return 0;
}
