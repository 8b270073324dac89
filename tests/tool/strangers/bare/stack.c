/* Calls of every kind, pushes and pops; deep recursion.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "bare.h"

static word cell = 5;

ROUTINE static word leaf(word n)
{
   return n + cell;
}

static word (*pointers[2])(word) = { leaf, leaf };

ROUTINE static word through_memory(word n)
{
   word result = n;

   for (word i = 0; i < 4; i++)
      __asm__ volatile("sub $128, %%rsp\n"
                       "mov %0, %%rdi\n"
                       "call *%1\n"
                       "add $128, %%rsp"
                       : "+a"(result) : "m"(pointers[1])
                       : "rdi", "rcx", "rdx", "rsi", "r8", "r9", "r10", "r11",
                         "memory", "cc");
   return result;
}

ROUTINE static word pushes(word *p)
{
   word result;

   __asm__ volatile("sub $128, %%rsp\n"
                    "push %2\n"
                    "pushq $77\n"
                    "pushf\n"
                    "pushw $3\n"
                    "popw %%ax\n"
                    "popf\n"
                    "pop %%rax\n"
                    "pop %1\n"
                    "enter $32, $0\n"
                    "push %%rsp\n"
                    "pop %0\n"
                    "leave\n"
                    "add $128, %%rsp"
                    : "=&r"(result), "=m"(p[1]) : "m"(p[0])
                    : "rax", "memory", "cc");
   return result;
}

/* Returns the address of the next instruction, as position-independent code
   finds it. */
ROUTINE static word own_address(void)
{
   word result;

   __asm__ volatile("sub $128, %%rsp\n"
                    "call 1f\n"
                    "1: pop %0\n"
                    "add $128, %%rsp" : "=r"(result) : : "memory", "cc");
   return result;
}

ROUTINE static word down(word depth, word *p)
{
   word here = depth;

   __asm__ volatile("" : : "r"(&here) : "memory");
   if (depth == 0)
      return p[0] + leaf(1);
   return down(depth - 1, p) + p[depth % 8] + here;
}

ROUTINE static word grows(word n)
{
   volatile word *block = __builtin_alloca(n * sizeof *block);

   for (word i = 0; i < n; i += 3)
      block[i] = i;
   return block[0] + leaf(n);
}

ROUTINE static word many(word a, word b, word c, word d, word e, word f, word g,
                         word h, word i)
{
   return a + b + c + d + e + f + g + h + i;
}

int program(void)
{
   word words[8] = { 1, 2, 3, 4, 5, 6, 7, 8 }, s = 0;

   for (word n = 1; n < 40; n += 7) {
      s += through_memory(n) + pushes(words) + down(n, words) + grows(n);
      s += many(1, 2, 3, 4, 5, 6, n, 8, s) + own_address();
   }
   return s == 0;
}
