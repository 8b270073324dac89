/* Stacks of contexts are copied elsewhere while the contexts are suspended, as
   Go does: the pending activations go on there.  Three contexts run the same
   routine, so their return addresses are the same.  In each round one of them
   is moved, and the memory that it leaves is used for other stacks, and
   overwritten.

   compiler: gcc
   flags: -fomit-frame-pointer
   same: --timestamp-limit=300
   same: --vex-guest-max-insns=1

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include "switch_stack.h"

enum { CONTEXTS = 3, TURNS = 12, STACK = 16384, PLACES = CONTEXTS + 1 };

static char stacks[PLACES][STACK] __attribute__((aligned(4096)));
static char *home_sp, *sps[CONTEXTS];
static int places[CONTEXTS], empty = CONTEXTS;
static int cells[4], all;

ROUTINE void delay(int n)
{
   for (int i = 0; i < n; i++)
      __asm__ volatile("" : : : "memory");
}

ROUTINE int read_cell(int i)
{
   return cells[i];
}

/* Each level suspends its context before and after the next level. */
ROUTINE int level(char **own, int depth)
{
   int sum;

   delay(100);
   switch_stack(own, home_sp);
   sum = read_cell(depth);
   if (depth > 0)
      sum += level(own, depth - 1);
   switch_stack(own, home_sp);
   return sum + read_cell(depth);
}

ROUTINE void body(char **own)
{
   int sum = level(own, 3);

   all += sum;
   for (;;)
      switch_stack(own, home_sp);
}

CODE_OF(body);

static void prepare(int k)
{
   places[k] = k;
   sps[k] = prepared_stack(&stacks[k][STACK - 64], body_start, &sps[k]);
}

/* The contents of a stack have no pointers into it. */
static void move(int k)
{
   char *old = stacks[places[k]], *new = stacks[empty];
   int left = places[k];

   memcpy(new, old, STACK);
   memset(old, 0xaa, STACK);
   sps[k] += new - old;
   places[k] = empty;
   empty = left;
}

int main(void)
{
   for (int i = 0; i < 4; i++)
      cells[i] = i;
   for (int k = 0; k < CONTEXTS; k++)
      prepare(k);
   for (int turn = 0; turn < TURNS; turn++)
      for (int k = 0; k < CONTEXTS; k++) {
         switch_stack(&home_sp, sps[k]);
         if (turn % CONTEXTS == k)
            move(k);
      }
   return all != CONTEXTS * 2 * (0 + 1 + 2 + 3);
}
