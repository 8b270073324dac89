/* Loops that read the same data again and again, and loops that do not, one for
   each run.

   Usage: rereads NAME [SIZE]

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NOINLINE __attribute__((noinline, noclone, noipa))

static unsigned seed = 1;
static volatile long sink;

static unsigned any(unsigned limit)
{
   seed = seed * 1103515245 + 12345;
   return (seed >> 8) % limit;
}

/* Data that the program has not made: input of each routine that reads them. */
NOINLINE static void fill(void *to, size_t bytes)
{
   FILE *zero = fopen("/dev/zero", "r");

   setvbuf(zero, NULL, _IONBF, 0);
   if (fread(to, 1, bytes, zero) != bytes)
      abort();
   fclose(zero);
}

/* --- the same data again and again --- */

/* A list is searched at each insertion. */
struct entry { struct entry *next; long key; };

NOINLINE static struct entry **find(struct entry **list, long key)
{
   while (*list && (*list)->key != key)
      list = &(*list)->next;
   return list;
}

NOINLINE static void insert_all(long n)
{
   struct entry *list = NULL;

   for (long i = 0; i < n; i++) {
      struct entry **at = find(&list, i);
      *at = calloc(1, sizeof **at);
      (*at)->key = i;
   }
}

/* Two callees walk the same list for each element: neither writes for the
   other. */
NOINLINE static long list_length(const struct entry *list)
{
   long n = 0;

   for (; list; list = list->next)
      n++;
   return n;
}

NOINLINE static const struct entry *element_at(const struct entry *list,
                                               long i)
{
   while (i-- > 0)
      list = list->next;
   return list;
}

NOINLINE static long add_by_index(const struct entry *list)
{
   long total = 0;

   for (long i = 0; i < list_length(list); i++)
      total += element_at(list, i)->key;
   return total;
}

NOINLINE static void index_all(long n)
{
   struct entry *list = NULL;

   for (long i = 0; i < n; i++) {
      struct entry *e = calloc(1, sizeof *e);
      *e = (struct entry){ list, i };
      list = e;
   }
   sink += add_by_index(list);
}

/* The same, but some elements are there already. */
NOINLINE static void insert_new(long n)
{
   struct entry *list = NULL;
   long keys = 0;

   for (long i = 0; i < n; i++) {
      struct entry **at = find(&list, any(3) && keys ? keys : any(keys + 1));
      if (*at == NULL) {
         *at = calloc(1, sizeof **at);
         (*at)->key = keys++;
      }
   }
}

/* The end of a text is searched at each append. */
NOINLINE static char *end_of(char *text)
{
   while (*text)
      text++;
   return text;
}

NOINLINE static void append_all(long n)
{
   char *text = calloc(1, 7 * n + 8);

   for (long i = 0; i < n; i++)
      memcpy(end_of(text), "item, ", 7);
   sink += text[0];
}

/* A token is scanned from its start at each buffer. */
NOINLINE static long scan_token(const char *text, long from, long have)
{
   while (from < have && text[from] == 0)
      from++;
   return from;
}

NOINLINE static void parse_stream(long n)
{
   char *text = malloc(n * 256);
   FILE *zero = fopen("/dev/zero", "r");
   long have = 0;

   setvbuf(zero, NULL, _IONBF, 0);
   for (long i = 0; i < n; i++) {
      have += fread(text + have, 1, 256, zero);
      sink += scan_token(text, 0, have);
   }
}

/* The length of the rest is computed at each number. */
NOINLINE static long rest_length(const char *text)
{
   return strlen(text);
}

NOINLINE static void parse_numbers(const char *text)
{
   while (rest_length(text) > 0) {
      sink += atoi(text);
      text += 4;
   }
}

static void numbers(long n)
{
   char *text = malloc(4 * n + 1);

   for (long i = 0; i < n; i++)
      memcpy(text + 4 * i, "123,", 4);
   text[4 * n] = 0;
   parse_numbers(text);
}

/* sscanf computes the length of the rest. */
NOINLINE static void parse_list(const char *text)
{
   int value, used;

   while (sscanf(text, "%d%n", &value, &used) == 1) {
      sink += value;
      text += used + 1;
   }
}

static void list(long n)
{
   char *text = malloc(4 * n + 1);

   for (long i = 0; i < n; i++)
      memcpy(text + 4 * i, "123,", 4);
   text[4 * n - 1] = 0;
   parse_list(text);
}

