/* What an interpreter or a parser does for its script.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "cases.h"

/* --- a loop over a search, evaluated step by step --- */

struct term {
   enum { LOOP, SEARCH } kind;
   const struct term *body;
   const long *list;
   long count;
};

NOINLINE static long evaluate(const struct term *t, long turn);

NOINLINE static long search_list(const long *list, long count)
{
   long found = 0;

   for (long i = 0; i < count; i++)
      found += list[i] == 1;
   return found;
}

NOINLINE static long apply(const struct term *t, long turn)
{
   return evaluate(t, turn) + t->count;
}

NOINLINE static long evaluate(const struct term *t, long turn)
{
   long all = 0;

   if (t->kind == SEARCH)
      return search_list(t->list, turn);
   for (long i = 0; i < t->count; i++)
      all += apply(t->body, i);
   return all;
}

static void script_search(long n)
{
   long *list = malloc(n * sizeof *list);
   struct term search = { SEARCH, NULL, list, n };
   struct term loop = { LOOP, &search, NULL, n };

   fill(list, n * sizeof *list);
   sink += evaluate(&loop, 0);
}

/* --- a dispatcher between a loop and two searches --- */

NOINLINE static long count_less(const long *list, long count)
{
   long found = 0;

   for (long i = 0; i < count; i++)
      found += list[i] < 1;
   return found;
}

NOINLINE static long dispatch(long what, const long *list, long count)
{
   return what % 2 ? search_list(list, count) : count_less(list, count);
}

NOINLINE static void run_commands(const long *list, long n)
{
   for (long i = 0; i < n; i++)
      sink += dispatch(i, list, i);
}

static void script_commands(long n)
{
   long *list = malloc(n * sizeof *list);

   fill(list, n * sizeof *list);
   run_commands(list, n);
}

/* --- a parser with a routine for each state, all of which fetch tokens --- */

NOINLINE static long forget_old(const long *list, long count)
{
   return count_less(list, count);
}

NOINLINE static long fetch_token(const long *list, long count)
{
   return forget_old(list, count) + 1;
}

NOINLINE static long parse_name(const long *list, long count)
{
   return fetch_token(list, count) + 1;
}

NOINLINE static long parse_value(const long *list, long count)
{
   return fetch_token(list, count) + 2;
}

NOINLINE static long parse_end(const long *list, long count)
{
   return fetch_token(list, count) + 3;
}

NOINLINE static long parse_next(long what, const long *list, long count)
{
   return what % 3 == 0 ? parse_name(list, count)
        : what % 3 == 1 ? parse_value(list, count) : parse_end(list, count);
}

NOINLINE static void parse_all(const long *list, long n)
{
   for (long i = 0; i < n; i++)
      sink += parse_next(i, list, i);
}

static void parse_states(long n)
{
   long *list = malloc(n * sizeof *list);

   fill(list, n * sizeof *list);
   parse_all(list, n);
}

/* --- searches of several kinds, which leave the work to a small routine --- */

NOINLINE static long count_bits(long key)
{
   long bits = 0;

   for (int i = 0; i < 12; i++)
      if (key >> i & 1)
         bits += sink;
   return bits;
}

NOINLINE static long most_bits(const long *list, long count)
{
   long most = 0;

   for (long i = 0; i < count; i++)
      most |= count_bits(list[i]);
   return most;
}

NOINLINE static long least_bits(const long *list, long count)
{
   long least = 1;

   for (long i = 0; i < count; i++)
      least &= count_bits(list[i]);
   return least;
}

NOINLINE static long sum_of_bits(const long *list, long count)
{
   long all = 0;

   for (long i = 0; i < count; i++)
      all += count_bits(list[i]);
   return all;
}

NOINLINE static long answer(long what, const long *list, long count)
{
   return what % 3 == 0 ? most_bits(list, count)
        : what % 3 == 1 ? least_bits(list, count) : sum_of_bits(list, count);
}

NOINLINE static void answer_all(const long *list, long n)
{
   for (long i = 0; i < n; i++)
      sink += answer(i, list, i);
}

static void answers(long n)
{
   long *list = malloc(n * sizeof *list);

   fill(list, n * sizeof *list);
   answer_all(list, n);
}

/* --- declarations, and a large function behind them --- */

NOINLINE static void declare(const long *list, long count, long uses)
{
   for (long i = 0; i < uses; i++)
      sink += search_list(list, count);
}

NOINLINE static void declare_all(const long *list, long n)
{
   for (long i = 0; i < n; i++)
      declare(list, i, i < n - 1 ? 1 : n);
}

static void declarations(long n)
{
   long *list = malloc(n * sizeof *list);

   fill(list, n * sizeof *list);
   declare_all(list, n);
}

/* --- two loops, whose steps differ --- */

NOINLINE static long step(const long *data, long size)
{
   return sum(data, size);
}

