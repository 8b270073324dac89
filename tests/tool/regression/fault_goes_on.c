/* A handler of a fault makes the memory accessible and returns: the program
   goes on with the instruction that has faulted, and with no instruction
   before it.  The code has run before the handler was installed, when fewer
   registers had to be exact.

   engines: fast check
   same: --px-default=unwindregs-at-mem-access
   same: --vex-iropt-register-updates=allregs-at-mem-access

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "fault_step.h"

static char *page;

static void on_fault(int signal, siginfo_t *info, void *context)
{
   (void)signal;
   note_fault(context);
   must(info->si_addr == page, "the address");
   must(mprotect(page, PAGE, PROT_READ | PROT_WRITE) == 0, "mprotect");
}

int main(void)
{
   page = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
               -1, 0);
   must(page != MAP_FAILED, "mmap");
   step_without_fault(page);
   handle_faults(SIGSEGV, on_fault);
   for (int i = 0; i < 10; i++) {
      must(mprotect(page, PAGE, PROT_NONE) == 0, "mprotect");
      step_with_fault(page);
   }
   return 0;
}
