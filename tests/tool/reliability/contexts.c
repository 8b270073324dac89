/* Coroutines that live at once and alternate, with the C library's ucontext or
   a switch written by hand.  The arguments: the kind of switch, the number of
   coroutines, the number of switches.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "work.h"
#include "../regression/switch_stack.h"
#include <ucontext.h>

enum { STACK = 16384 };

static int n, by_hand;
static ucontext_t home, *contexts;
static void *home_sp, **sps;
static volatile long turns;

static int current;

static ROUTINE void turn(int own)
{
   turns += 1 + 0 * own;
}

static void body(void)
{
   int own = current;

   for (;;) {
      turn(own);
      if (by_hand)
         switch_stack(&sps[own], home_sp);
      else
         swapcontext(&contexts[own], &home);
   }
}

static void prepare(int i, char *stack)
{
   if (by_hand) {
      void **top = (void **)(stack + STACK - 64);

      *--top = (void *)body;
      sps[i] = top - 6;              /* the registers that are popped */
      return;
   }
   getcontext(&contexts[i]);
   contexts[i].uc_stack.ss_sp = stack;
   contexts[i].uc_stack.ss_size = STACK;
   contexts[i].uc_link = &home;
   makecontext(&contexts[i], body, 0);
}

int main(int count, char **arguments)
{
   must(count == 4, "three arguments");
   by_hand = !strcmp(arguments[1], "by-hand");
   n = atoi(arguments[2]);
   char *stacks = mmap(NULL, (size_t)n * STACK, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

   must(stacks != MAP_FAILED, "mmap");
   contexts = calloc(n, sizeof *contexts);
   sps = calloc(n, sizeof *sps);
   some_work();
   for (int i = 0; i < n; i++)
      prepare(i, stacks + (size_t)i * STACK);
   for (int round = 0; round < atoi(arguments[3]); round++)
      for (int i = 0; i < n; i++) {
         current = i;
         if (by_hand)
            switch_stack(&home_sp, sps[i]);
         else
            swapcontext(&home, &contexts[i]);
      }
   must(turns == (long)n * atoi(arguments[3]), "turns");
   return 0;
}
