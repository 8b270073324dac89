/* Loops of what an interpreter runs: no loop of its code has ever more turns.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "cases.h"

enum kind { ADD, ZERO, BELOW, CHANCE, WORK, ANY, STOP };

typedef struct operation {
   enum kind kind;
   int a, b;                          /* registers */
   long value;
   int to;                            /* where it may go on */
} operation;

static long registers[8];

/* --- each operation is a routine --- */

typedef const operation *perform(const operation *script, const operation *o);

NOINLINE static const operation *add(const operation *s, const operation *o)
{
   registers[o->a] += o->value;
   return o + 1 + (s == NULL);
}

NOINLINE static const operation *zero(const operation *s, const operation *o)
{
   registers[o->a] = 0;
   return o + 1 + (s == NULL);
}

NOINLINE static const operation *below(const operation *s, const operation *o)
{
   return registers[o->a] < registers[o->b] ? s + o->to : o + 1;
}

/* Go on elsewhere, but once for as many times as the register has. */
NOINLINE static const operation *chance(const operation *s, const operation *o)
{
   return any(registers[o->a]) != 0 ? s + o->to : o + 1;
}

NOINLINE static const operation *work(const operation *s, const operation *o)
{
   sink += registers[o->a];
   return o + 1 + (s == NULL);
}

NOINLINE static const operation *any_of(const operation *s, const operation *o)
{
   registers[o->a] = any(registers[o->b]);
   return o + 1 + (s == NULL);
}

NOINLINE static void run_calls(const operation *script)
{
   static perform *const performs[] = { add, zero, below, chance, work, any_of };
   const operation *o = script;

   while (o->kind != STOP)
      o = performs[o->kind](script, o);
}

/* --- each operation is a label, and jumps to the next one --- */

NOINLINE static void run_labels(const operation *script)
{
   static void *const labels[] = {
      &&at_add, &&at_zero, &&at_below, &&at_chance, &&at_work, &&at_any,
      &&at_stop,
   };
   const operation *o = script;

   goto *labels[o->kind];
at_add:
   registers[o->a] += o->value;
   o++;
   goto *labels[o->kind];
at_zero:
   registers[o->a] = 0;
   o++;
   goto *labels[o->kind];
at_below:
   o = registers[o->a] < registers[o->b] ? script + o->to : o + 1;
   goto *labels[o->kind];
at_chance:
   o = any(registers[o->a]) != 0 ? script + o->to : o + 1;
   goto *labels[o->kind];
at_work:
   sink += registers[o->a];
   o++;
   goto *labels[o->kind];
at_any:
   registers[o->a] = any(registers[o->b]);
   o++;
   goto *labels[o->kind];
at_stop:;
}

/* --- scripts --- */

enum { I, J, N, K, L, Z };

/* From 0 to below i, for each i below n. */
static const operation pairs_script[] = {
   { .kind = ZERO, .a = J },
   { .kind = WORK, .a = J },
   { .kind = ADD, .a = J, .value = 1 },
   { .kind = BELOW, .a = J, .b = I, .to = 1 },
   { .kind = ADD, .a = I, .value = 1 },
   { .kind = BELOW, .a = I, .b = N, .to = 0 },
   { .kind = STOP },
};

static void script_pairs(long n)
{
   registers[N] = n;
   run_calls(pairs_script);
}

static void script_labels(long n)
{
   registers[N] = n;
   run_labels(pairs_script);
}

/* Each search ends anywhere in a list that grows, as in a sort by insertion. */
static void script_anywhere(long n)
{
   static const operation script[] = {
      { .kind = ADD, .a = I, .value = 1 },
      { .kind = ZERO, .a = J },
      { .kind = ANY, .a = K, .b = I },
      { .kind = WORK, .a = J },
      { .kind = ADD, .a = J, .value = 1 },
      { .kind = BELOW, .a = J, .b = K, .to = 3 },
      { .kind = BELOW, .a = I, .b = N, .to = 0 },
      { .kind = STOP },
   };

   registers[N] = n;
   run_calls(script);
}

/* ... or in one that gets shorter, behind a loop that makes it. */
static void script_taken(long n)
{
   static const operation script[] = {
      { .kind = ZERO, .a = J },
      { .kind = WORK, .a = J },
      { .kind = ADD, .a = J, .value = 1 },
      { .kind = BELOW, .a = J, .b = L, .to = 1 },
      { .kind = ADD, .a = I, .value = 1 },
      { .kind = BELOW, .a = I, .b = N, .to = 0 },
      { .kind = ZERO, .a = J },
      { .kind = ANY, .a = K, .b = I },
      { .kind = WORK, .a = J },
      { .kind = ADD, .a = J, .value = 1 },
      { .kind = BELOW, .a = J, .b = K, .to = 8 },
      { .kind = ADD, .a = I, .value = -1 },
      { .kind = BELOW, .a = Z, .b = I, .to = 6 },
      { .kind = STOP },
   };

   registers[L] = 13;
   registers[N] = n;
   run_labels(script);
}

