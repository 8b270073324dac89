/* The first instructions of a context move the stack pointer far up for a
   moment; then it switches to another context, whose stack lies there, and
   that context goes on.

   engines: fast check

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include "switch_stack.h"

void reach_start(void);

__asm__(
   "   .text\n"
   "   .type reach_start, @function\n"
   "reach_start:\n"
   "   add $2048, %rsp\n"
   "   call nothing\n"
   "   sub $2048, %rsp\n"
   "   call reaching\n"
   "   ud2\n"
   "   .size reach_start, . - reach_start\n"
);

enum { ABOVE = 1536, ROUNDS = 20 };

static char stacks[65536] __attribute__((aligned(4096)));
static char *home_sp, *middle_sp, *reaching_sp;
static int cells[ROUNDS], sum;

ROUTINE void nothing(void)
{
}

ROUTINE int read_cell(int i)
{
   return cells[i];
}

ROUTINE void reaching(void)
{
   for (int i = 0;; i++) {
      sum += read_cell(i);
      switch_stack(&reaching_sp, middle_sp);
   }
}

ROUTINE void middle(void)
{
   for (int i = 0; i < ROUNDS; i++) {
      switch_stack(&middle_sp, reaching_sp);
      sum += read_cell(i);
   }
   switch_stack(&middle_sp, home_sp);
}

int main(void)
{
   char *half = stacks + sizeof stacks / 2;

   for (int i = 0; i < ROUNDS; i++)
      cells[i] = i;
   reaching_sp = prepared_stack(half, reach_start, NULL);
   middle_sp = prepared_stack(half + ABOVE, middle, NULL);
   switch_stack(&home_sp, middle_sp);
   must(sum == ROUNDS * (ROUNDS - 1), "sum");
   return 0;
}
