/* Code in which an instruction may fault, for handlers that repair the cause:
   one superblock, which gives the frame pointer three values, too.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef FAULT_STEP_H
#define FAULT_STEP_H

#include "regression.h"
#include <ucontext.h>

enum { PAGE = 4096 };

static volatile long steps;
static volatile int faults;

extern char faulting[];

/* Counts, and then stores: `faulting` is the store. */
ROUTINE void step(volatile long *count, volatile char *to)
{
   __asm__ volatile("movq %%rbp, %%r8\n\t"
                    "movq $1, %%rbp\n\t"
                    "addq $1, (%0)\n\t"
                    "movq $2, %%rbp\n\t"
                    "addq $2, (%0)\n\t"
                    ".globl faulting\n"
                    "faulting: movb $1, (%1)\n\t"
                    "movq $3, %%rbp\n\t"
                    "addq $4, (%0)\n\t"
                    "movq %%r8, %%rbp"
                    : : "D"(count), "S"(to) : "memory", "cc", "r8");
}

static inline void step_without_fault(char *page)
{
   for (int i = 0; i < 100; i++)
      step(&steps, page);
   must(steps == 700, "the steps before");
}

/* For a handler: where the program is, and what it has done. */
static inline void note_fault(void *context)
{
   const ucontext_t *c = context;

   faults++;
   must(c->uc_mcontext.gregs[REG_RIP] == (long)faulting, "the instruction");
   must(c->uc_mcontext.gregs[REG_RBP] == 2, "the frame pointer");
}

static inline void step_with_fault(char *page)
{
   long before = steps;
   int number = faults;

   step(&steps, page);
   must(faults == number + 1, "a fault");
   must(steps == before + 7, "each of its steps once");
}

static inline void handle_faults(int signal, void (*f)(int, siginfo_t *, void *))
{
   struct sigaction action = { .sa_sigaction = f, .sa_flags = SA_SIGINFO };

   must(sigaction(signal, &action, NULL) == 0, "sigaction");
}

#endif
