/* A load whose value only the flags show, which the code behind it overwrites,
   is made nevertheless: it may be there for its fault alone, as the test of a
   pointer in Go.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

enum { PAGE = 4096, TIMES = 20 };

static volatile int faults;

__asm__(".type overwrites_flags, @function\n"
        "overwrites_flags: xor %eax, %eax\n\t"
        "ret\n\t"
        ".size overwrites_flags, . - overwrites_flags");

/* The load is at the end of a superblock: a call does not read the flags. */
#define PROBES(name, instruction)                                     \
   ROUTINE void name(const char *p)                                   \
   {                                                                  \
      __asm__ volatile("sub $128, %%rsp\n\t"    /* the red zone */    \
                       instruction "\n\t"                             \
                       "call overwrites_flags\n\t"                    \
                       "add $128, %%rsp"                              \
                       : : "D"(p) : "rax", "cc", "memory");           \
   }

PROBES(test, "test %%al, (%0)")
PROBES(compare, "cmpb $7, (%0)")
PROBES(compare_with, "cmp (%0), %%rax")
PROBES(add, "add (%0), %%rax")

static void on_fault(int signal, siginfo_t *info, void *context)
{
   (void)signal;
   (void)context;
   faults++;
   must(mprotect(info->si_addr, PAGE, PROT_READ) == 0, "mprotect");
}

int main(void)
{
   static void (*const probes[])(const char *) = { test, compare, compare_with,
                                                   add };
   struct sigaction action = { .sa_sigaction = on_fault, .sa_flags = SA_SIGINFO };
   char *page = mmap(NULL, PAGE, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

   must(page != MAP_FAILED, "mmap");
   must(sigaction(SIGSEGV, &action, NULL) == 0, "sigaction");
   for (int i = 0; i < 4 * TIMES; i++) {
      must(mprotect(page, PAGE, PROT_NONE) == 0, "mprotect");
      probes[i / TIMES](page);
      must(faults == i + 1, "no fault");
   }
   return 0;
}
