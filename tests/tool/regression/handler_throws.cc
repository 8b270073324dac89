/* An exception is thrown out of a signal handler, and caught by the routine
   that the signal has interrupted: on the stack of a context, and on a stack
   of a thread that the program has allocated.

   engines: fast check
   flags: -fnon-call-exceptions -pthread
   varies: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

extern "C" {
#include "regression.h"
}

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <ucontext.h>

enum { TIMES = 5, STACK = 1 << 20 };

static ucontext_t home, context;
static volatile long all;

static void throws(int)
{
   throw 3;
}

extern "C" {

ROUTINE void caught_here(int i)
{
   try {
      *(volatile int *)16 = 1;
   } catch (int) {
   }
   all += i;
}

ROUTINE void in_context(void)
{
   for (int i = 0; i < TIMES; i++)
      caught_here(i);
   swapcontext(&context, &home);
}

ROUTINE void *in_thread(void *unused)
{
   for (int i = 0; i < TIMES; i++)
      caught_here(i);
   return unused;
}

}

int main(void)
{
   struct sigaction action = {};
   char *memory = (char *)malloc(2 * STACK);
   pthread_attr_t attributes;
   pthread_t thread;

   action.sa_handler = throws;
   action.sa_flags = SA_NODEFER;
   sigaction(SIGSEGV, &action, NULL);

   getcontext(&context);
   context.uc_stack.ss_sp = memory;
   context.uc_stack.ss_size = STACK;
   context.uc_link = &home;
   makecontext(&context, in_context, 0);
   swapcontext(&home, &context);

   pthread_attr_init(&attributes);
   pthread_attr_setstack(&attributes, memory + STACK, STACK);
   if (pthread_create(&thread, &attributes, in_thread, NULL) != 0)
      return 2;
   pthread_join(thread, NULL);
   return all != 2 * (0 + 1 + 2 + 3 + 4);
}
