/* Contexts start other contexts, whose stacks are right below theirs, and one
   context's stack is right below the stack of a thread, in the same block: the
   tool tells them apart.  A routine that loads the stack pointer with an
   address far down on the same stack stays in its context.

   engines: fast check
   varies: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <ucontext.h>

enum { ROUNDS = 4, SIZE = 65536 };

static volatile int cells[300];
static char stacks[3][SIZE] __attribute__((aligned(16)));
static ucontext_t home, contexts[3];

ROUTINE int sum(int n)
{
   int s = 0;

   for (int i = 0; i < n; i++)
      s += cells[i];
   return s;
}

static void make(ucontext_t *context, char *stack, void (*body)(void))
{
   getcontext(context);
   context->uc_stack.ss_sp = stack;
   context->uc_stack.ss_size = SIZE;
   makecontext(context, body, 0);
}

/* Each context starts the next one below itself. */
INLINE void generate(int id, void (*next)(void))
{
   ucontext_t *back = id > 0 ? &contexts[id - 1] : &home;

   for (int i = 0; i < ROUNDS; i++) {
      sum(100 * (id + 1));
      if (next != NULL) {
         if (i == 0)
            make(&contexts[id + 1], stacks[1 - id], next);
         swapcontext(&contexts[id], &contexts[id + 1]);
      }
      swapcontext(&contexts[id], back);
   }
}

ROUTINE void third(void)
{
   generate(2, NULL);
}

ROUTINE void second(void)
{
   generate(1, third);
}

ROUTINE void first(void)
{
   generate(0, second);
}

ROUTINE void generators(void)
{
   make(&contexts[0], stacks[2], first);
   for (int i = 0; i < ROUNDS; i++)
      swapcontext(&home, &contexts[0]);
}

static char block[2 * SIZE] __attribute__((aligned(4096)));

ROUTINE void coroutine(void)
{
   for (int i = 0; i < ROUNDS; i++) {
      sum(50);
      swapcontext(&contexts[0], &home);
   }
}

ROUTINE void resume(void)
{
   swapcontext(&home, &contexts[0]);
}

static void *above_coroutine(void *unused)
{
   make(&contexts[0], block, coroutine);
   for (int i = 0; i < ROUNDS; i++)
      resume();
   return unused;
}

/* The jump hides from the tool where the address comes from. */
ROUTINE void far_frame(void)
{
   __asm__ volatile("mov %%rsp, %%rbx\n\t"
                    "lea -50000(%%rsp), %%rax\n\t"
                    "and $-16, %%rax\n\t"
                    "jmp 1f\n"
                    "1:\n\t"
                    "mov %%rax, %%rsp\n\t"
                    "mov $10, %%edi\n\t"
                    "call sum\n\t"
                    "mov %%rbx, %%rsp"
                    : : : "rax", "rbx", "rcx", "rdx", "rsi", "rdi", "r8", "r9",
                      "r10", "r11", "memory", "cc");
   sum(20);
}

static void *calls_far_frame(void *unused)
{
   far_frame();
   return unused;
}

int main(void)
{
   pthread_attr_t attributes;
   pthread_t t;

   generators();
   pthread_attr_init(&attributes);
   must(pthread_attr_setstack(&attributes, block + SIZE, SIZE) == 0,
        "setstack");
   must(pthread_create(&t, &attributes, above_coroutine, NULL) == 0,
        "pthread_create");
   pthread_join(t, NULL);
   far_frame();
   pthread_join(start(calls_far_frame, NULL), NULL);
   return 0;
}
