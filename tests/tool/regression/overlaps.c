/* Accesses that overlap others within one superblock: each accesses cells that
   the accesses before it have not.  And accesses at constant addresses.

   flags: -no-pie -fno-pie
   varies: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

#define SOURCE 90

/* At a fixed address, for code that contains the address. */
char cells[4096] __attribute__((aligned(4096)));

/* The second half of the first access, and two cells more. */
ROUTINE void read_above(const void *p)
{
   __asm__ volatile("movq (%0), %%rax\n\t"
                    "movq 4(%0), %%rdx" : : "r"(p) : "rax", "rdx");
}

ROUTINE void read_below(const void *p)
{
   __asm__ volatile("movq 8(%0), %%rax\n\t"
                    "movq 4(%0), %%rdx" : : "r"(p) : "rax", "rdx");
}

/* The byte behind is in another cell. */
ROUTINE void read_behind(const void *p)
{
   __asm__ volatile("movw (%0), %%ax\n\t"
                    "movl 1(%0), %%edx" : : "r"(p) : "rax", "rdx");
}

/* Reads what it has written, and no more. */
ROUTINE void write_and_read(void *p)
{
   __asm__ volatile("movq %%rax, (%0)\n\t"
                    "movq 4(%0), %%rax\n\t"
                    "movups 4(%0), %%xmm0" : : "r"(p) : "rax", "xmm0", "memory");
}

/* The first instruction of a routine accesses many bytes, which end right
   behind the code.  Their last cell is the first one that is written before it
   is read: it is no input. */
void copy_behind(void *to, const void *from, long distance, long n);

__asm__(
   "   .text\n"
   "   .globl copy_behind\n"
   "   .type copy_behind, @function\n"
   "copy_behind:\n"
   "   rep movsb\n"
   "   ret\n"
   "   .size copy_behind, . - copy_behind\n"
);

/* In two cells, in one cell, and in three cells. */
ROUTINE void read_fixed2(void)
{
   __asm__ volatile("movw cells+1027, %%ax" : : : "rax");
}

ROUTINE void read_fixed2_inside(void)
{
   __asm__ volatile("movw cells+1041, %%ax" : : : "rax");
}

ROUTINE void read_fixed4(void)
{
   __asm__ volatile("movl cells+1058, %%eax" : : : "rax");
}

ROUTINE void read_fixed8(void)
{
   __asm__ volatile("movq cells+1073, %%rax" : : : "rax");
}

/* The same places are written: the cells around them are no input. */
ROUTINE void write_fixed(void)
{
   __asm__ volatile("movw %%ax, cells+1027\n\t"
                    "movl %%eax, cells+1058\n\t"
                    "movq %%rax, cells+1073\n\t"
                    "movq cells+1024, %%rax\n\t"
                    "movq cells+1056, %%rdx\n\t"
                    "movl cells+1072, %%ecx\n\t"
                    "movq cells+1076, %%rsi"
                    : : : "rax", "rdx", "rcx", "rsi", "memory");
}

/* The kernel has written both cells.  Reads the second one, and writes a part
   of each, one after the other. */
ROUTINE void write_across(void *p)
{
   kernel3(SYS_read, SOURCE, (long)p, 8);
   __asm__ volatile("movl 4(%0), %%eax\n\t"
                    "movl %%eax, 64(%0)\n\t"
                    "movl %%eax, 1(%0)" : : "r"(p) : "rax", "memory");
}

ROUTINE int read_second(const volatile int *p)
{
   return p[1];
}

static void *other(void *p)
{
   read_second(p);
   return NULL;
}

int main(void)
{
   must(dup2(open("/dev/zero", O_RDONLY), SOURCE) >= 0, "/dev/zero");
   read_above(cells);
   read_below(cells);
   read_behind(cells);
   write_and_read(cells);
   copy_behind(cells + 400, cells, 400, 400);
   copy_behind(cells + 402, cells, 402, 402);
   read_fixed2();
   read_fixed2_inside();
   read_fixed4();
   read_fixed8();
   write_fixed();
   write_across(cells + 2048);
   pthread_join(start(other, cells + 2048), NULL);
   return 0;
}
