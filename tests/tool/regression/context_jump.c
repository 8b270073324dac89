/* A handler that has interrupted a context jumps back into the context, to a
   place where the stack pointer is what it was when the context began: the
   context goes on, and no new one begins.

   engines: fast check
   same: --vex-guest-max-insns=1

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

static char stack[65536] __attribute__((aligned(16)));
static char *home __attribute__((used)), *inside __attribute__((used));
static int input[10] __attribute__((used));

/* Goes on at `other`, and returns when `other` comes back. */
void switch_stack(char *other);
/* On the other stack: it is entered one word above the place where that stack
   began, takes the word, is interrupted, goes on behind the interruption, and
   reads the input. */
void body(void);

__asm__(
   "   .text\n"
   "   .type switch_stack, @function\n"
   "switch_stack:\n"
   "   mov %rsp, home(%rip)\n"
   "   mov %rdi, %rsp\n"
   "   ret\n"
   "   .size switch_stack, . - switch_stack\n"

   "   .type body, @function\n"
   "body:\n"
   "   sub $8, %rsp\n"
   "   mov %rsp, inside(%rip)\n"
   "   call interrupted\n"
   "resumed:\n"
   "   lea input(%rip), %rsi\n"
   "   mov $10, %ecx\n"
   "1: mov -4(%rsi,%rcx,4), %eax\n"
   "   dec %ecx\n"
   "   jnz 1b\n"
   "   mov home(%rip), %rsp\n"
   "   ret\n"
   "   .size body, . - body\n"
);

__attribute__((used)) ROUTINE void interrupted(void)
{
   kernel3(SYS_tgkill, getpid(), gettid(), SIGUSR1);
}

ROUTINE void handler(int signal)
{
   (void)signal;
   __asm__ volatile("mov inside(%rip), %rsp\n\t"
                    "jmp resumed");
}

ROUTINE void go(char *other)
{
   __asm__ volatile("push %%rbp\n\t"
                    "call switch_stack\n\t"
                    "pop %%rbp"
                    : "+D"(other)
                    :
                    : "rax", "rbx", "rcx", "rdx", "rsi", "r8", "r9", "r10",
                      "r11", "r12", "r13", "r14", "r15", "memory", "cc");
}

int main(void)
{
   char *top = stack + sizeof stack - 256;

   *(void **)top = (void *)body;
   signal(SIGUSR1, handler);
   go(top);
   return 0;
}
