/* A program whose own addresses are beyond the windows.

   flags: -static -nostdlib -no-pie -fno-pie -mcmodel=large -Wl,-Ttext-segment=0xc000000000
   compiler: gcc

   SPDX-License-Identifier: GPL-2.0-or-later */

#define ROUTINE __attribute__((noipa))

/* Valgrind searches for symbols in files that have data. */
static volatile long cells[4000] = { 1 };

ROUTINE long sum(int n)
{
   long s = 0;

   for (int i = 0; i < n; i++)
      s += cells[i];
   return s;
}

ROUTINE void fill(int n)
{
   for (int i = 0; i < n; i++)
      cells[i] = 1;
}

ROUTINE int run(void)
{
   fill(1000);
   return sum(1000) == 1000 && sum(500) == 500 && sum(2000) == 1000 ? 0 : 99;
}

void _start(void)
{
   __asm__("and $-16, %rsp");
   __asm__ volatile("syscall" : : "a"(231 /* exit_group */), "D"(run()));
}
