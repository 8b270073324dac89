/* If the user wants exact registers at accesses to memory, then a handler
   finds the flags as they were, too, although the program overwrites them
   before it reads them.

   engines: fast check
   options: --px-default=allregs-at-mem-access
   same: --px-default=unwindregs-at-mem-access --px-file-backed=allregs-at-mem-access

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <ucontext.h>

enum { CARRY = 1, PAGE = 4096 };

static volatile int faults;
static int carry;

/* The carry flag is set at the store, which is in a superblock of its own. */
ROUTINE void compare_and_store(unsigned a, unsigned b, char *to)
{
   __asm__ volatile("cmp %1, %0\n\t"
                    "jb 1f\n\t"
                    "xor %%eax, %%eax\n\t"
                    "jmp 2f\n"
                    "1:\n\t"
                    "movb $1, (%2)\n\t"
                    "xor %%ecx, %%ecx\n"
                    "2:"
                    : : "D"(a), "S"(b), "d"(to) : "rax", "rcx", "cc", "memory");
}

static void on_fault(int signal, siginfo_t *info, void *context)
{
   const ucontext_t *c = context;

   (void)signal;
   faults++;
   carry += c->uc_mcontext.gregs[REG_EFL] & CARRY;
   must(mprotect(info->si_addr, PAGE, PROT_READ | PROT_WRITE) == 0, "mprotect");
}

int main(void)
{
   struct sigaction action = { .sa_sigaction = on_fault, .sa_flags = SA_SIGINFO };
   char *page = mmap(NULL, PAGE, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

   must(page != MAP_FAILED, "mmap");
   must(sigaction(SIGSEGV, &action, NULL) == 0, "sigaction");
   for (int i = 0; i < 20; i++) {
      must(mprotect(page, PAGE, PROT_READ) == 0, "mprotect");
      compare_and_store(1, 2, page);
   }
   must(faults == 20 && carry == 20, "the carry");
   return 0;
}
