/* Forty user contexts alternate with main: each is a thread of control, with
   its own cost and input.

   same: --timestamp-limit=300

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <ucontext.h>

#define CONTEXTS 40
#define ROUNDS 5

static ucontext_t home, contexts[CONTEXTS];
static char stacks[CONTEXTS][32768] __attribute__((aligned(16)));
static volatile int in, out;

ROUTINE void delay(int n)
{
   for (int i = 0; i < n; i++)
      __asm__ volatile("" : : : "memory");
}

ROUTINE int take(void)
{
   return in;
}

ROUTINE void put(int value)
{
   out = value;
}

ROUTINE int consume(void)
{
   return out;
}

ROUTINE void worker(int id)
{
   for (int i = 0; i < ROUNDS; i++) {
      put(take() + id);
      delay(2000);
      swapcontext(&contexts[id], &home);
   }
}

ROUTINE long driver(void)
{
   long sum = 0;

   for (int round = 0; round < ROUNDS; round++)
      for (int i = 0; i < CONTEXTS; i++) {
         in = round;
         swapcontext(&home, &contexts[i]);
         sum += consume();
      }
   return sum;
}

/* The last switch to each context: worker returns, and the context ends. */
ROUTINE void finish(void)
{
   for (int i = 0; i < CONTEXTS; i++)
      swapcontext(&home, &contexts[i]);
}

int main(void)
{
   for (int i = 0; i < CONTEXTS; i++) {
      getcontext(&contexts[i]);
      contexts[i].uc_stack.ss_sp = stacks[i];
      contexts[i].uc_stack.ss_size = sizeof stacks[i];
      contexts[i].uc_link = &home;
      makecontext(&contexts[i], (void (*)(void))worker, 1, i);
   }
   must(driver() == 40 * (0 + 1 + 2 + 3 + 4) + 5 * 780, "driver");
   finish();
   return 0;
}
