/* The usual switch written by hand: registers are pushed on the old stack, and
   popped from the new one.  Each context pops what it has pushed itself, so
   this is no input.

   engines: fast check
   same: --timestamp-limit=300

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include "switch_stack.h"

#define ROUNDS 10
#define COROUTINES 4

static char *home_sp, *co_sp[COROUTINES];
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

/* The coroutine's number is in a register, which the first switch hands
   over. */
ROUTINE void body(char **own)
{
   for (;;) {
      out = take() + 1;
      delay(2000);
      switch_stack(own, home_sp);
   }
}

CODE_OF(body);

ROUTINE int driver(void)
{
   int sum = 0;

   for (int i = 0; i < ROUNDS; i++)
      for (int k = 0; k < COROUTINES; k++) {
         in = i;
         switch_stack(&home_sp, co_sp[k]);
         sum += consume();
      }
   return sum;
}

int main(void)
{
   for (int k = 0; k < COROUTINES; k++) {
      char *stack = mmap(NULL, 65536, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

      must(stack != MAP_FAILED, "mmap");
      co_sp[k] = prepared_stack(stack + 65536 - 64, body_start, &co_sp[k]);
   }
   must(driver() == 220, "driver");
   return 0;
}
