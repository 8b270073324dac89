/* Calls on ever more data, or on a little more or less at each call.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "cases.h"

/* --- the depth of an element --- */

struct element {
   struct element *outer;
   long kind;
};

NOINLINE static long depth_of(const struct element *e)
{
   long depth = 0;

   for (; e != NULL; e = e->outer)
      depth += e->kind;
   return depth;
}

/* Elements in elements are entered and left, each with a look at all around
   it. */
NOINLINE static void walk_elements(struct element *elements, long n)
{
   for (long i = 0; i < n; i++)
      sink += depth_of(&elements[i]);
   for (long i = n; i-- > 0; )
      sink += depth_of(&elements[i]);
}

static void depth(long n)
{
   struct element *elements = calloc(n, sizeof *elements);

   for (long i = 0; i < n; i++)
      elements[i] = (struct element){ i > 0 ? &elements[i - 1] : NULL, 1 };
   walk_elements(elements, n);
}

/* --- two texts by turns --- */

NOINLINE static long length_of(const int *text)
{
   long n = 0;

   while (text[n] != 0)
      n++;
   return n;
}

/* A text moves into another one, an element at a time, with a look at the
   lengths of both. */
NOINLINE static void move_text(int *from, int *to, long n)
{
   for (long i = 0; i < n; i++) {
      to[i] = from[i];
      sink += length_of(to) + length_of(from + i);
   }
}

static void two_texts(long n)
{
   int *from = calloc(n + 1, sizeof *from), *to = calloc(n + 1, sizeof *to);

   for (long i = 0; i < n; i++)
      from[i] = 'a';
   move_text(from, to, n);
}

/* --- a table that grows --- */

struct table {
   long *slots;
   long room, used;
};

static struct table table;

/* Give the table a new place: each slot is written, and each key is looked at. */
NOINLINE static void grow(long room)
{
   long *slots = malloc(room * sizeof *slots);

   for (long i = 0; i < room; i++)
      slots[i] = sink & 0;
   for (long i = 0; i < table.room; i++)
      if (table.slots[i] != 0)
         slots[table.slots[i] % room] = table.slots[i];
   free(table.slots);
   table.slots = slots;
   table.room = room;
}

/* Not each call grows the table, and what loops is not the caller of grow. */
NOINLINE static void insert(long key, long by)
{
   if (2 * ++table.used > table.room)
      grow(by > 0 ? table.room + by :
           by < 0 ? table.room + table.room / -by : 2 * table.room);
   table.slots[key % table.room] = key;
}

static int *text;

/* Each key has its own text, and all texts are more than the table. */
NOINLINE static void take_key(long key, long by)
{
   for (long i = 0; i < 100 + key * 7919 % 100; i++)
      sink += text[200 * key + i];
   if (key % 3 != 0)
      insert(key, by);
}

NOINLINE static void write_texts(long n)
{
   text = malloc(200 * (n + 1) * sizeof *text);
   for (long i = 0; i < 200 * (n + 1); i++)
      text[i] = i & 1;
}

NOINLINE static void fill_table(long n, long by)
{
   table.room = 64;
   table.slots = calloc(table.room, sizeof *table.slots);
   for (long key = 1; key <= n; key++)
      take_key(key, by);
}

/* By as many slots each time: the square of the number of keys. */
static void table_steps(long n)
{
   write_texts(n);
   fill_table(n, 64);
}

/* Twice as many: all calls together cost a few times what the last one does. */
static void table_doubles(long n)
{
   write_texts(n);
   fill_table(n, 0);
}

/* --- tables, one after the other, that grow --- */

/* Each has more keys than the one before, and doubles as it is filled: all calls
   of grow for a table read a few times what the last one does. */
NOINLINE static void fill_tables(long rounds)
{
   for (long r = 8; r < 8 + rounds; r++)
      for (int k = 0; k < 6; k++) {
         table = (struct table){ calloc(4, sizeof *table.slots), 4, 0 };
         for (long key = 1; key < 4 << r / 2; key++)
            insert(key, 0);
         free(table.slots);
      }
}