/* A queue moves all its elements at each removal. */
NOINLINE static void drain(long *queue, long n)
{
   while (n > 0) {
      sink += queue[0];
      memmove(queue, queue + 1, --n * sizeof *queue);
   }
}

static void queue(long n)
{
   long *elements = malloc(n * sizeof *elements);

   fill(elements, n * sizeof *elements);
   drain(elements, n);
}

/* The length of a text is computed at each character. */
NOINLINE static long length(const char *text)
{
   long n = 0;

   while (text[n])
      n++;
   return n;
}

NOINLINE static void shout(char *text)
{
   for (long i = 0; i < length(text); i++)
      if (text[i] >= 'a' && text[i] <= 'z')
         text[i] -= 32;
}

static void text(long n)
{
   char *s = malloc(n + 1);

   memset(s, 'a', n);
   s[n] = 0;
   shout(s);
}

/* All elements behind are compared with each element. */
NOINLINE static long count_equal(const long *from, const long *end)
{
   long equal = 0;

   for (const long *p = from + 1; p < end; p++)
      equal += *p == *from;
   return equal;
}

NOINLINE static void count_pairs(const long *numbers, long n)
{
   for (long i = 0; i < n; i++)
      sink += count_equal(numbers + i, numbers + n);
}

static void pairs(long n)
{
   long *numbers = malloc(n * sizeof *numbers);

   fill(numbers, n * sizeof *numbers);
   count_pairs(numbers, n);
}

/* The rest of a text is searched at each character, and the loop writes more
   cells meanwhile than a search reads. */
NOINLINE static long find_close(const char *text, long from, long n)
{
   while (from < n && text[from] != ']')
      from++;
   return from;
}

NOINLINE static void write_tag(volatile char *to, char character)
{
   for (int i = 0; i < 32; i++)
      to[i] = character;
}

NOINLINE static void convert(const char *text, long n)
{
   char tag[32];

   for (long i = 0; i < n; i++)
      if (find_close(text, i, n) == n)
         write_tag(tag, text[i]);
}

static void brackets(long n)
{
   char *text = malloc(n);

   memset(text, '[', n);
   convert(text, n);
}

/* One routine has both loops. */
NOINLINE static void scan_all(const long *numbers, long n)
{
   for (long i = 0; i < n; i++)
      for (long j = 0; j < i; j++)
         sink += numbers[i] == numbers[j];
}

/* A turn does many elements, as on vector registers. */
NOINLINE static void find_nth(const long *blocks, long n)
{
   for (long i = 0; i < n; i++)
      for (long at = 0; at + 32 <= i; at += 32)
         sink += blocks[at / 32];
}

/* The same, and the inner loop begins with its condition, in the middle of its
   code; each time it has fewer turns. */
NOINLINE static void scan_rest(const long *numbers, long n)
{
   for (long i = 0; i < n; i++) {
      long j = i;

      while (j < n && numbers[j] != 1 && numbers[j] >= 0)
         j++;
      sink += j;
   }
}

static void fall(long n)
{
   long *numbers = malloc(n * sizeof *numbers);

   fill(numbers, n * sizeof *numbers);
   scan_rest(numbers, n);
}

/* A token that does not end: with each block that is read, what there is of it
   moves to a new buffer, and is scanned from its start. */
NOINLINE static long scan_so_far(const char *token, size_t length)
{
   long state = 0;

   for (size_t i = 0; i < length; i++)
      state = token[i] == 1 ? 0 : state + 1;
   return state;
}

NOINLINE static void refill(long n)
{
   const size_t block = 2048;
   char *token = NULL;

   for (long i = 0; i < n; i++) {
      char *longer = malloc((i + 1) * block);

      if (token)
         memcpy(longer, token, i * block);
      free(token);
      token = longer;
      fill(token + i * block, block);
      sink += scan_so_far(token, (i + 1) * block);
   }
}

/* Where do the blanks end, and does the text end there?  Asked at each of many
   blanks, with much work for each character. */
NOINLINE static int at_end(const char *p, const char *end)
{
   int steps = 0;

   for (int i = 0; i < 16; i++)
      steps += sink == i;
   return p == end && steps >= 0;
}

NOINLINE static int match_blanks(const char *p, const char *end)
{
   const char *q = p;

   while (q < end && *q == '\0')
      q++;
   for (; q > p; q--)
      if (at_end(q, end))
         return 1;
   return 0;
}

