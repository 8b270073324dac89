/* A handler of SIGFPE reads the address of the division, and goes on behind
   it.

   engines: fast check

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <ucontext.h>

extern const char the_division[], behind_it[];
static int seen;

static void handler(int signal, siginfo_t *info, void *context)
{
   ucontext_t *u = context;

   (void)signal;
   (void)info;
   must(u->uc_mcontext.gregs[REG_RIP] == (greg_t)the_division, "the place");
   u->uc_mcontext.gregs[REG_RIP] = (greg_t)behind_it;
   seen++;
}

/* The code before the division has changed registers, and reads memory. */
ROUTINE int divide(int a, const int *by)
{
   __asm__ volatile("cltd\n"
                    ".globl the_division\n"
                    "the_division: idivl (%1)\n"
                    ".globl behind_it\n"
                    "behind_it:"
                    : "+a"(a) : "r"(by) : "rdx", "cc", "memory");
   return a;
}

int main(void)
{
   struct sigaction action = { .sa_sigaction = handler, .sa_flags = SA_SIGINFO };
   int by = 2;

   must(divide(7, &by) == 3, "no fault yet");
   must(sigaction(SIGFPE, &action, NULL) == 0, "sigaction");
   by = 0;
   divide(7, &by);          /* Valgrind does not preserve the divisor */
   must(seen == 1, "a fault");
   return 0;
}