static void tables_in_turn(long n)
{
   fill_tables(n);
}

/* A twentieth more: many calls, and still only a few times what the last one
   does. */
static void table_twentieths(long n)
{
   write_texts(n);
   fill_table(n, -20);
}

/* --- what gets less, beside much other input --- */

NOINLINE static long sum_of(const int *list, long n)
{
   long sum = 0;

   for (long i = 0; i < n; i++)
      sum += list[i] ^ sink;
   return sum;
}

NOINLINE static void use_up(const int *list, const int *words, long n)
{
   for (long i = 0; i < n; i++) {
      for (long k = 20 * i; k < 20 * i + 20; k++)
         sink += words[k];
      sink += sum_of(list + i, n - i);
   }
}

static void rest(long n)
{
   int *list = malloc(n * sizeof *list), *words = malloc(20 * n * sizeof *list);

   for (long i = 0; i < 20 * n; i++)
      words[i] = list[i / 20] = (int)i;
   use_up(list, words, n);
}

/* --- all flags, and what is done so far --- */

/* Read a flag for each piece, and the pieces that are there, in their order. */
NOINLINE static long state_of(const int *flags, const int *done, long n,
                              long count)
{
   long state = 0;

   for (long i = 0; i < n; i++)
      state = state * 31 + flags[i];
   for (long i = 0; i < count; i++)
      state ^= done[i] + state * 7;
   return state;
}

NOINLINE static void take_pieces(const int *data, int *flags, int *done, long n)
{
   for (long i = 0; i < n; i++) {
      for (long k = i * n / 2; k < (i + 1) * n / 2; k++)
         sink += data[k];
      flags[i] = 1;
      done[i] = (int)i;
      sink += state_of(flags, done, n, i + 1);
   }
}

/* At the first call there is half as much to read as at the last. */
static void pieces(long n)
{
   int *data = malloc(n * n / 2 * sizeof *data);
   int *flags = malloc(n * sizeof *flags), *done = malloc(n * sizeof *done);

   for (long i = 0; i < n * n / 2; i++)
      data[i] = (int)i;
   for (long i = 0; i < n; i++)
      flags[i] = 0;
   take_pieces(data, flags, done, n);
}

/* --- zeros that no routine has written --- */

enum { ROWS = 100, WIDER = 40 };

static long zeros_before(long row)
{
   return WIDER * row * (row + 1) / 2;
}

/* Each row of calloc's zeros is wider than the one before, and is read once. */
NOINLINE static void sum_rows(void)
{
   const int *table = calloc(zeros_before(ROWS), sizeof *table);

   for (long row = 0; row < ROWS; row++)
      sink += sum_of(table + zeros_before(row), WIDER * (row + 1));
}

static void zeros(long n)
{
   sink = n & 0;
   sum_rows();
}

/* --- requests that are answered from a table --- */

enum { ENTRIES = 100000, REQUESTS = 700 };

static int entries[ENTRIES];

NOINLINE static void answer(long first, long n)
{
   for (long i = first; i < first + n; i++)
      sink += entries[i];
}

/* The first requests are larger than the last ones.  None reads much of the
   table, which is all read in the end. */
NOINLINE static void serve(void)
{
   unsigned seed = 1;

   for (long r = 0; r < REQUESTS; r++) {
      seed = seed * 1664525 + 1013904223;
      answer((seed >> 8) % (ENTRIES - 4000),
             300 + 4 * (REQUESTS - r) + (seed >> 20) % 900);
   }
}

static void requests(long n)
{
   for (long i = 0; i < ENTRIES; i++)
      entries[i] = n;
   serve();
}

/* --- queues that get longer and shorter --- */

enum { QUEUES = 8 };

static struct queue {
   long *values, length;
} queues[QUEUES];

/* Take the first value, and move the rest. */
NOINLINE static void take_first(struct queue *q)
{
   for (long i = 1; i < q->length; i++)
      q->values[i - 1] = q->values[i] + sink;
   q->length--;
}

