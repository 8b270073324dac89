/* The name of Go's allocator, which has its arguments and its result in other
   registers than C: what it reads and writes of its own is no input of those that
   allocate, and the memory that it gives is new, though blocks are used again.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

enum { BLOCKS = 64, CELLS = 50 };

static struct { int is_used, size; } spans[BLOCKS];
static int memory[BLOCKS][CELLS];
static volatile int input[CELLS];

void *allocate(int cells) __asm__("runtime.mallocgc");

/* Goes through its spans, and clears the block. */
__attribute__((noinline)) void *allocate(int cells)
{
   for (int i = 0; i < BLOCKS; i++)
      if (!spans[i].is_used) {
         spans[i].is_used = 1;
         spans[i].size = cells;
         memset(memory[i], 0, sizeof memory[i]);
         return memory[i];
      }
   memset(spans, 0, sizeof spans);
   return allocate(cells);
}

ROUTINE int *copy_input(int n)
{
   volatile int *block = allocate(n);

   for (int i = 0; i < n; i++)
      block[i] = input[i];
   return (int *)block;
}

ROUTINE int sum_of(const volatile int *block, int n)
{
   int sum = 0;

   for (int i = 0; i < n; i++)
      sum += block[i];
   return sum;
}

int main(void)
{
   for (int round = 0; round < 200; round++)
      sum_of(copy_input(CELLS), CELLS);
   return 0;
}
