/* Contexts that are left before their first routine returns, and never come
   back: the next context begins on their stack.  They are over, though no
   event says so, and so are their pending activations.  There are more of them
   than the tool remembers in case their stack was copied
   (threads/relocated_stacks.c).

   engines: fast check
   compiler: gcc
   flags: -fomit-frame-pointer

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include "switch_stack.h"

enum { CONTEXTS = 4000, STACK = 4096 };

static char stack[STACK] __attribute__((aligned(16)));
static char *home_sp, *left_sp;
static int all;
int cells[8];

ROUTINE int read_cells(int n)
{
   int s = 0;

   for (int i = 0; i < n; i++)
      s += cells[i];
   return s;
}

ROUTINE void work(long k)
{
   all += read_cells(k % 8) + 1;
   switch_stack(&left_sp, home_sp);
   all = 0;
}

ROUTINE void body(long k)
{
   work(k);
   all = 0;
}

CODE_OF(body);

int main(void)
{
   for (long k = 0; k < CONTEXTS; k++)
      switch_stack(&home_sp, prepared_stack(stack + STACK, body_start,
                                            (void *)k));
   return all != CONTEXTS;
}