NOINLINE static void handle(unsigned request)
{
   struct queue *q = &queues[request % QUEUES];

   if (request / QUEUES % 3 == 0 || q->length == 0)
      for (int i = 0; i < 2; i++)
         q->values[q->length++] = request;
   else
      take_first(q);
}

NOINLINE static void handle_all(long n)
{
   unsigned request = 1;

   for (long i = 0; i < n; i++) {
      request = request * 1664525 + 1013904223;
      handle(request >> 8);
   }
}

/* The lengths are much the same at the beginning and at the end: whether they
   grow with the number of requests, one run does not show. */
static void queues_of_requests(long n)
{
   for (long k = 0; k < QUEUES; k++) {
      queues[k].length = 12 * (k + 1) * (k + 1);
      queues[k].values = malloc((queues[k].length + 2 * n) * sizeof(long));
      for (long i = 0; i < queues[k].length; i++)
         queues[k].values[i] = i;
   }
   handle_all(n);
}

/* --- steps of a simulation --- */

NOINLINE static void step(float *cells, long n)
{
   float before = cells[0];

   for (long i = 1; i + 1 < n; i++) {
      const float cell = cells[i];

      if (cell > 0.001F)
         cells[i] = cell + 0.1F * (before - 2 * cell + cells[i + 1]);
      before = cell;
   }
}

NOINLINE static void simulate(float *cells, long n, long steps)
{
   for (long i = 0; i < steps; i++)
      step(cells, n);
}

/* Many more steps than cells. */
static void many_steps(long n)
{
   float *cells = malloc(n * sizeof *cells);

   for (long i = 0; i < n; i++)
      cells[i] = (float)(i * 7919 % 1000);
   simulate(cells, n, 20 * n);
}

/* --- loops of a routine without a name, in the program without symbols --- */

NOINLINE static long count_equal(const int *numbers, long n)
{
   long equal = 0;

   for (long i = 0; i < n; i++)
      for (long j = 0; j < i; j++)
         if (numbers[j] == numbers[i])
            equal += sink;
   return equal;
}

static void loops(long n)
{
   int *numbers = malloc(n * sizeof *numbers);

   for (int i = 0; i < n; i++)
      numbers[i] = i;
   sink = count_equal(numbers, n) + 1;
}

/* --- all states at each job --- */

enum { JOB_CELLS = 40 };

NOINLINE static long count_done(const int *states, long n)
{
   long done = 0;

   for (long i = 0; i < n; i++)
      done += states[i] != 0;
   return done;
}

/* What a job reads is much more than its state. */
NOINLINE static void run_jobs(const int *jobs, int *states, long n)
{
   for (long i = 0; i < n; i++) {
      for (long k = 0; k < JOB_CELLS; k++)
         sink += jobs[i * JOB_CELLS + k];
      states[i] = 1;
      sink += count_done(states, n);
   }
}

static void jobs(long n)
{
   int *jobs = calloc(n * JOB_CELLS, sizeof *jobs);
   int *states = calloc(n, sizeof *states);

   for (long i = 0; i < n * JOB_CELLS; i++)
      jobs[i] = (int)i;
   run_jobs(jobs, states, n);
}

/* Rounds over all states, whose number is the square of that of the states. */
NOINLINE static void run_rounds(int *states, long n)
{
   for (long i = 0; i < n * n / JOB_CELLS; i++) {
      sink += count_done(states, n);
      states[i % n] = 1;
   }
}

static void rounds(long n)
{
   int *states = malloc(n * sizeof *states);

   fill(states, n * sizeof *states);
   run_rounds(states, n);
}

/* A loop with two calls in turn, of about 630 and about 800 cells of the same
   ones, after a large call: as an interpreter's loop calls the routine that
   executes its condition and its body. */
NOINLINE static void execute_loop(const int *table, long n)
{
   for (long i = 0; i < n; i++) {
      sink += sum_of(table, 600 + any(20) + any(20) + any(20) + any(20));
      sink += sum_of(table, 770 + any(20) + any(20) + any(20) + any(20));
   }
}

