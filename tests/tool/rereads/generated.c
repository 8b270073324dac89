/* Loops in code that the program generates, as a just-in-time compiler does.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _DEFAULT_SOURCE   /* MAP_ANONYMOUS */

#include "cases.h"

#include <sys/mman.h>

/* What is generated: loop(step, data, n) calls step(data, i) for each i below n. */
extern const char loop_code[], loop_end[];
__asm__(".pushsection .rodata\n"
        "loop_code: push %rbx; push %rbp; push %r12; push %r13; push %r14\n"
        "   mov %rdi, %r12; mov %rsi, %rbp; mov %rdx, %r13; xor %ebx, %ebx\n"
        "1: mov %rbp, %rdi; mov %rbx, %rsi; call *%r12\n"
        "   inc %rbx; cmp %r13, %rbx; jl 1b\n"
        "   pop %r14; pop %r13; pop %r12; pop %rbp; pop %rbx; ret\n"
        "loop_end: .popsection\n");

typedef void (*step_routine)(void *data, long i);
typedef void (*loop_routine)(step_routine step, void *data, long n);

static loop_routine generate(void)
{
   const size_t length = (size_t)(loop_end - loop_code);
   void *page = mmap(NULL, length, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   loop_routine made;

   if (page == MAP_FAILED)
      abort();
   memcpy(page, loop_code, length);
   if (mprotect(page, length, PROT_READ | PROT_EXEC) != 0)
      abort();
   memcpy(&made, &page, sizeof made);
   return made;
}

/* Each step searches what the steps before have made. */
NOINLINE static void add_new(void *data, long i)
{
   struct entry **list = data;

   while (*list && (*list)->key != i)
      list = &(*list)->next;
   *list = calloc(1, sizeof **list);
   (*list)->key = i;
}

NOINLINE static void generated(long n)
{
   struct entry *list = NULL;

   generate()(add_new, &list, n);
}

/* Each step has a row of its own. */
NOINLINE static void add_row(void *data, long i)
{
   sink += sum((const long *)data + 40 * i, 40);
}

NOINLINE static void generated_rows(long n)
{
   long *rows = malloc(40 * sizeof *rows * (size_t)n);

   fill(rows, 40 * sizeof *rows * (size_t)n);
   generate()(add_row, rows, n);
   free(rows);
}

const loop_case generated_cases[] = {
   { "generated", generated, 1500 },
   { "generated_rows", generated_rows, 1500 },
   { NULL, NULL, 0 },
};
