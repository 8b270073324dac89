/* Loops of which only the table of a `switch`, or of labels, leads back to where they
   begin: all commands so far are performed again for each.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "cases.h"

/* What a command does.  One that is not known ends the routine, so that only the
   table of the `switch` leads back to the loop. */
#define PERFORM(commands, i, value) \
   switch (commands[i]) { \
   case 0: value += i; break; \
   case 1: value ^= i; break; \
   case 2: value *= 3; break; \
   case 3: value -= commands[i + 1]; break; \
   case 4: value += value >> 3; break; \
   case 5: if (value & 1) value++; break; \
   default: return -1; \
   }

static unsigned char *some_commands(long n)
{
   unsigned char *commands = malloc(n + 1);

   for (long i = 0; i <= n; i++)
      commands[i] = any(6);
   return commands;
}

/* All commands so far are performed again for each. */
NOINLINE static long perform_again(const unsigned char *commands, long n)
{
   long value = 0;

   for (long i = 1; i <= n; i++)
      for (long k = 0; k < i; k++)
         PERFORM(commands, k, value)
   return value;
}

static void perform(long n)
{
   sink += perform_again(some_commands(n), n);
}

/* Each list is performed once: as many commands in each. */
NOINLINE static long perform_each(const unsigned char *commands, long n)
{
   enum { LENGTH = 100 };
   long value = 0;

   for (long i = 0; i + LENGTH <= n; i += LENGTH)
      for (long k = 0; k < LENGTH; k++)
         PERFORM(commands, i + k, value)
   return value;
}

static void perform_lists(long n)
{
   sink += perform_each(some_commands(n), n);
}

/* The same, where two commands do nothing: their cases are the head of the loop. */
long perform_by_table(const unsigned char *commands, long n);

__asm__(
   "   .text\n"
   "   .type perform_by_table, @function\n"
   "   .globl perform_by_table\n"
   "perform_by_table:\n"
   "   xor %eax, %eax\n"
   "   mov $1, %edx\n"
   "1: xor %ecx, %ecx\n"
   "   jmp 3f\n"
   "2: inc %rcx\n"
   "   cmp %rcx, %rdx\n"
   "   je 6f\n"
   "3: movzbl (%rdi,%rcx), %r8d\n"
   "   cmp $5, %r8\n"
   "   ja 7f\n"
   "   lea 9f(%rip), %r9\n"
   "   movslq (%r9,%r8,4), %r8\n"
   "   add %r9, %r8\n"
   "   jmp *%r8\n"
   "4: add %rcx, %rax\n"
   "   jmp 2b\n"
   "5: xor %rcx, %rax\n"
   "   jmp 2b\n"
   "6: inc %rdx\n"
   "   cmp %rsi, %rdx\n"
   "   jle 1b\n"
   "7: ret\n"
   "   .size perform_by_table, . - perform_by_table\n"
   "   .section .rodata\n"
   "   .balign 4\n"
   "9: .long 2b - 9b, 4b - 9b, 5b - 9b, 4b - 9b, 2b - 9b, 5b - 9b\n"
   "   .text\n"
);

static void perform_some(long n)
{
   sink += perform_by_table(some_commands(n), n);
}

/* A `switch` that has a case for all values, so that nothing compares them: by a mask,
   as all of a byte has a case, and as the program says that there are no others. */
NOINLINE static long perform_bits(const unsigned char *commands, long n)
{
   long value = 0;

   for (long i = 1; i <= n; i++)
      for (long k = 0; k < i; k++)
         switch (commands[k] & 7) {
         case 0: value += k; break;
         case 1: value ^= k; break;
         case 2: value *= 3; break;
         case 3: value -= commands[k + 1]; break;
         case 4: value += value >> 3; break;
         case 5: if (value & 1) value++; break;
         case 6: return -1;
         case 7: value = ~value; break;
         }
   return value;
}

static void perform_masked(long n)
{
   sink += perform_bits(some_commands(n), n);
}

#define EIGHT(n) \
   case n: value += k; break; \
   case n + 1: value ^= k; break; \
   case n + 2: value *= n + 3; break; \
   case n + 3: value -= n; break; \
   case n + 4: value += value >> 2; break; \
   case n + 5: if (value & 1) value++; break; \
   case n + 6: value = ~value; break; \
   case n + 7: return n;
#define OF_EIGHT(n) \
   EIGHT(n) EIGHT(n + 8) EIGHT(n + 16) EIGHT(n + 24) \
   EIGHT(n + 32) EIGHT(n + 40) EIGHT(n + 48) EIGHT(n + 56)

NOINLINE static long perform_byte(const unsigned char *commands, long n)
{
   long value = 0;

   for (long i = 1; i <= n; i++)
      for (long k = 0; k < i; k++)
         switch (commands[k]) {
         OF_EIGHT(0) OF_EIGHT(64) OF_EIGHT(128) OF_EIGHT(192)
         }
   return value;
}

static void perform_bytes(long n)
{
   sink += perform_byte(some_commands(n), n);
}

NOINLINE static long perform_kind(const unsigned *commands, long n)
{
   long value = 0;

   for (long i = 1; i <= n; i++)
      for (long k = 0; k < i; k++)
         switch (commands[k]) {
         case 0: value += k; break;
         case 1: value ^= k; break;
         case 2: value *= 3; break;
         case 3: value -= commands[k + 1]; break;
         case 4: value += value >> 3; break;
         case 5: if (value & 1) value++; break;
         case 6: return -1;
         default: __builtin_unreachable();
         }
   return value;
}

