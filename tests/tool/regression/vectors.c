/* Loads and stores of 16 and 32 bytes, aligned or not.

   same: --timestamp-limit=300

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

ROUTINE void read16(const void *p)
{
   __asm__ volatile("movdqu (%0), %%xmm0" : : "r"(p) : "xmm0");
}

ROUTINE void read16_aligned(const void *p)
{
   __asm__ volatile("paddd (%0), %%xmm0" : : "r"(p) : "xmm0");
}

ROUTINE void read32(const void *p)
{
   __asm__ volatile("vmovdqu (%0), %%ymm0; vzeroupper" : : "r"(p) : "xmm0");
}

/* Only the lanes that the mask selects: none, then two. */
ROUTINE void read_masked(const void *p, long mask)
{
   __asm__ volatile("vmovq %1, %%xmm1; vmaskmovps (%0), %%xmm1, %%xmm0;"
                    "vzeroupper"
                    : : "r"(p), "r"(mask) : "xmm0", "xmm1");
}

ROUTINE void copy16(void *to, const void *from)
{
   __asm__ volatile("movdqu (%1), %%xmm0; movdqu %%xmm0, (%0)"
                    : : "r"(to), "r"(from) : "xmm0", "memory");
}

ROUTINE void copy32(void *to, const void *from)
{
   __asm__ volatile("vmovdqu (%1), %%ymm0; vmovdqu %%ymm0, (%0); vzeroupper"
                    : : "r"(to), "r"(from) : "xmm0", "memory");
}

/* The copy is no input: only the source counts. */
ROUTINE void copy_and_read(char *to, const char *from)
{
   copy32(to, from);
   read32(to);
   read16(to + 16);
}

ROUTINE void read_half(const void *p)
{
   __asm__ volatile("movlpd (%0), %%xmm0" : : "r"(p) : "xmm0");
}

ROUTINE void read_x87(const void *p)
{
   __asm__ volatile("fldt (%0); fstp %%st(0)" : : "r"(p));
}

int main(void)
{
   static char a[8192] __attribute__((aligned(4096)));

   __builtin_cpu_init();
   require(__builtin_cpu_supports("avx"), "no AVX");
   read16(a);
   read16(a + 1);
   read16(a + 4);
   read16(a + 4096 - 7);
   read16_aligned(a + 32);
   read32(a);
   read32(a + 3);
   read32(a + 4096 - 16);
   read_masked(a, 0);
   read_masked(a, -1);
   copy16(a + 1024, a);
   copy16(a + 1025, a + 2);
   copy32(a + 2048, a);
   copy_and_read(a + 2048, a + 64);
   read_half(a);
   read_half(a + 2);
   read_x87(a);
   return 0;
}
