/* Contexts that end: the first routine of one context returns to another
   routine, which goes on elsewhere, so that this context is over, too.  Two
   contexts are left before their first routines return: the stack of the first
   is unmapped, and another context comes down to where the stack of the second
   is.  Their activations end with them, and are not open.

   engines: fast check

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include "switch_stack.h"

enum { STACK = 65536 };

static char stack[STACK] __attribute__((aligned(16)));
static char *home_sp, *away_sp;
static volatile int cells[100];

READER_OF(leaf, cells)

/* Leaves the stack to the next context. */
__attribute__((used)) ROUTINE void says_goodbye(void)
{
   leaf(30);
   switch_stack(&away_sp, home_sp);
}

ROUTINE void works(void)
{
   leaf(20);
}

/* A context returns here, with the stack pointer above all that it had. */
void farewell(void);

__asm__(
   "   .text\n"
   "   .globl farewell\n"
   "   .type farewell, @function\n"
   "farewell:\n"
   "   sub $40, %rsp\n"
   "   call says_goodbye\n"
   "   ud2\n"
   "   .size farewell, . - farewell\n"
);

ROUTINE void is_interrupted(void)
{
   leaf(40);
   switch_stack(&away_sp, home_sp);
}

ROUTINE void goes_far(void)
{
   is_interrupted();
}

/* Begins with `works`, which returns to `farewell`. */
ROUTINE void visit_one_that_ends(void)
{
   void **top = prepared_stack(stack + STACK - 256, works, NULL);

   top[7] = (void *)farewell;
   switch_stack(&home_sp, top);
}

ROUTINE void visit_one_that_is_unmapped(void)
{
   char *there = mmap(NULL, STACK, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

   must(there != MAP_FAILED, "mmap");
   switch_stack(&home_sp, prepared_stack(there + STACK - 64, goes_far, NULL));
   must(munmap(there, STACK) == 0, "munmap");
}

ROUTINE void comes_down(void)
{
   volatile char much[STACK / 2];

   much[0] = 1;
   switch_stack(&away_sp, home_sp);
   much[1] = 1;
}

/* The lower half is the stack of the first context. */
ROUTINE void visit_one_that_is_overrun(void)
{
   switch_stack(&home_sp, prepared_stack(stack + STACK / 2 + 1024, goes_far,
                                         NULL));
   switch_stack(&home_sp, prepared_stack(stack + STACK - 64, comes_down, NULL));
}

int main(void)
{
   visit_one_that_ends();
   visit_one_that_is_unmapped();
   visit_one_that_is_overrun();
   return 0;
}
