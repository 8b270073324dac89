/* A handler of a fault makes the memory accessible and returns: the program
   goes on with the instruction that has faulted, and with none before it.  The
   code has run before there is a handler, when less need be exact.  All of it
   is one superblock, which gives the frame pointer three values, too.

   same: --px-default=unwindregs-at-mem-access
   same: --vex-iropt-register-updates=allregs-at-mem-access

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <ucontext.h>

enum { PAGE = 4096 };

static volatile long steps;
static char *page;
static volatile int faults;
static volatile unsigned long place, frame;

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

extern char faulting[];

static void on_fault(int signal, siginfo_t *info, void *context)
{
   const ucontext_t *c = context;

   (void)signal;
   faults++;
   place = c->uc_mcontext.gregs[REG_RIP];
   frame = c->uc_mcontext.gregs[REG_RBP];
   must(info->si_addr == page, "the address");
   must(mprotect(page, PAGE, PROT_READ | PROT_WRITE) == 0, "mprotect");
}

static void set_handler(int signal)
{
   struct sigaction action;

   memset(&action, 0, sizeof action);
   action.sa_sigaction = on_fault;
   action.sa_flags = SA_SIGINFO;
   must(sigaction(signal, &action, NULL) == 0, "sigaction");
}

int main(void)
{
   long before;

   page = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
               -1, 0);
   must(page != MAP_FAILED, "mmap");
   for (int i = 0; i < 100; i++)
      step(&steps, page);
   must(steps == 700, "the steps before");
   set_handler(SIGSEGV);
   for (int i = 0; i < 10; i++) {
      before = steps;
      must(mprotect(page, PAGE, PROT_NONE) == 0, "mprotect");
      step(&steps, page);
      must(faults == i + 1, "a fault");
      must(steps == before + 7, "each of its steps once");
      must(place == (unsigned long)faulting, "the instruction");
      must(frame == 2, "the frame pointer");
   }
   return 0;
}