/* The same routine has steps of all sizes elsewhere. */
NOINLINE static void other_steps(const long *data, long n)
{
   for (long i = 0; i < n; i++)
      sink += step(data, i < 110 ? 40 + i : 55 + (long)any(56));
}

NOINLINE static void run_phases(const long *data, long n)
{
   for (long i = 0; i < n; i++)
      sink += step(data, (i < n / 2 ? 110 : 55) + i / 4 % 2);
}

static void script_phases(long n)
{
   long *data = malloc(200 * sizeof *data);

   fill(data, 200 * sizeof *data);
   other_steps(data, n / 2);
   run_phases(data, n);
}

/* --- texts of two lengths in a list that gets longer --- */

enum { LETTERS = 6 };

struct text { long length, letters[LETTERS]; };

/* Texts of another length differ at once. */
NOINLINE static long find_text(const struct text *list, long count, long length)
{
   long found = 0;

   for (long i = 0; i < count; i++) {
      long same = list[i].length == length;

      for (long k = 0; same && k < LETTERS; k++)
         same = list[i].letters[k] == 0;
      found += same;
   }
   return found;
}

static struct text *texts;
static long taken_from;               /* texts at first, if each step takes one */

NOINLINE static void run_steps(const long *table, long cells, long n,
                               long level);

NOINLINE static long run_step(long at)
{
   return find_text(texts, taken_from ? taken_from - at : at, at % 10 < 9);
}

/* The recursion has read much else before. */
NOINLINE static void run_steps(const long *table, long cells, long n,
                               long level)
{
   sink += sum(table, cells);
   if (level > 0)
      run_steps(table, cells, n, level - 1);
   else
      for (long i = 0; i < n; i++)
         sink += run_step(i);
   sink++;
}

/* Nine of ten texts have the same length. */
static void script_texts(long n)
{
   const long cells = 100 * n;
   long *table = malloc(cells * sizeof *table);

   fill(table, cells * sizeof *table);
   texts = calloc(n, sizeof *texts);
   for (long i = 0; i < n; i++)
      texts[i].length = i % 10 < 9;
   run_steps(table, cells, n, 1);
}

static void script_takes(long n)
{
   taken_from = n;
   script_texts(n);
}

/* --- rows of a triangle, each of which several calls read --- */

NOINLINE static void run_rows(const long *row, long n, long level)
{
   if (level > 0)
      run_rows(row, n, level - 1);
   else
      for (long i = 0; i < n; row += i++)
         for (long call = 0; call < 5; call++)
            sink += sum(row, call == 2 ? i / 10 : i);
   sink++;
}

static void script_rows(long n)
{
   const long cells = n * n / 2;
   long *rows = malloc(cells * sizeof *rows);

   fill(rows, cells * sizeof *rows);
   run_rows(rows, n, 1);
}

/* --- a recursion that others call back, and that has small calls beside --- */

NOINLINE static void run_body(const long *list, long n, long level);

NOINLINE static void run_part(const long *list, long n, long level)
{
   sink += sum(list, 100);
   if (level > 0)
      run_body(list, n, level - 1);
   sink++;
}

/* It is never below itself. */
NOINLINE static void call_back(const long *list)
{
   run_part(list, 0, 0);
   sink++;
}

/* Each search ends anywhere. */
NOINLINE static void run_body(const long *list, long n, long level)
{
   if (level > 0)
      run_part(list, n, level);
   for (long i = 0; i < n; i++) {
      call_back(list);
      sink += search_list(list, any((unsigned)n));
   }
}

static void script_beside(long n)
{
   long *list = malloc(n * sizeof *list);

   fill(list, n * sizeof *list);
   run_body(list, 0, 3);
   for (long i = 0; i < 200; i++)
      run_part(list, 0, 0);
   run_body(list, n, 0);
}

/* --- a tree of calls, each part of which is printed wherever it is called --- */

NOINLINE static void put_line(const long *name)
{
   for (long i = 0; i < 50; i++)
      sink += name[i];
}

NOINLINE static void print_calls(const long *names, long level)
{
   put_line(names);
   if (level > 0) {
      print_calls(names + 50, level - 1);
      print_calls(names + 50, level - 1);
      sink++;
   }
}

static void call_tree(long n)
{
   long *names = malloc((n + 1) * 50 * sizeof *names);

   fill(names, (n + 1) * 50 * sizeof *names);
   print_calls(names, n);
}

const loop_case scripts_cases[] = {
   { "script_search", script_search, 2000 },
   { "script_commands", script_commands, 2000 },
   { "parse_states", parse_states, 1500 },
   { "answers", answers, 1000 },
   { "declarations", declarations, 1500 },
   { "script_phases", script_phases, 6000 },
   { "script_texts", script_texts, 1000 },
   { "script_takes", script_takes, 1000 },
   { "script_rows", script_rows, 1000 },
   { "script_beside", script_beside, 2000 },
   { "call_tree", call_tree, 14 },
   { NULL, NULL, 0 },
};
