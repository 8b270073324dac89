/* A stack is moved while its context is suspended, and has pointers into
   itself, which are made to point into the copy, as Go does.  All contexts
   wait in the same routines.  The one that is moved was suspended latest,
   whatever its number is.

   engines: fast check
   flags: -fno-omit-frame-pointer
   same: --timestamp-limit=300

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include "switch_stack.h"

enum { CONTEXTS = 4, TURNS = 12, STACK = 4096, DEPTH = 8 };

static char stacks[CONTEXTS + 1][STACK] __attribute__((aligned(4096)));
static char *home_sp, *sps[CONTEXTS];
static int places[CONTEXTS], empty = CONTEXTS, running;
static int cells[CONTEXTS][TURNS][100 * CONTEXTS], all;

ROUTINE int sum(const int *a, int n)
{
   int s = 0;

   for (int i = 0; i < n; i++)
      s += a[i];
   return s;
}

/* The number of a context is not on its stack. */
ROUTINE void rest(void)
{
   switch_stack(&sps[running], home_sp);
}

/* Each context reads as many cells of its own as its number says. */
ROUTINE int work(void)
{
   int s = 0;

   for (int turn = 0; turn < TURNS; turn++) {
      rest();
      s += sum(cells[running][turn], 100 * running);
   }
   return s;
}

/* Deep down, so that there are many frame pointers. */
ROUTINE int level(int depth)
{
   return depth > 0 ? level(depth - 1) : work();
}

ROUTINE void body(long unused)
{
   (void)unused;
   all += level(DEPTH) + 1;
   for (;;)
      rest();
}

CODE_OF(body);

static void move(int k)
{
   char *old = stacks[places[k]], *new = stacks[empty];
   int left = places[k];
   unsigned long *word = (unsigned long *)new;

   memcpy(new, old, STACK);
   memset(old, 0xaa, STACK);
   for (int i = 0; i < STACK / 8; i++)
      if (word[i] - (unsigned long)old < STACK)
         word[i] += new - old;
   sps[k] += new - old;
   places[k] = empty;
   empty = left;
}

static void go_to(int k)
{
   running = k;
   switch_stack(&home_sp, sps[k]);
}

int main(void)
{
   for (int k = 0; k < CONTEXTS; k++) {
      places[k] = k;
      sps[k] = prepared_stack(&stacks[k][STACK - 64], body_start, NULL);
   }
   for (int turn = 0; turn <= TURNS; turn++) {
      for (int k = 0; k < CONTEXTS; k++)
         if (k != turn % CONTEXTS)
            go_to(k);
      go_to(turn % CONTEXTS);
      if (turn < TURNS)
         move(turn % CONTEXTS);
   }
   return all != CONTEXTS;
}
