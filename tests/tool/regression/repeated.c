/* Repeated string instructions: cells to the byte, and one block for each
   iteration.  (Not rep lods: Valgrind 3.19 executes it once.)

   same: --vex-guest-max-insns=1
   same: --vex-iropt-unroll-thresh=400

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

void copy_bytes(void *to, const void *from, long n);
void copy_words(void *to, const void *from, long n);
void fill_known(void *to);
void fill_bytes(void *to, int byte, long n);
long find_byte(const void *in, int byte, long n);
long compare_bytes(const void *a, const void *b, long n);

__asm__(
   "   .macro routine name\n"
   "   .globl \\name\n"
   "   .type \\name, @function\n"
   "\\name:\n"
   "   .endm\n"
   "   .macro endroutine name\n"
   "   ret\n"
   "   .size \\name, . - \\name\n"
   "   .endm\n"
   "   .text\n"
   "   routine copy_bytes\n"
   "   mov %rdx, %rcx\n"
   "   rep movsb\n"
   "   endroutine copy_bytes\n"
   "   routine copy_words\n"
   "   mov %rdx, %rcx\n"
   "   rep movsq\n"
   "   endroutine copy_words\n"
   "   routine fill_bytes\n"
   "   mov %rdx, %rcx\n"
   "   mov %esi, %eax\n"
   "   rep stosb\n"
   "   endroutine fill_bytes\n"
   /* The count is known when the instruction is translated. */
   "   routine fill_known\n"
   "   xor %eax, %eax\n"
   "   mov $30, %ecx\n"
   "   rep stosb\n"
   "   mov $0, %ecx\n"
   "   rep stosb\n"
   "   endroutine fill_known\n"
   "   routine find_byte\n"
   "   mov %rdx, %rcx\n"
   "   mov %esi, %eax\n"
   "   repne scasb\n"
   "   mov %rcx, %rax\n"
   "   endroutine find_byte\n"
   "   routine compare_bytes\n"
   "   mov %rdx, %rcx\n"
   "   cmp %rax, %rax\n"
   "   repe cmpsb\n"
   "   mov %rcx, %rax\n"
   "   endroutine compare_bytes\n"
);

/* Copies, and then sums what it has written. */
ROUTINE long copy_and_sum(char *to, const char *from, long n)
{
   long s = 0;

   copy_bytes(to, from, n);
   for (long i = 0; i < n; i++)
      s += to[i];
   return s;
}

int main(void)
{
   static char from[4096] __attribute__((aligned(16)));
   static char to[4096] __attribute__((aligned(16)));

   memset(from, 1, sizeof from);
   copy_bytes(to, from, 400);
   copy_bytes(to, from, 0);
   copy_bytes(to, from + 2, 401);          /* bytes 2 to 402: 101 cells */
   copy_words(to, from, 60);
   fill_bytes(to, 7, 300);
   fill_bytes(to, 7, 0);
   fill_known(to);
   from[99] = 5;
   must(find_byte(from, 5, 4000) == 3900, "find");
   must(compare_bytes(to, from, 4000) == 3999, "compare");
   to[0] = 1;
   must(compare_bytes(to, from, 4000) == 3998, "compare");
   must(copy_and_sum(to, from, 40) == 40, "sum");
   return 0;
}