NOINLINE static void trim(long n)
{
   char *text = malloc(n + 1);

   fill(text, n);
   text[n] = 'x';
   for (long i = 0; i < n; i++)
      sink += match_blanks(text + i, text + n + 1);
}

/* Two loops in one routine, of which the inner one has as many turns each
   time. */
NOINLINE static void repeat(const long *numbers, long n)
{
   for (long i = 0; i < n; i++)
      for (long j = 0; j < n; j++)
         sink += numbers[j] == i;
}

static void rectangle(long n)
{
   long *numbers = malloc(n * sizeof *numbers);

   fill(numbers, n * sizeof *numbers);
   repeat(numbers, n);
}

static void one_routine(long n)
{
   long *numbers = malloc(n * sizeof *numbers);

   fill(numbers, n * sizeof *numbers);
   scan_all(numbers, n);
}

static void vectors(long n)
{
   long *blocks = malloc(n * sizeof *blocks);

   fill(blocks, n * sizeof *blocks);
   find_nth(blocks, n);
}

/* --- no data again and again --- */

/* The inner loop ends at a root of the number. */
NOINLINE static void roots(long n)
{
   for (long i = 0; i < n; i++)
      for (long root = 1; root * root <= 4 * i; root++)
         sink += i % root;
}

/* Records of an input that is much larger than the list of their keys: the key
   of each record is anywhere in the list, which grows. */
NOINLINE static long read_record(const long *record, long size)
{
   long all = 0;

   for (long i = 0; i < size; i++)
      all += record[i];
   return all;
}

NOINLINE static void count_records(const long *records, long n, long keys)
{
   enum { RECORD = 64 };
   struct entry *list = NULL;

   for (long i = 0; i < n; i++) {
      const long key = any(keys);
      struct entry **at = find(&list, key);

      sink += read_record(records + i * RECORD, RECORD);
      if (*at == NULL) {
         *at = calloc(1, sizeof **at);
         (*at)->key = key;
      }
   }
}

static void make_and_count_records(long n, long keys)
{
   long *records = calloc(n * 64, sizeof *records);

   count_records(records, n, keys);
   free(records);
}

static void records(long n)
{
   make_and_count_records(n, n / 2);
}

/* The same with few keys: soon the list grows no more. */
static void few_keys(long n)
{
   make_and_count_records(n, n / 60);
}

/* A cache of fixed size is searched for keys in any order. */
NOINLINE static long ask(const long *cache, long size, long key)
{
   for (long i = 0; i < size; i++)
      if (cache[i] == key)
         return i;
   return -1;
}

NOINLINE static void ask_cache(long n)
{
   long cache[200];

   for (long i = 0; i < 200; i++)
      cache[i] = i;
   for (long i = 0; i < n; i++)
      sink += ask(cache, 200, any(200));
}

/* A table is read a number of times. */
NOINLINE static long sum(const long *table, long size)
{
   long all = 0;

   for (long i = 0; i < size; i++)
      all += table[i];
   return all;
}

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

/* A list of the program, the same in all runs, and an input. */
static void fixed(long n)
{
   long *numbers = malloc(n * sizeof *numbers);

   insert_all(300);
   fill(numbers, n * sizeof *numbers);
   sink += sum(numbers, n);
}

