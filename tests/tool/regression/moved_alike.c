/* Contexts wait at one place of one routine, and while they wait their stacks
   all change places, as Go may move them: each context goes on where another
   one seems to be, and only the contents of their stacks tell them apart.
   Each context reads as many cells of its own as its number says.

   engines: fast check
   compiler: gcc
   flags: -fomit-frame-pointer
   same: --timestamp-limit=300
   same: --vex-guest-max-insns=1

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include "switch_stack.h"

enum { CONTEXTS = 6, TURNS = 10, PIECE = 100, STACK = 4096 };

static char stacks[CONTEXTS][STACK] __attribute__((aligned(4096)));
static char kept[CONTEXTS][STACK];
static char *home_sp, *sps[CONTEXTS];
static int cells[CONTEXTS][TURNS][CONTEXTS * PIECE], all;

ROUTINE int sum(const int *a, int n)
{
   int s = 0;

   for (int i = 0; i < n; i++)
      s += a[i];
   return s;
}

ROUTINE int work(long k)
{
   int s = 0;

   for (int turn = 0; turn < TURNS; turn++) {
      switch_stack(&sps[k], home_sp);
      s += sum(cells[k][turn], k * PIECE);
   }
   return s;
}

ROUTINE void body(long k)
{
   all += work(k) + 1;
   for (;;)
      switch_stack(&sps[k], home_sp);
}

CODE_OF(body);

/* Each stack goes to the next place.  The contents have no pointers into the
   stack. */
static void rotate(void)
{
   memcpy(kept, stacks, sizeof stacks);
   for (int place = 0; place < CONTEXTS; place++)
      memcpy(stacks[(place + 1) % CONTEXTS], kept[place], STACK);
   for (int k = 0; k < CONTEXTS; k++) {
      sps[k] += STACK;
      if (sps[k] >= stacks[CONTEXTS])
         sps[k] -= sizeof stacks;
   }
}

int main(void)
{
   for (long k = 0; k < CONTEXTS; k++)
      sps[k] = prepared_stack(&stacks[k][STACK - 64], body_start, (void *)k);
   for (int turn = 0; turn <= TURNS; turn++) {
      for (int k = 0; k < CONTEXTS; k++)
         switch_stack(&home_sp, sps[k]);
      rotate();
   }
   return all != CONTEXTS;
}