NOINLINE static void call_large(const int *table, long n)
{
   sink += sum_of(table, 60 * n);
   execute_loop(table, n);
}

static void two_kinds(long n)
{
   int *table = malloc(60 * n * sizeof *table);

   fill(table, 60 * n * sizeof *table);
   call_large(table, n);
}

/* --- commands that read the same tables --- */

/* Each command reads a little more, or less, of them than those before, and all
   read nearly as much: as commands of scripts do that a server executes. */
NOINLINE static void run_commands(const int *table, long n)
{
   long more = 50;

   for (long i = 0; i < n; i++) {
      if (i % 8 == 0)
         more += (long)any(13) - (more < 9 ? 0 : more > 111 ? 12 : 6);
      sink += sum_of(table, 450 + more);
   }
}

static void commands(long n)
{
   int *table = malloc(560 * sizeof *table);

   fill(table, 560 * sizeof *table);
   run_commands(table, n);
}

/* --- a sort with a look-up --- */

static long *orders, order_count;

NOINLINE static int place_in_orders(const void *key)
{
   const long wanted = *(const long *)key;
   long i = 0;

   while (i < order_count && orders[i] != wanted)
      i++;
   return i;
}

static int compare_orders(const void *a, const void *b)
{
   return place_in_orders(a) - place_in_orders(b);
}

/* Keys are sorted into the order that they have in a table, which each comparison
   searches twice. */
static void sort_by_order(long n)
{
   long *keys = malloc(n * sizeof *keys);

   order_count = n;
   orders = malloc(n * sizeof *orders);
   for (long i = 0; i < n; i++) {
      const long other = any(i + 1);

      orders[i] = i;
      keys[i] = keys[other];
      keys[other] = i;
   }
   qsort(keys, n, sizeof *keys, compare_orders);
   sink += keys[0];
}

/* --- a benchmark --- */

/* More and more numbers of a table are summed up, each time an `nth` part more. */
static void measure_sizes(long most, long nth)
{
   long *table = malloc(most * sizeof *table);

   for (long i = 0; i < most; i++)
      table[i] = i;
   for (long size = 4 * nth; size <= most; size += size / nth)
      sink += sum(table, size);
}

static void benchmark(long n) { measure_sizes(n, 40); }

/* With few sizes in each run. */
static void small_benchmark(long n) { measure_sizes(n, 5); }

/* With ever more rows and columns, and other numbers in each of them, of which a basic
   block writes eight. */
static void square_benchmark(long n)
{
   for (long rows = 4; rows <= n; rows += 4) {
      long *table = malloc(rows * rows * sizeof *table);

      for (long i = 0; i < rows * rows; i += 8)
         for (long k = 0; k < 8; k++)
            table[i + k] = i ^ rows;
      sink += sum(table, rows * rows);
      free(table);
   }
}

const loop_case steps_cases[] = {
   { "depth", depth, 1000 },
   { "two_texts", two_texts, 1000 },
   { "table_steps", table_steps, 10000 },
   { "table_doubles", table_doubles, 10000 },
   { "tables_in_turn", tables_in_turn, 10 },
   { "table_twentieths", table_twentieths, 10000 },
   { "rest", rest, 1000 },
   { "pieces", pieces, 1200 },
   { "zeros", zeros, 1 },
   { "requests", requests, 1 },
   { "queues_of_requests", queues_of_requests, 26000 },
   { "many_steps", many_steps, 300 },
   { "loops", loops, 2000 },
   { "jobs", jobs, 2000 },
   { "rounds", rounds, 400 },
   { "two_kinds", two_kinds, 3000 },
   { "commands", commands, 12000 },
   { "sort_by_order", sort_by_order, 600 },
   { "benchmark", benchmark, 10000 },
   { "square_benchmark", square_benchmark, 120 },
   { "small_benchmark", small_benchmark, 10000 },
   { 0 },
};
