/* Instructions that do more, or less, than one load or store: vector
   instructions with a mask, stores of ten bytes and of several pieces, and
   locked instructions, which are no jumps.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

/* No lane is loaded; then the first two lanes are. */
ROUTINE void load_masked(const void *p)
{
   __asm__ volatile("vxorps %%xmm1, %%xmm1, %%xmm1\n\t"
                    "vmaskmovps (%0), %%xmm1, %%xmm0\n\t"
                    "movl (%0), %%eax\n\t"
                    "movl 4(%0), %%edx"
                    : : "r"(p) : "xmm0", "xmm1", "rax", "rdx");
}

/* No lane is stored: both cells are input, and the third one. */
ROUTINE void store_none(void *p)
{
   __asm__ volatile("vxorps %%xmm1, %%xmm1, %%xmm1\n\t"
                    "vmaskmovps %%xmm1, %%xmm1, (%0)\n\t"
                    "movq (%0), %%rax\n\t"
                    "movl 8(%0), %%edx"
                    : : "r"(p) : "xmm1", "rax", "rdx", "memory");
}

/* All lanes are stored: of six cells two are input. */
ROUTINE void store_all(void *p)
{
   __asm__ volatile("vpcmpeqd %%xmm1, %%xmm1, %%xmm1\n\t"
                    "vmaskmovps %%xmm1, %%xmm1, (%0)\n\t"
                    "movups (%0), %%xmm0\n\t"
                    "movq 16(%0), %%rax"
                    : : "r"(p) : "xmm0", "xmm1", "rax", "memory");
}

/* It has written three cells itself, and one not. */
ROUTINE void store_x87(void *p)
{
   __asm__ volatile("fld1; fstpt (%0)\n\t"
                    "movq (%0), %%rax\n\t"
                    "movq 8(%0), %%rdx"
                    : : "r"(p) : "rax", "rdx", "memory");
}

/* The return, and nothing else; the loop counts three more. */
ROUTINE void add_locked(int *p)
{
   __asm__ volatile("lock addl $1, (%0)\n\t"
                    "lock addl $1, 4(%0)" : : "r"(p) : "memory", "cc");
}

ROUTINE void exchange_locked(int *p)
{
   __asm__ volatile("mov $3, %%ecx\n"
                    "1: lock xaddl %%eax, (%0)\n\t"
                    "dec %%ecx\n\t"
                    "jnz 1b" : : "r"(p) : "rax", "rcx", "memory", "cc");
}

/* Saves all vector registers: their upper halves are in 64 cells of their own,
   which are then read. */
ROUTINE int save(char *p)
{
   int sum = 0;

   __asm__ volatile("mov $7, %%eax\n\t"
                    "xor %%edx, %%edx\n\t"
                    "xsave64 (%0)" : : "r"(p) : "rax", "rdx", "memory");
   for (int i = 0; i < 64; i++)
      sum += ((volatile int *)(p + 576))[i];
   return sum;
}

int main(void)
{
   static char area[4096] __attribute__((aligned(64)));
   static int cells[64];

   __builtin_cpu_init();
   require(__builtin_cpu_supports("avx"), "no AVX");
   load_masked(cells);
   store_none(cells + 8);
   store_all(cells + 16);
   store_x87(cells + 32);
   add_locked(cells + 40);
   exchange_locked(cells + 44);
   save(area);
   return 0;
}
