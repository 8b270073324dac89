/* Switches of stacks whose new stack pointer comes from a register that held
   the old one, and a stack that is used for one instruction only.  Valgrind
   may end a superblock at any instruction.  The cells that both threads of
   control read on the way are input to both.

   engines: fast check
   same: --timestamp-limit=300
   same: --vex-guest-max-insns=1
   same: --vex-guest-max-insns=2
   same: --vex-guest-max-insns=3

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

static char stack[65536] __attribute__((aligned(16)));
static char *home __attribute__((used)), *away __attribute__((used));
int cells[100];

ROUTINE int sum(const int *a, int n)
{
   int s = 0;

   for (int i = 0; i < n; i++)
      s += a[i];
   return s;
}

/* Stores the stack pointer at *own, and goes on at `other`.  The control that
   leaves reads the cell, and so does the control that comes. */
void switch_by_way(char **own, char *other, const int *cell);
/* Reads one cell on the other stack, comes back, and reads n cells. */
int visit(char *other, const int *a, long n);
void body_start(void);

__asm__(
   "   .text\n"
   "   .globl switch_by_way\n"
   "   .type switch_by_way, @function\n"
   "switch_by_way:\n"
   "   mov %rsp, %rax\n"
   "   mov %rax, (%rdi)\n"
   "   mov (%rdx), %ecx\n"
   "   mov %rsi, %rax\n"
   "   mov %rax, %rsp\n"
   "   mov (%rdx), %r8d\n"
   "   ret\n"
   "   .size switch_by_way, . - switch_by_way\n"

   "   .globl visit\n"
   "   .type visit, @function\n"
   "visit:\n"
   "   mov %rsp, %r8\n"
   "   mov %rdi, %rsp\n"
   "   mov (%rsi), %eax\n"
   "   mov %r8, %rsp\n"
   "1: add -4(%rsi,%rdx,4), %eax\n"
   "   dec %rdx\n"
   "   jnz 1b\n"
   "   ret\n"
   "   .size visit, . - visit\n"

   "   .type body_start, @function\n"
   "body_start:\n"
   "   call body\n"
   "   ud2\n"
   "   .size body_start, . - body_start\n"
);

/* Its registers are not preserved. */
ROUTINE void go(char **own, char *other, const int *cell)
{
   __asm__ volatile("push %%rbp\n\t"
                    "call switch_by_way\n\t"
                    "pop %%rbp"
                    : "+D"(own), "+S"(other), "+d"(cell)
                    :
                    : "rax", "rbx", "rcx", "r8", "r9", "r10", "r11", "r12",
                      "r13", "r14", "r15", "memory", "cc");
}

ROUTINE int work(int n)
{
   int s = 0;

   for (int i = 0; i < n; i++) {
      go(&away, home, cells + 1);
      s += sum(cells, n + i);
   }
   return s;
}

__attribute__((used)) ROUTINE void body(void)
{
   work(5);
   for (;;)
      go(&away, home, cells + 1);
}

int main(void)
{
   char *top = stack + sizeof stack - 64;
   int s = 0;

   *(void **)top = (void *)body_start;
   away = top;
   for (int i = 0; i < 6; i++)
      go(&home, away, cells);
   top = stack + sizeof stack / 2;
   for (int i = 1; i <= 6; i++)
      s += visit(top, cells, 10 * i);
   return s;
}
