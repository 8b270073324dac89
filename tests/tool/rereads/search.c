/* Lists and arrays that are searched, or moved, for each element, and others that
   are searched as well, but not again and again.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "cases.h"

/* A list is searched at each insertion. */
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

/* A list of the program, the same in all runs, and an input. */
static void fixed(long n)
{
   long *numbers = malloc(n * sizeof *numbers);

   insert_all(300);
   fill(numbers, n * sizeof *numbers);
   sink += sum(numbers, n);
}

/* A small part of the cost is such a list, and the rest passes over numbers. */
NOINLINE static void add_up(const long *numbers, long n)
{
   for (long pass = 0; pass < 200; pass++)
      sink += sum(numbers, n);
}

static void small_list(long n)
{
   long *numbers = malloc(n * sizeof *numbers);

   insert_all(300);
   fill(numbers, n * sizeof *numbers);
   add_up(numbers, n);
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

/* A sorted list is searched at each insertion, and the keys are sorted as well,
   by a recursion that copies them. */
NOINLINE static struct entry **place_of(struct entry **list, long key)
{
   while (*list && (*list)->key < key)
      list = &(*list)->next;
   return list;
}

static int by_key(const void *a, const void *b)
{
   const long p = *(const long *)a, q = *(const long *)b;

   return p < q ? -1 : p > q;
}

NOINLINE static void insert_and_sort(long n)
{
   struct entry *list = NULL;
   long *keys = malloc(n * sizeof *keys);

   for (long i = 0; i < n; i++) {
      struct entry *e = malloc(sizeof *e), **at;

      e->key = keys[i] = any(1 << 20);
      at = place_of(&list, e->key);
      e->next = *at;
      *at = e;
   }
   qsort(keys, n, sizeof *keys, by_key);
   sink += keys[n / 2];
}

/* Each element of a tree searches the table of all for its next child. */
NOINLINE static long next_child(const long *parents, long n, long of,
                                long after)
{
   long next = n;

   for (long i = n - 1; i > 0; i--)
      if (parents[i] == of && i > after)
         next = i;
   return next;
}

NOINLINE static void visit(const long *parents, long n, long element)
{
   long child = 0;

   while ((child = next_child(parents, n, element, child)) < n)
      visit(parents, n, child);
   sink++;
}

static void visit_all(long n)
{
   long *parents = malloc(n * sizeof *parents);

   fill(parents, n * sizeof *parents);
   visit(parents, n, 0);
}

/* A name that is taken gets a number, and all numbers are tried: the table of
   names is sound. */
enum { NAMES = 1 << 16 };
static long names[NAMES];

NOINLINE static long *name_at(long name, long number)
{
   unsigned long at = (name * 31 + number * 2654435761u) % NAMES;

   while (names[at] && names[at] != (number << 8 | name))
      at = (at + 1) % NAMES;
   return &names[at];
}

NOINLINE static void take_name(long name)
{
   long number = 1;

   while (*name_at(name, number))
      number++;
   *name_at(name, number) = number << 8 | name;
}

/* The text beside the names is written anew each time. */
NOINLINE static void write_text(char *text, long length)
{
   for (long i = 0; i < length; i++)
      text[i] = (char)(text[i] * 3 + i);
}

NOINLINE static void name_all(long n)
{
   char text[2000] = "";

   for (long i = 0; i < n; i++) {
      write_text(text, sizeof text);
      take_name(1 + any(5));
   }
   sink += text[n % 2000];
}

/* Rows of a table, of which each asks for its place among the others: it goes
   back by their links, which are a small part of what they have. */
struct row { struct row *before; long cells[20]; };

NOINLINE static long place_of_row(const struct row *r)
{
   long place = 0;

   for (r = r->before; r; r = r->before)
      place++;
   return place;
}

static struct row *make_rows(long n, long in_table)
{
   struct row *rows = calloc(n, sizeof *rows);

   for (long i = 0; i < n; i++) {
      rows[i].before = i % in_table ? &rows[i - 1] : NULL;
      for (long k = 0; k < 20; k++)
         rows[i].cells[k] = i ^ k;
   }
   return rows;
}

NOINLINE static long number_rows(const struct row *rows, long n)
{
   long all = 0;

   for (long i = 0; i < n; i++)
      all += place_of_row(&rows[i]) + sum(rows[i].cells, 20);
   return all;
}

/* Five tables. */
NOINLINE static void number_all(long n)
{
   struct row *rows = make_rows(n, n / 5);

   sink += number_rows(rows, n);
   free(rows);
}

/* Tables of 600 rows, however many there are. */
NOINLINE static void number_pages(long n)
{
   struct row *rows = make_rows(n, 600);

   sink += number_rows(rows, n);
   free(rows);
}

/* Scopes within scopes: a name is looked for from the innermost on, and found
   in any of them, or in none. */
static struct entry *scopes;

NOINLINE static long find_name(long name)
{
   long steps = 0;

   for (const struct entry *e = scopes; e && e->key != name; e = e->next)
      steps++;
   return steps;
}

NOINLINE static long enter_scope(const long *names, long n)
{
   struct entry *here;
   long all;

   if (n == 0)
      return 0;
   here = malloc(sizeof *here);
   *here = (struct entry){ scopes, -n };
   scopes = here;
   all = find_name(names[0]) + enter_scope(names + 1, n - 1) + 1;
   scopes = here->next;
   free(here);
   return all;
}

static long *make_names(long n)
{
   long *names = calloc(n, sizeof *names);

   for (long i = 0; i < n; i++)
      names[i] = any(3) ? i - n - 1 - any(i + 1) : 0;
   return names;
}

NOINLINE static void nest(long n)
{
   long *names = make_names(n);

   sink += enter_scope(names, n);
   free(names);
}

/* The same by two routines that call each other. */
NOINLINE static long enter_body(const long *names, long n);

NOINLINE static long enter_block(const long *names, long n)
{
   struct entry here = { scopes, -n };
   long all;

   scopes = &here;
   all = find_name(names[0]) + enter_body(names + 1, n - 1) + 1;
   scopes = here.next;
   return all;
}

NOINLINE static long enter_body(const long *names, long n)
{
   return n == 0 ? 0 : enter_block(names, n) + 1;
}

NOINLINE static void nest_in_turn(long n)
{
   long *names = make_names(n);

   sink += enter_body(names, n);
   free(names);
}

/* Two routines that call each other and read all data once. */
NOINLINE static long enter_item(const long *table, long size);

NOINLINE static long enter_list(const long *table, long size)
{
   return size > 50 ? sum(table, 50) + enter_item(table + 50, size - 50) : 1;
}

NOINLINE static long enter_item(const long *table, long size)
{
   return enter_list(table, size) + 1;
}

NOINLINE static void descend(long n)
{
   long *table = malloc(n * sizeof *table);

   fill(table, n * sizeof *table);
   sink += enter_list(table, n);
   free(table);
}

/* A recursion over parts reads all data a few times at each level. */
NOINLINE static long sum_parts(const long *table, long size)
{
   const long part = size / 4 + any(size / 2 + 1);
   long all;

   if (size < 32)
      return 0;
   all = sum_parts(table, part) + sum_parts(table + part, size - part);
   for (unsigned pass = any(4); pass > 0; pass--)
      all += sum(table, size);
   return all;
}

NOINLINE static void parts(long n)
{
   long *table = malloc(n * sizeof *table);

   fill(table, n * sizeof *table);
   sink += sum_parts(table, n);
   free(table);
}

/* A list of large elements, which is searched for each new one, between much
   other work. */
struct record {
   struct record *next;
   int fields[20];
};

NOINLINE static struct record **find_record(struct record **list,
                                            const int *fields)
{
   for (; *list; list = &(*list)->next) {
      int different = 0;

      for (int i = 0; i < 20; i++)
         different |= (*list)->fields[i] ^ fields[i];
      if (!different)
         break;
   }
   return list;
}

NOINLINE static void insert_records(long n)
{
   struct record *list = NULL;

   for (long i = 0; i < n; i++) {
      struct record *new = calloc(1, sizeof *new);

      for (long k = 0; k < 4000; k++)
         if (any(2))
            new->fields[k % 20] += any(9);
      new->fields[0] = i;
      *find_record(&list, new->fields) = new;
   }
}

/* A routine that is called for each element has the loop at the last one only,
   over all of them: with calls, and with a loop of its own. */
NOINLINE static long count_same(const long *numbers, long n, long number)
{
   long same = 0;

   for (long i = 0; i < n; i++)
      same += numbers[i] == number;
   return same;
}

NOINLINE static void take_number(long *numbers, long n, long i)
{
   numbers[i] = any(1000);
   for (long k = 0; i == n - 1 && k < n; k++)
      sink += count_same(numbers, n, numbers[k]);
}

NOINLINE static void take_and_compare(long *numbers, long n, long i)
{
   numbers[i] = any(1000);
   for (long k = 0; i == n - 1 && k < n; k++)
      for (long l = k + 1; l < n; l++)
         if (numbers[k] == numbers[l])
            sink++;
}

/* A routine that ends the program instead of returning; and one that makes its
   input by itself. */
NOINLINE static void count_and_leave(const long *numbers, long n)
{
   for (long i = 0; i < n; i++)
      sink += count_same(numbers, n, numbers[i]);
   exit(0);
}

NOINLINE static long *make_numbers(long n)
{
   long *numbers = malloc(n * sizeof *numbers);

   for (long i = 0; i < n; i++)
      numbers[i] = any(1000);
   return numbers;
}

static void leave(long n)
{
   count_and_leave(make_numbers(n), n);
}

/* A routine that reads a table of fixed size, too: its exponent is known,
   though the costs scatter around a power of the size. */
NOINLINE static void count_beside(const long *numbers, long n,
                                  const long *table)
{
   for (long i = 0; i < 420; i++)
      sink += table[i];
   for (long i = 0; i < n; i++)
      for (long k = 0; k < n; k++)
         if (numbers[i] == numbers[k])
            sink++;
}

static void beside(long n)
{
   count_beside(make_numbers(n), n, make_numbers(420));
}

NOINLINE static void make_and_count(long n)
{
   long *numbers = malloc(n * sizeof *numbers);

   for (long i = 0; i < n; i++)
      numbers[i] = i * 31 % 1000;
   for (long i = 0; i < n; i++)
      sink += count_same(numbers, n, numbers[i]);
   free(numbers);
}

static void take_all(long n, void (*take)(long *, long, long))
{
   long *numbers = malloc(n * sizeof *numbers);

   for (long i = 0; i < n; i++)
      take(numbers, n, i);
   free(numbers);
}

static void calls_at_last(long n) { take_all(n, take_number); }
static void loop_at_last(long n) { take_all(n, take_and_compare); }

/* The letters with new numbers are kept: a search walks an element more for each,
   but for those at the end, whose numbers are the first ones again.  What is there
   at first is not searched for. */
enum { LENGTH = 120 };

struct letter { long number, text[LENGTH]; };

NOINLINE static int contains(const long *kept, long n, long number)
{
   for (long i = 0; i < n; i++)
      if (kept[i] == number)
         return 1;
   return 0;
}

NOINLINE static void keep_new(const struct letter *letters, long *kept, long n)
{
   long at = 0;

   for (; at < n / 3; at++)
      kept[at] = letters[at].number;
   for (long i = at; i < n; i++) {
      for (int k = 0; k < LENGTH; k++)
         sink ^= letters[i].text[k];
      if (!contains(kept, at, letters[i].number))
         kept[at++] = letters[i].number;
   }
}

static void begins_anew(long n)
{
   struct letter *letters = calloc(n, sizeof *letters);

   fill(letters, n * sizeof *letters);
   for (long i = 0; i < n; i++)
      letters[i].number = i % (n * 3 / 4);
   keep_new(letters, calloc(n, sizeof(long)), n);
}

enum { ROW = 16 };                    /* that is read for each call, too */

/* A text that is complete after a third of the run: before, a word is appended at
   each call, and then each call looks for one. */
NOINLINE static size_t end_of_words(const char *text)
{
   size_t words = 0;

   for (const char *c = text; *c; c++)
      words += *c == ' ';
   return words;
}

NOINLINE static void append_and_ask(char *text, const long *rows, long n)
{
   for (long i = 0; i < 3 * n; i++) {
      for (long k = 0; k < ROW; k++)
         sink += rows[ROW * i + k];
      sink += (long)end_of_words(text);
      if (i < n)
         memcpy(text + 9 * i, "the word ", 10);
   }
}

static void complete_early(long n)
{
   const size_t bytes = 3 * ROW * sizeof(long) * (size_t)n;
   long *rows = malloc(bytes);

   fill(rows, bytes);
   append_and_ask(calloc((size_t)n, 10), rows, n);
}

/* A table that a part of the calls looks into is as large in each of them. */
NOINLINE static void ask_parts(const long *table, long n)
{
   for (long i = 0; i < n; i++)
      sink += sum(table + i % 7, i < n / 2 ? 900 + i % 100 : 1200);
}

static void ask_two_sizes(long n)
{
   long *table = calloc(2000, sizeof *table);

   fill(table, 2000 * sizeof *table);
   ask_parts(table, n);
}

/* Half of the list is there at first.  Searches end anywhere in it. */
NOINLINE static long look_up(const struct entry *list, long key)
{
   long steps = 0;

   for (; list && list->key != key; list = list->next)
      steps++;
   return steps;
}

NOINLINE static struct entry *add_in_front(struct entry *list, long key)
{
   struct entry *e = malloc(sizeof *e);

   *e = (struct entry){ list, key };
   return e;
}

NOINLINE static void grow_and_ask(struct entry *list, long from, long to)
{
   for (long i = from; i < to; i++) {
      sink += look_up(list, any(i));
      list = add_in_front(list, i);
   }
}

static void from_half(long n)
{
   struct entry *list = NULL;

   for (long i = 0; i < n / 2; i++)
      list = add_in_front(list, i);
   grow_and_ask(list, n / 2, n);
}

/* The list stays as it is, and what is taken off is put on again. */
NOINLINE static void take_and_ask(struct entry *list, long n)
{
   for (long i = 0; i < n; i++) {
      struct entry *first = list;

      sink += look_up(list, any(n));
      list = list->next;
      first->key = i;
      first->next = list;
      list = first;
   }
}

static void as_before(long n)
{
   struct entry *list = NULL;

   for (long i = 0; i < n; i++)
      list = add_in_front(list, i);
   take_and_ask(list, n);
}

const loop_case search_cases[] = {
   { "from_half", from_half, 3000 },
   { "as_before", as_before, 2000 },
   { "complete_early", complete_early, 1500 },
   { "ask_two_sizes", ask_two_sizes, 3000 },
   { "number_all", number_all, 5000 },
   { "number_pages", number_pages, 12000 },
   { "nest", nest, 2000 },
   { "nest_in_turn", nest_in_turn, 2000 },
   { "descend", descend, 100000 },
   { "parts", parts, 131072 },
   { "small_list", small_list, 4000 },
   { "insert_all", insert_all, 600 },
   { "insert_new", insert_new, 900 },
   { "index_all", index_all, 800 },
   { "drain", queue, 1000 },
   { "insert_texts", insert_texts, 600 },
   { "records", records, 4000 },
   { "few_keys", few_keys, 6000 },
   { "count_pairs", pairs, 500 },
   { "cache", ask_cache, 3000 },
   { "fixed", fixed, 1000 },
   { "batches", batches, 4000 },
   { "count_words", count_words, 10000 },
   { "insert_and_sort", insert_and_sort, 900 },
   { "visit_all", visit_all, 300 },
   { "name_all", name_all, 2500 },
   { "insert_records", insert_records, 600 },
   { "leave", leave, 1200 },
   { "beside", beside, 1200 },
   { "make_and_count", make_and_count, 1200 },
   { "calls_at_last", calls_at_last, 1200 },
   { "loop_at_last", loop_at_last, 2000 },
   { "begins_anew", begins_anew, 3000 },
   { "begins_anew_soon", begins_anew, 2000 },
   { 0 },
};
