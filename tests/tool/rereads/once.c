/* Loops that read nothing again and again: passes, tables of fixed size, sorts,
   trees and hash tables.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "cases.h"

NOINLINE static void pass_over(const long *table, long size)
{
   for (int pass = 0; pass < 100; pass++)
      sink += sum(table, size);
}

/* A record reads a part of the table; parts are nearly alike. */
NOINLINE static void read_records(const long *table, long n)
{
   for (long i = 0; i < n; i++)
      sink += sum(table, 300 + any(12) + (i % 100 == 0 ? any(200) : 0));
}

static void alike(long n)
{
   long table[730];

   fill(table, sizeof table);
   read_records(table, n);
}

/* The same, where others read parts of all sizes by the same callee. */
NOINLINE static void read_parts(const long *table, long n)
{
   for (long i = 0; i < n; i++)
      sink += sum(table, any(700));
}

static void alike_of_all(long n)
{
   long table[730];

   fill(table, sizeof table);
   read_parts(table, 2 * n);
   read_records(table, n);
}

static void passes(long n)
{
   long *table = malloc(n * sizeof *table);

   fill(table, n * sizeof *table);
   pass_over(table, n);
}

/* As many passes as a set of files has files, each over all of them. */
NOINLINE static void pass_again(const long *table, long n)
{
   for (int i = 0; i < 60; i++)
      sink += sum(table, n);
}

static void sixty_passes(long n)
{
   long *table = malloc(n * sizeof *table);

   fill(table, n * sizeof *table);
   pass_again(table, n);
}

/* For each number, a table of fixed size is read. */
NOINLINE static void read_tables(const long *numbers, long n)
{
   long table[100];

   fill(table, sizeof table);
   for (long i = 0; i < n; i++)
      sink += numbers[i] * sum(table, 100);
}

static void tables(long n)
{
   long *numbers = malloc(n * sizeof *numbers);

   fill(numbers, n * sizeof *numbers);
   read_tables(numbers, n);
}

NOINLINE static double product(const double *row, const double *column, long n)
{
   double all = 0;

   for (long i = 0; i < n; i++)
      all += row[i] * column[i * n];
   return all;
}

NOINLINE static void multiply(double *c, const double *a, const double *b,
                              long n)
{
   for (long i = 0; i < n; i++)
      for (long k = 0; k < n; k++)
         c[i * n + k] = product(a + i * n, b + k, n);
}

static void matrices(long n)
{
   double *a = malloc(n * n * sizeof *a), *b = malloc(n * n * sizeof *b);
   double *c = malloc(n * n * sizeof *c);

   fill(a, n * n * sizeof *a);
   fill(b, n * n * sizeof *b);
   multiply(c, a, b, n);
   sink += c[0];
}

NOINLINE static int compare(const void *a, const void *b)
{
   return (*(const int *)a > *(const int *)b) -
          (*(const int *)a < *(const int *)b);
}

NOINLINE static void merge(int *a, int *half, int *end, int *to)
{
   int *b = half, *from = a, *at = to;

   while (a < half || b < end)
      *at++ = b == end || (a < half && *a <= *b) ? *a++ : *b++;
   memcpy(from, to, (char *)at - (char *)to);
}

NOINLINE static void merge_sort(int *a, long n, int *to)
{
   if (n < 2)
      return;
   merge_sort(a, n / 2, to);
   merge_sort(a + n / 2, n - n / 2, to);
   merge(a, a + n / 2, a + n, to);
}

static void sorts(long n)
{
   int *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
   int *to = malloc(n * sizeof *to);

   for (long i = 0; i < n; i++)
      a[i] = b[i] = (int)any(1000000);
   qsort(a, n, sizeof *a, compare);
   merge_sort(b, n, to);
   sink += a[0] + b[0];
}

/* Sorts of more and more numbers, each time other numbers. */
NOINLINE static void sort_more(long n)
{
   int *a = malloc(n * sizeof *a), *to = malloc(n * sizeof *to);

   for (long size = n / 20; size <= n; size += n / 20) {
      for (long i = 0; i < size; i++)
         a[i] = (int)any(1000000);
      merge_sort(a, size, to);
   }
   sink += a[0];
}

/* The same of copies of the first numbers. */
NOINLINE static void sort_copies(long n)
{
   int *all = malloc(n * sizeof *all), *a = malloc(n * sizeof *a);
   int *to = malloc(n * sizeof *to);

   for (long i = 0; i < n; i++)
      all[i] = (int)any(1000000);
   for (long size = n / 20; size <= n; size += n / 20) {
      memcpy(a, all, size * sizeof *a);
      merge_sort(a, size, to);
   }
   sink += a[0];
}

/* Sums over memory that was cleared, more and more of it. */
NOINLINE static void clear_and_sum(long n)
{
   long *a = malloc(n * sizeof *a);

   for (long size = n / 40; size <= n; size += n / 40) {
      memset(a, 0, size * sizeof *a);
      sink += sum(a, size);
   }
}

struct node { struct node *child[2]; unsigned key; };

NOINLINE static void put(struct node **tree, unsigned key)
{
   while (*tree)
      tree = &(*tree)->child[key > (*tree)->key];
   *tree = calloc(1, sizeof **tree);
   (*tree)->key = key;
}

NOINLINE static void tree(long n)
{
   struct node *root = NULL;

   for (long i = 0; i < n; i++)
      put(&root, any(1u << 24));
}

static struct entry *buckets[4096];

NOINLINE static void enter(long key)
{
   struct entry **at = &buckets[key * 2654435761u >> 8 & 4095];

   while (*at && (*at)->key != key)
      at = &(*at)->next;
   if (*at == NULL) {
      *at = calloc(1, sizeof **at);
      (*at)->key = key;
   }
}

