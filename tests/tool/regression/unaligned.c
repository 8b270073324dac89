/* An access touches every cell that it overlaps, however it is placed: across
   cells, cache lines, pages.

   same: --timestamp-limit=300

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

#define LOADS(n, load)                                     \
   ROUTINE long read##n(const void *p)                     \
   {                                                       \
      long value = 0;                                      \
                                                           \
      __asm__ volatile(load : "=r"(value) : "r"(p));       \
      return value;                                        \
   }

LOADS(1, "movzbl (%1), %k0")
LOADS(2, "movzwl (%1), %k0")
LOADS(4, "movl (%1), %k0")
LOADS(8, "movq (%1), %0")

ROUTINE void write8(void *p)
{
   __asm__ volatile("movq %0, (%0)" : : "r"(p) : "memory");
}

/* Eight bytes that it has written itself, and the other bytes of the cells
   around them. */
ROUTINE long write_and_read(void *p, void *around)
{
   __asm__ volatile("movq %0, (%0)" : : "r"(p) : "memory");
   return read8(p) + read8(around) + read8((char *)around + 8);
}

/* A write of each size, side by side: bytes 3 and 4, 9 to 12, 18 to 25 and 33
   to 48, which are in all of the first 13 cells but the eighth. */
ROUTINE long write_each(char *p)
{
   long sum = 0;

   __asm__ volatile("movw %w0, 3(%0)\n\t"
                    "movl %k0, 9(%0)\n\t"
                    "movq %0, 18(%0)\n\t"
                    "movups %%xmm0, 33(%0)" : : "r"(p) : "memory");
   for (int i = 0; i < 13; i++)
      sum += read4(p + 4 * i);
   return sum;
}

/* Reads, then writes the same place in one instruction. */
ROUTINE void increment(void *p)
{
   __asm__ volatile("incq (%0)" : : "r"(p) : "memory", "cc");
}

int main(void)
{
   char *pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   char *edge = pages + 4096;

   must(pages != MAP_FAILED, "mmap");
   for (int i = 0; i < 4; i++)
      read1(pages + i);
   for (int i = 0; i < 4; i++)
      read2(pages + i);                    /* at 3: two cells */
   for (int i = 0; i < 4; i++)
      read4(pages + i);                    /* at 0: one, else two */
   for (int i = 0; i < 4; i++)
      read8(pages + i);                    /* at 0: two, else three */
   read2(edge - 1);
   read4(edge - 3);
   read8(edge - 8);
   read8(edge - 4);
   read8(edge - 1);
   read8(edge - 7);
   write8(edge - 3);
   write_and_read(pages + 66, pages + 64);
   write_each(pages + 256);
   write_each(pages + 320);
   write_each(pages + 640);
   increment(pages + 130);
   increment(edge - 3);
   return 0;
}
