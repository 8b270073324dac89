/* An array whose size is known at run time only, as clang makes it: the stack
   pointer is lowered in another register.  Valgrind may end a superblock at
   any instruction.  On the stack of a context, whose bounds are not known, it
   is still the same context.

   engines: fast check
   same: --vex-guest-max-insns=1
   same: --vex-guest-max-insns=2
   same: --vex-guest-max-insns=3
   same: --vex-guest-max-insns=4
   same: --vex-iropt-level=0

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <ucontext.h>

static ucontext_t home, away;
static char stack[65536];

ROUTINE void leaf(void)
{
}

void array(long bytes);

__asm__(
   "   .text\n"
   "   .type array, @function\n"
   "array:\n"
   "   push %rbp\n"
   "   mov %rsp, %rbp\n"
   "   push %rbx\n"
   "   push %rbx\n"
   "   mov %rsp, %rbx\n"
   "   sub %rdi, %rbx\n"
   "   nop\n"
   "   mov %rbx, %rsp\n"
   "   movl $1, (%rbx)\n"
   "   call leaf\n"
   "   lea -16(%rbp), %rsp\n"
   "   pop %rbx\n"
   "   pop %rbx\n"
   "   pop %rbp\n"
   "   ret\n"
   "   .size array, . - array\n"
);

ROUTINE void body(void)
{
   for (int i = 1; i <= 10; i++)
      array(4096 * i);
}

int main(void)
{
   getcontext(&away);
   away.uc_stack.ss_sp = stack;
   away.uc_stack.ss_size = sizeof stack;
   away.uc_link = &home;
   makecontext(&away, body, 0);
   must(swapcontext(&home, &away) == 0, "swapcontext");
   return 0;
}