static void perform_kinds(long n)
{
   const unsigned char *bytes = some_commands(n);
   unsigned *commands = malloc((n + 1) * sizeof *commands);

   for (long i = 0; i <= n; i++)
      commands[i] = bytes[i];
   sink += perform_kind(commands, n);
}

/* Each command goes on to the next one, as in interpreters: by the addresses of
   labels, and by their distances.  GO ends the list of n commands. */
#define LABELS(from) { from(add), from(xor), from(triple), from(subtract), \
                       from(shift), from(odd) }
#define ADDRESS(label) &&label
#define DISTANCE(label) &&label - &&add
#define COMMANDS \
   add: value += k; GO; \
   xor: value ^= k; GO; \
   triple: value *= 3; GO; \
   subtract: value -= commands[k + 1]; GO; \
   shift: value += value >> 3; GO; \
   odd: if (value & 1) value++; GO;

NOINLINE static long go_on(const unsigned char *commands, long n)
{
   static const void *const labels[] = LABELS(ADDRESS);
   long value = 0;

   for (long i = 1; i <= n; i++) {
      long k = 0;
#define GO if (++k == i) continue; goto *labels[commands[k]]
      goto *labels[commands[k]];
      COMMANDS
#undef GO
   }
   return value;
}

static void perform_labels(long n)
{
   sink += go_on(some_commands(n), n);
}

NOINLINE static long go_on_by(const unsigned char *commands, long n)
{
   static const int labels[] = LABELS(DISTANCE);
   long value = 0;

   for (long i = 1; i <= n; i++) {
      long k = 0;
#define GO if (++k == i) continue; goto *(&&add + labels[commands[k]])
      goto *(&&add + labels[commands[k]]);
      COMMANDS
#undef GO
   }
   return value;
}

static void perform_distances(long n)
{
   sink += go_on_by(some_commands(n), n);
}

/* Each call performs one command more. */
NOINLINE static long go_on_in(const unsigned char *commands, long n)
{
   static const void *const labels[] = LABELS(ADDRESS);
   long value = 0, k = 0;

   goto *labels[commands[k]];
#define GO if (++k == n) return value; goto *labels[commands[k]]
   COMMANDS
#undef GO
}

static void perform_in_calls(long n)
{
   const unsigned char *commands = some_commands(n);

   for (long i = 1; i <= n; i++)
      sink += go_on_in(commands, i);
}

/* As many commands each time. */
NOINLINE static long go_on_each(const unsigned char *commands, long n)
{
   static const void *const labels[] = LABELS(ADDRESS);
   enum { LENGTH = 100 };
   long value = 0;

   for (long i = 0; i + LENGTH <= n; i += LENGTH, commands += LENGTH) {
      long k = 0;
#define GO if (++k == LENGTH) continue; goto *labels[commands[k]]
      goto *labels[commands[k]];
      COMMANDS
#undef GO
   }
   return value;
}

static void perform_label_lists(long n)
{
   sink += go_on_each(some_commands(n), n);
}

/* Two loops have their place at one jump: that of the table, 4, is the last one back
   to the step, 3, and the one with which the step, the only case, goes on to itself.
   A part of the loop, 2, lies before it. */
long perform_step(const unsigned char *commands, long n);

__asm__(
   "   .text\n"
   "   .type perform_step, @function\n"
   "   .globl perform_step\n"
   "perform_step:\n"
   "   xor %eax, %eax\n"
   "   xor %edx, %edx\n"
   "   lea 9f(%rip), %r9\n"
   "1: inc %rdx\n"
   "   cmp %rsi, %rdx\n"
   "   jg 7f\n"
   "   xor %ecx, %ecx\n"
   "   jmp 6f\n"
   "2: add $3, %rax\n"
   "   jmp 3f\n"
   "3: inc %rcx\n"
   "   cmp %rdx, %rcx\n"
   "   jge 1b\n"
   "   add %rcx, %rax\n"
   "   test $15, %al\n"
   "   jz 3b\n"
   "   test $3, %al\n"
   "   jz 2b\n"
   "4: movzbl (%rdi,%rcx), %r8d\n"
   "   cmp $5, %r8d\n"
   "   ja 7f\n"
   "   movslq (%r9,%r8,4), %r8\n"
   "   add %r9, %r8\n"
   "   jmp *%r8\n"
   "6: movzbl (%rdi,%rcx), %r8d\n"
   "   cmp $5, %r8d\n"
   "   ja 7f\n"
   "   movslq (%r9,%r8,4), %r8\n"
   "   add %r9, %r8\n"
   "   jmp *%r8\n"
   "7: ret\n"
   "   .size perform_step, . - perform_step\n"
   "   .section .rodata\n"
   "   .balign 4\n"
   "9: .long 3b - 9b, 3b - 9b, 3b - 9b, 3b - 9b, 3b - 9b, 3b - 9b\n"
   "   .text\n"
);

static void perform_at_once(long n)
{
   sink += perform_step(some_commands(n), n);
}

const loop_case commands_cases[] = {
   { "perform", perform, 1500 },
   { "perform_lists", perform_lists, 1000000 },
   { "perform_some", perform_some, 1500 },
   { "perform_masked", perform_masked, 1500 },
   { "perform_bytes", perform_bytes, 1500 },
   { "perform_kinds", perform_kinds, 1500 },
   { "perform_labels", perform_labels, 1500 },
   { "perform_distances", perform_distances, 1500 },
   { "perform_in_calls", perform_in_calls, 1500 },
   { "perform_label_lists", perform_label_lists, 1000000 },
   { "perform_at_once", perform_at_once, 1500 },
   { 0 },
};
