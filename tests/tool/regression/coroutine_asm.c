/* A coroutine with a switch written by hand, exact to the cell: the load of
   the stack pointer is the last instruction before the return, and no register
   is saved.  It runs twice on the same stack; the second run ends the first
   one.

   engines: fast check
   same: --timestamp-limit=300

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

#define ROUNDS 10

/* Stores the stack pointer at *own, and goes on at `other`.  All registers of
   the caller change. */
void switch_stack(char **own, char *other);

__asm__(
   "   .text\n"
   "   .globl switch_stack\n"
   "   .type switch_stack, @function\n"
   "switch_stack:\n"
   "   mov %rsp, (%rdi)\n"
   "   mov %rsi, %rsp\n"
   "   ret\n"
   "   .size switch_stack, . - switch_stack\n"
);

INLINE void yield_to(char **own, char *other)
{
   __asm__ volatile("push %%rbp\n\t"
                    "call switch_stack\n\t"
                    "pop %%rbp"
                    : "+D"(own), "+S"(other)
                    :
                    : "rax", "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11",
                      "r12", "r13", "r14", "r15", "memory", "cc");
}

static char stack[65536] __attribute__((aligned(16)));
static char *home_sp, *co_sp;
static volatile int in, out;

ROUTINE int take(void)
{
   return in;
}

ROUTINE int consume(void)
{
   return out;
}

ROUTINE void delay(int n)
{
   for (int i = 0; i < n; i++)
      __asm__ volatile("" : : : "memory");
}

/* Reads in each round: `in`, and the two cells of home_sp. */
ROUTINE void body(void)
{
   for (;;) {
      out = take() + 1;
      delay(2000);
      yield_to(&co_sp, home_sp);
   }
}

/* Reads in each round: the two cells of co_sp, and `out`. */
ROUTINE int driver(void)
{
   int sum = 0;

   for (int i = 0; i < ROUNDS; i++) {
      in = i;
      yield_to(&home_sp, co_sp);
      sum += consume();
   }
   return sum;
}

/* The word that the first switch returns to, with the alignment of a call. */
static void prepare(void)
{
   char **top = (char **)(stack + sizeof stack - 64);

   top[-1] = (char *)body;
   co_sp = (char *)&top[-1];
}

int main(void)
{
   prepare();
   must(driver() == 55, "first coroutine");
   prepare();
   must(driver() == 55, "second coroutine");
   return 0;
}
