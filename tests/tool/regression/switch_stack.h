/* The usual switch of stacks written by hand, which saves the registers that a
   callee has to preserve, and a new stack to switch to.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SWITCH_STACK_H
#define SWITCH_STACK_H

/* Saves the registers, stores the stack pointer at *own, and goes on at
   `other`, which was stored in the same way. */
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

/* Returns the stack pointer of a new stack below `end`, which goes on at
   `code` with `rbx` in that register. */
static inline void *prepared_stack(void *end, void (*code)(void), void *rbx)
{
   void **top = end;

   top[-1] = (void *)code;
   top[-3] = rbx;
   return &top[-7];
}

/* NAME_start is code for prepared_stack: it calls NAME, which does not return,
   with the value in rbx. */
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