/* The same, behind a part in which all operations are at any distances. */
static void script_after(long n)
{
   static const operation script[] = {
      { .kind = WORK, .a = I },
      { .kind = CHANCE, .a = K, .to = 3 },
      { .kind = ZERO, .a = J },
      { .kind = ADD, .a = I, .value = 1 },
      { .kind = BELOW, .a = I, .b = N, .to = 0 },
      { .kind = ZERO, .a = I },
      { .kind = ZERO, .a = J },
      { .kind = WORK, .a = J },
      { .kind = ADD, .a = J, .value = 1 },
      { .kind = BELOW, .a = J, .b = I, .to = 7 },
      { .kind = ADD, .a = I, .value = 50 },
      { .kind = BELOW, .a = I, .b = N, .to = 6 },
      { .kind = STOP },
   };

   registers[K] = 40;
   registers[N] = n;
   run_labels(script);
}

/* What gets rare, such as words that were not there before: after k times it is
   one of k steps. */
static void script_rare(long n)
{
   static const operation script[] = {
      { .kind = WORK, .a = I },
      { .kind = CHANCE, .a = K, .to = 4 },
      { .kind = ZERO, .a = J },
      { .kind = ADD, .a = K, .value = 1 },
      { .kind = ADD, .a = I, .value = 1 },
      { .kind = BELOW, .a = I, .b = N, .to = 0 },
      { .kind = STOP },
   };

   registers[K] = 1;
   registers[N] = n;
   run_calls(script);
}

/* Two loops, one after the other, with a fixed number of turns in each turn. */
static void script_two_loops(long n)
{
   static const operation script[] = {
      { .kind = ZERO, .a = J },
      { .kind = WORK, .a = J },
      { .kind = ADD, .a = J, .value = 10 },
      { .kind = BELOW, .a = J, .b = N, .to = 1 },
      { .kind = ADD, .a = I, .value = 1 },
      { .kind = BELOW, .a = I, .b = N, .to = 0 },
      { .kind = ZERO, .a = I },
      { .kind = ZERO, .a = J },
      { .kind = WORK, .a = J },
      { .kind = ADD, .a = J, .value = 1 },
      { .kind = BELOW, .a = J, .b = N, .to = 8 },
      { .kind = ADD, .a = I, .value = 1 },
      { .kind = BELOW, .a = I, .b = N, .to = 7 },
      { .kind = STOP },
   };

   registers[N] = n;
   run_calls(script);
}

/* Each with each. */
static void script_square(long n)
{
   static const operation script[] = {
      { .kind = ZERO, .a = J },
      { .kind = WORK, .a = I },
      { .kind = WORK, .a = J },
      { .kind = ADD, .a = J, .value = 1 },
      { .kind = BELOW, .a = J, .b = N, .to = 1 },
      { .kind = ADD, .a = I, .value = 1 },
      { .kind = BELOW, .a = I, .b = N, .to = 0 },
      { .kind = STOP },
   };

   registers[N] = n;
   run_calls(script);
}

/* Each of some with each of half as many others, in few operations. */
static void script_half(long n)
{
   static const operation script[] = {
      { .kind = ZERO, .a = J },
      { .kind = WORK, .a = I },
      { .kind = WORK, .a = J },
      { .kind = ADD, .a = J, .value = 1 },
      { .kind = BELOW, .a = J, .b = K, .to = 2 },
      { .kind = ADD, .a = I, .value = 1 },
      { .kind = BELOW, .a = I, .b = N, .to = 0 },
      { .kind = STOP },
   };

   registers[K] = n / 2;
   registers[N] = n;
   run_calls(script);
}

/* Each of n lines has a hundred characters. */
static void script_lines(long n)
{
   static const operation script[] = {
      { .kind = ZERO, .a = J },
      { .kind = WORK, .a = I },
      { .kind = WORK, .a = J },
      { .kind = ADD, .a = J, .value = 1 },
      { .kind = BELOW, .a = J, .b = K, .to = 1 },
      { .kind = ADD, .a = I, .value = 1 },
      { .kind = BELOW, .a = I, .b = N, .to = 0 },
      { .kind = STOP },
   };

   registers[K] = 100;
   registers[N] = n;
   run_calls(script);
}

const loop_case operations_cases[] = {
   { "script_pairs", script_pairs, 800 },
   { "script_labels", script_labels, 800 },
   { "script_anywhere", script_anywhere, 2000 },
   { "script_taken", script_taken, 1200 },
   { "script_after", script_after, 80000 },
   { "script_rare", script_rare, 150000 },
   { "script_two_loops", script_two_loops, 500 },
   { "script_square", script_square, 500 },
   { "script_half", script_half, 800 },
   { "script_lines", script_lines, 2000 },
   { 0 },
};