NOINLINE static void hash(long n)
{
   for (long i = 0; i < n; i++)
      enter(any(1u << 24));
}

/* A file is read and written in blocks. */
NOINLINE static void copy_block(char *to, const char *from, long bytes)
{
   memcpy(to, from, bytes);
}

NOINLINE static void blocks(long n)
{
   char from[4096], to[4096];

   for (long i = 0; i < n; i++) {
      fill(from, sizeof from);
      copy_block(to, from, sizeof to);
      sink += to[i % 4096];
   }
}

/* Each step of a simulation reads the state that the step before has written. */
NOINLINE static void step(const char *state, char *next, long n)
{
   for (long i = 1; i + 1 < n; i++)
      next[i] = state[i - 1] ^ state[i] ^ state[i + 1];
}

NOINLINE static void simulate(char *state, long n)
{
   char *next = calloc(1, n);

   for (int i = 0; i < 200; i++) {
      step(state, next, n);
      step(next, state, n);
   }
   free(next);
}

static void simulation(long n)
{
   char *state = malloc(n);

   fill(state, n);
   simulate(state, n);
}

/* Means over a window of fixed size. */
NOINLINE static void smooth(const long *numbers, long n)
{
   for (long i = 0; i + 64 < n; i++)
      sink += sum(numbers + i, 64);
}

static void window(long n)
{
   long *numbers = malloc(n * sizeof *numbers);

   fill(numbers, n * sizeof *numbers);
   smooth(numbers, n);
}

/* An array grows by doubling. */
NOINLINE static long *twice(long *old, long n)
{
   long *new = malloc(2 * n * sizeof *new);

   for (long i = 0; i < n; i++)
      new[i] = old[i];
   free(old);
   return new;
}

NOINLINE static void grow(long n)
{
   long room = 32, *array = malloc(room * sizeof *array);

   for (long i = 0; i < n; i++) {
      if (i == room) {
         array = twice(array, room);
         room *= 2;
      }
      array[i] = any(1000);
   }
   sink += array[n / 2];
}

/* Binary search in a sorted table. */
NOINLINE static long search(const long *sorted, long n, long key)
{
   long low = 0;

   while (n > 1) {
      if (sorted[low + n / 2] <= key)
         low += n / 2;
      n -= n / 2;
   }
   return low;
}

NOINLINE static void look_up(const long *sorted, long n)
{
   for (long i = 0; i < n; i++)
      sink += search(sorted, n, any(1u << 20));
}

static void searches(long n)
{
   long *sorted = malloc(n * sizeof *sorted);

   fill(sorted, n * sizeof *sorted);
   look_up(sorted, n);
}

/* --- two loops, one after the other --- */

/* Each element takes about as many cells of a table as the others of its loop;
   the first one takes more. */
NOINLINE static void take_each(const long *rows, long n, long longs)
{
   for (long i = 0; i < n; i++)
      sink += sum(rows, i == 0 ? 1200 : longs + any(56));
}

static void two_loops(long n)
{
   static long rows[1200];

   fill(rows, sizeof rows);
   take_each(rows, n, 300);
   take_each(rows, n, 800);
}

/* The same, where the elements of a loop differ as well. */
NOINLINE static void take_phases(const long *rows, long n)
{
   for (long i = 0; i < n; i++)
      sink += sum(rows, 60 + any(60));
   for (long i = 0; i < n; i++)
      sink += sum(rows, 700 + any(1400));
}

static void two_phases(long n)
{
   static long rows[2100];

   fill(rows, sizeof rows);
   take_phases(rows, n);
}

/* Many statements that read as much each, and a few of another kind at the
   end. */
NOINLINE static void run_script(const long *rows, long n)
{
   for (long i = 0; i < n; i++)
      sink += sum(rows, i < n - n / 12 ? 250 + any(120) : 250 + any(5000));
}

static void statements(long n)
{
   static long rows[5250];

   fill(rows, sizeof rows);
   run_script(rows, n);
}

/* A function of a language that goes through all words for each of them: its loop,
   and what it calls, are in one recursion, and one of many activations has it. */
struct function { const struct function *each; };

NOINLINE static void expand(const struct function *f, const long *words, long n);

NOINLINE static void call_function(const struct function *f, const long *words, long n)
{
   if (!f->each)
      sink += sum(words, n);
   for (long i = 0; f->each && i < n; i++)
      expand(f->each, words, n);
}

NOINLINE static void expand(const struct function *f, const long *words, long n)
{
   call_function(f, words, n);
   sink += n;
}

static void expand_words(long n)
{
   const struct function filter = { NULL }, loop = { &filter };
   long *words = malloc((size_t)n * sizeof *words);

   fill(words, (size_t)n * sizeof *words);
   expand(&loop, words, n);
}

const loop_case once_cases[] = {
   { "expand_words", expand_words, 3000 },
   { "passes", passes, 2000 },
   { "sixty_passes", sixty_passes, 3000 },
   { "alike", alike, 12000 },
   { "two_loops", two_loops, 1500 },
   { "two_phases", two_phases, 1000 },
   { "statements", statements, 800 },
   { "alike_of_all", alike_of_all, 12000 },
   { "tables", tables, 2000 },
   { "matrices", matrices, 60 },
   { "sorts", sorts, 5000 },
   { "sort_more", sort_more, 4000 },
   { "sort_copies", sort_copies, 4000 },
   { "clear_and_sum", clear_and_sum, 20000 },
   { "tree", tree, 5000 },
   { "hash", hash, 10000 },
   { "blocks", blocks, 200 },
   { "simulation", simulation, 4000 },
   { "window", window, 5000 },
   { "grow", grow, 20000 },
   { "searches", searches, 4000 },
   { 0 },
};
