/* A handler on a stack of its own switches to a context, and another thread
   goes on in the handler's place.  Then the thread that the handler came from
   ends first, or the other thread does, and the first one is interrupted
   again.

   engines: fast check
   varies: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

#include <ucontext.h>

enum { STACK = 1 << 16 };
enum { AWAY, ENTERED, DONE, STEPS };   /* of each round */

static char alternate[2][STACK], away[2][STACK];
static ucontext_t handler, context, home;
static pthread_t first;
static volatile int round_, again;

ROUTINE void work(void)
{
   for (volatile int i = 0; i < 1000; i++)
      ;
}

static void handle(int unused)
{
   (void)unused;
   if (again) {
      work();
      return;
   }
   swapcontext(&handler, &context);
   work();
   reach(round_ * STEPS + ENTERED);
   if (round_ == 1) {
      reach(round_ * STEPS + DONE);
      pthread_exit(NULL);
   }
   pthread_join(first, NULL);
   work();
   setcontext(&home);
}

static void go_away(void)
{
   work();
   reach(round_ * STEPS + AWAY);
   await(round_ * STEPS + ENTERED);
   if (round_ == 1) {
      await(round_ * STEPS + DONE);
      again = 1;
      pthread_kill(pthread_self(), SIGUSR1);
   }
   pthread_exit(NULL);
}

static void *interrupted(void *unused)
{
   stack_t stack = { .ss_sp = alternate[round_], .ss_size = STACK };
   struct sigaction action = { .sa_handler = handle, .sa_flags = SA_ONSTACK };

   must(sigaltstack(&stack, NULL) == 0, "sigaltstack");
   must(sigaction(SIGUSR1, &action, NULL) == 0, "sigaction");
   must(getcontext(&context) == 0, "getcontext");
   context.uc_stack.ss_sp = away[round_];
   context.uc_stack.ss_size = STACK;
   makecontext(&context, go_away, 0);
   pthread_kill(pthread_self(), SIGUSR1);
   return unused;
}

static void *other(void *unused)
{
   await(round_ * STEPS + AWAY);
   swapcontext(&home, &handler);
   work();
   return unused;
}

int main(void)
{
   make_steps(2 * STEPS);
   for (round_ = 0; round_ < 2; round_++) {
      pthread_t second;
      first = start(interrupted, NULL);
      second = start(other, NULL);
      pthread_join(second, NULL);
      if (round_ == 1)
         pthread_join(first, NULL);
   }
   return 0;
}
