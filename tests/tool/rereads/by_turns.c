/* Two kinds of calls of the same routine, by turns, beside much other input.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "cases.h"

enum { FIXED = 70, WORDS = 100 };

NOINLINE static long sum_of(const unsigned *text, long n)
{
   long sum = 0;

   for (long i = 0; i < n; i++)
      sum += text[i] ^ sink;
   return sum;
}

/* How many cells call `i` of `n` reads. */
typedef long size_of_call(long i, long n);

/* Read other words, then as much as in all other turns, then the text. */
NOINLINE static void take_turns(const unsigned *words, const unsigned *text,
                                long n, size_of_call *size)
{
   for (long i = 0; i < n; i++) {
      for (long k = WORDS * i; k < WORDS * (i + 1); k++)
         sink += words[k];
      sink += sum_of(words, FIXED);
      sink += sum_of(text, size(i, n));
   }
}

static void by_turns(long n, size_of_call *size)
{
   const size_t bytes = (WORDS + 2) * n * sizeof(unsigned);
   unsigned *data = malloc(bytes);

   fill(data, bytes);
   take_turns(data, data + WORDS * n, n, size);
}

/* --- ever less, and ever more, of a text --- */

static long rest_of(long i, long n)
{
   return n - i;
}

static void taken_off(long n)
{
   by_turns(n, rest_of);
}

static long so_far(long i, long n)
{
   return i < n ? i + 1 : n;
}

static void put_on(long n)
{
   by_turns(n, so_far);
}

/* --- ... in a routine without a loop --- */

NOINLINE static void take_item(const unsigned *words, const unsigned *text,
                               long i)
{
   for (long k = 0; k < 60 + (long)any(60); k++)
      sink += words[k];
   if (i % 3 == 0) {
      sink += sum_of(words, FIXED);
      sink += sum_of(text, i / 3 + 1);
   }
}

NOINLINE static void take_items(const unsigned *words, const unsigned *text,
                                long n)
{
   for (long i = 0; i < n; i++)
      take_item(words + WORDS * i, text, i);
}

static void items(long n)
{
   const size_t bytes = (WORDS + 2) * n * sizeof(unsigned);
   unsigned *data = malloc(bytes);

   fill(data, bytes);
   take_items(data, data + (WORDS + 1) * n, n);
}

/* --- one kind of calls, on characters: most of two are in one cell --- */

NOINLINE static long sum_of_characters(const char *text, long n)
{
   long sum = 0;

   for (long i = 0; i < n; i++)
      sum += text[i] ^ sink;
   return sum;
}

NOINLINE static void skip_escapes(const unsigned *words, const char *text,
                                  long n)
{
   for (long i = 0; i < n; i++) {
      for (long k = WORDS * i; k < WORDS * (i + 1); k++)
         sink += words[k];
      sink += sum_of_characters(text + 2 * i, 2 * (n - i));
   }
}

static void escapes(long n)
{
   unsigned *words = malloc(WORDS * n * sizeof *words);
   char *text = malloc(2 * n);

   fill(words, WORDS * n * sizeof *words);
   fill(text, 2 * n);
   skip_escapes(words, text, n);
}

/* --- what is no growth --- */

/* Much in the first half of the run, and little in the second. */
static long two_levels_of(long i, long n)
{
   return i < n / 2 ? n : n / 8;
}

static void turns_of_levels(long n)
{
   by_turns(n, two_levels_of);
}

/* Many texts, one after the other. */
static long tooth_of(long i, long n)
{
   return n - i * 10 % n;
}

static void turns_of_teeth(long n)
{
   by_turns(n, tooth_of);
}

/* A benchmark on a few sizes, with several calls for each. */
static long step_of(long i, long n)
{
   return (i * 40 / n + 1) * n / 40;
}

static void turns_of_steps(long n)
{
   by_turns(n, step_of);
}

static long part_of(long i, long n)
{
   return i >= 0 ? any((unsigned)n) : 0;
}

static void turns_by_chance(long n)
{
   by_turns(n, part_of);
}

/* Less in the mean, by requests of which each is on any part. */
static long request_of(long i, long n)
{
   return n - i + any((unsigned)n / 6);
}

static void turns_of_requests(long n)
{
   by_turns(n, request_of);
}

/* A window that is full after three quarters of the calls. */
static long window_of(long i, long n)
{
   return i < n * 3 / 4 ? i + 1 : n * 3 / 4;
}

static void turns_of_window(long n)
{
   by_turns(n, window_of);
}

/* Nearly all of the text. */
static long most_of(long i, long n)
{
   return n - i / 8;
}

static void turns_on_most(long n)
{
   by_turns(n, most_of);
}

/* --- a table of which each cell is read once --- */

/* Each row has a cell more than the one before. */
NOINLINE static void read_triangle(const unsigned *header, const unsigned *rows,
                                   long n)
{
   for (long i = 0; i < n; i++) {
      sink += sum_of(header, FIXED);
      sink += sum_of(rows + i * (i + 1) / 2, i + 1);
   }
}

static void triangle(long n)
{
   const long cells = n * (n + 1) / 2;
   unsigned *data = malloc((FIXED + cells) * sizeof *data);

   fill(data, (FIXED + cells) * sizeof *data);
   read_triangle(data, data + FIXED, n);
}

const loop_case by_turns_cases[] = {
   { "taken_off", taken_off, 1200 },
   { "put_on", put_on, 1200 },
   { "items", items, 3600 },
   { "escapes", escapes, 2400 },
   { "turns_of_levels", turns_of_levels, 1200 },
   { "turns_of_teeth", turns_of_teeth, 1200 },
   { "turns_of_steps", turns_of_steps, 1200 },
   { "turns_by_chance", turns_by_chance, 1200 },
   { "turns_of_requests", turns_of_requests, 1200 },
   { "turns_of_window", turns_of_window, 1200 },
   { "turns_on_most", turns_on_most, 1200 },
   { "triangle", triangle, 1200 },
   { 0 },
};