static void passes(long n)
{
   long *table = malloc(n * sizeof *table);

   fill(table, n * sizeof *table);
   pass_over(table, n);
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

/* A buffer is filled again and again, and searched at each entry. */
NOINLINE static void fill_buffer(const long *numbers, long n)
{
   long buffer[100], have = 0;

   for (long i = 0; i < n; i++) {
      if (ask(buffer, have, numbers[i] + i) < 0)
         buffer[have++] = numbers[i] + i;
      if (have == 100)
         have = 0;
   }
}

static void batches(long n)
{
   long *numbers = malloc(n * sizeof *numbers);

   fill(numbers, n * sizeof *numbers);
   fill_buffer(numbers, n);
}

/* A parser reads chunk after chunk. */
NOINLINE static long parse_chunk(const char *chunk, long bytes)
{
   long lines = 0;

   for (long i = 0; i < bytes; i++)
      lines += chunk[i] == '\n';
   return lines;
}

NOINLINE static void chunks(long n)
{
   char chunk[1024];

   for (long i = 0; i < n; i++) {
      fill(chunk, 512 + any(512));
      sink += parse_chunk(chunk, 512 + any(512));
   }
}

/* Lines that get longer in the course of a text, but hardly from one to the
   next. */
NOINLINE static void longer_lines(long n)
{
   char line[4096];

   for (long i = 0; i < n; i++) {
      const long bytes = 260 + i / 4;

      memset(line, 'a', bytes);
      sink += parse_chunk(line, bytes);
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

/* Files of any size, one after the other. */
NOINLINE static void files(long n)
{
   char *content = malloc(1 << 14);

   for (long i = 0; i < n; i++) {
      long bytes = 1024 + any(1 << 13);

      fill(content, bytes);
      sink += parse_chunk(content, bytes);
   }
}

/* The keys are searched at each insertion, and many short texts are copied
   between two searches: they are no reason to doubt that the keys are old. */
NOINLINE static void copy_text(char *to, const char *from, long n)
{
   static volatile size_t length = 50;

   for (long i = 0; i < n; i++)
      memcpy(to, from, length);
}

NOINLINE static void insert_texts(long n)
{
   struct entry *list = NULL;
   char text[64] = "a short text", copy[64];

   for (long i = 0; i < n; i++) {
      struct entry **at = find(&list, i);

      *at = calloc(1, sizeof **at);
      (*at)->key = i;
      copy_text(copy, text, 4);
      sink += copy[3];
   }
}

/* Words are counted in a list.  Most words are frequent ones, found early in the
   list, and the caller's own work on the text is a tenth of all. */
NOINLINE static void count_words(long n)
{
   struct entry *list = NULL, **at;
   unsigned char text[80];
   long counted = 0, key;

   fill(text, sizeof text);
   for (long i = 0; i < n; i++) {
      for (size_t j = 0; j < sizeof text; j++)
         counted += text[j] == ' ' ? 2 : text[(j + 1) % sizeof text] != 'e';
      key = any(any(any(any(n) + 1) + 1) + 1);
      at = find(&list, key);
      if (*at == NULL) {
         *at = calloc(1, sizeof **at);
         (*at)->key = key;
      }
   }
   sink = counted;
}

int main(int count, char **arguments)
{
   static const struct {
      const char *name;
      void (*run)(long n);
      long n;
   } all[] = {
      { "insert_all", insert_all, 600 }, { "insert_new", insert_new, 900 },
      { "append_all", append_all, 600 }, { "index_all", index_all, 800 },
      { "parse_stream", parse_stream, 100 },
      { "parse_numbers", numbers, 2000 }, { "parse_list", list, 1500 }, { "drain", queue, 1000 },
      { "insert_texts", insert_texts, 600 }, { "convert", brackets, 2000 },
      { "one_routine", one_routine, 4000 }, { "fall", fall, 4000 },
      { "vectors", vectors, 24000 }, { "roots", roots, 24000 },
      { "refill", refill, 120 }, { "trim", trim, 1500 },
      { "rectangle", rectangle, 1000 },
      { "records", records, 4000 }, { "few_keys", few_keys, 6000 },
      { "shout", text, 1000 }, { "count_pairs", pairs, 500 },
      { "cache", ask_cache, 3000 }, { "passes", passes, 2000 },
      { "alike", alike, 12000 }, { "fixed", fixed, 1000 },
      { "tables", tables, 2000 }, { "matrices", matrices, 60 },
      { "sorts", sorts, 5000 }, { "sort_more", sort_more, 4000 },
      { "sort_copies", sort_copies, 4000 },
      { "clear_and_sum", clear_and_sum, 20000 }, { "tree", tree, 5000 },
      { "hash", hash, 10000 }, { "blocks", blocks, 200 },
      { "chunks", chunks, 300 }, { "simulation", simulation, 4000 },
      { "window", window, 5000 }, { "grow", grow, 20000 },
      { "searches", searches, 4000 }, { "files", files, 100 },
      { "batches", batches, 4000 }, { "longer_lines", longer_lines, 6000 },
      { "count_words", count_words, 10000 },
   };

   for (size_t i = 0; count > 1 && i < sizeof all / sizeof *all; i++)
      if (strcmp(arguments[1], all[i].name) == 0) {
         all[i].run(count > 2 ? atol(arguments[2]) : all[i].n);
         return 0;
      }
   return 1;
}
