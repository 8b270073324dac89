/* A loop around an inlined call that has a loop, and an inlined call without one
   behind it, which calls another routine and ends with a jump to where the first
   call is entered: that is no part of the first call, and the jump begins it anew.

   engines: fast check
   flags: -O2 -finline

   SPDX-License-Identifier: GPL-2.0-or-later */

enum { ITEMS = 100 };

#define HOST __attribute__((noipa))

static int flags[ITEMS], count;
static long taken;

HOST static int wait(const int *from, int n)
{
   __asm__ volatile("" : : "r"(from) : "memory");
   return n;
}

HOST static int take(int *flag)
{
   *flag = 0;
   return 1;
}

HOST static void fill(int n)
{
   for (count = 0; count < n; count++)
      flags[count] = 1;
}

static int *ready(void)
{
   if (wait(flags, count) <= 0)
      return 0;
   for (int i = 0; i < count; i++)
      if (flags[i])
         return &flags[i];
   return 0;
}

static void handle(int *flag)
{
   taken += take(flag);
}

int main(void)
{
   int *flag;

   fill(ITEMS);
   while ((flag = ready()))
      handle(flag);
   return taken != ITEMS;
}
