/* The usual hand-written switch of stacks, which saves the registers that a callee
   has to keep, and a stack to switch to for the first time.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SWITCH_STACK_H
#define SWITCH_STACK_H

/* Saves the registers, stores the stack pointer to *own and goes on at `other`,
   which is such a stack pointer, too. */
void switch_stack(void *own, void *other);

__asm__(
   "   .text\n"
   "   .globl switch_stack\n"
   "   .type switch_stack, @function\n"
   "switch_stack:\n"
   "   push %rbp\n"
   "   push %rbx\n"
   "   push %r12\n"
   "   push %r13\n"
   "   push %r14\n"
   "   push %r15\n"
   "   mov %rsp, (%rdi)\n"
   "   mov %rsi, %rsp\n"
   "   pop %r15\n"
   "   pop %r14\n"
   "   pop %r13\n"
   "   pop %r12\n"
   "   pop %rbx\n"
   "   pop %rbp\n"
   "   ret\n"
   "   .size switch_stack, . - switch_stack\n"
);

/* The stack pointer of a stack below `end` that goes on at `code`, with `rbx` in
   that register. */
static inline void *prepared_stack(void *end, void (*code)(void), void *rbx)
{
   void **top = end;

   top[-1] = (void *)code;
   top[-3] = rbx;
   return &top[-7];
}

/* NAME_start is code for that: it calls NAME, which does not return, with what is
   in rbx. */
#define CODE_OF(name)                                   \
   void name##_start(void);                             \
                                                        \
   __asm__(                                             \
      "   .text\n"                                      \
      "   .globl " #name "_start\n"                     \
      "   .type " #name "_start, @function\n"           \
      #name "_start:\n"                                 \
      "   mov %rbx, %rdi\n"                             \
      "   call " #name "\n"                             \
      "   ud2\n"                                        \
      "   .size " #name "_start, . - " #name "_start\n" \
   )

#endif
