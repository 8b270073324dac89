/* A context and a handler that access much memory: their sizes are the same
   before and after they get windows of their own (context_windows.test).  Main
   writes a part of the cells that they have read, and the kernel writes
   another part.

   same: --timestamp-limit=300
   same: --shadow=tables

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <ucontext.h>

enum { ROUNDS = 120, CELLS = 1000, BY_MAIN = 300, BY_KERNEL = 100 };

static ucontext_t home, context;
static char stack[65536] __attribute__((aligned(16)));
static int cells[CELLS], own[CELLS];

ROUTINE int sum(const int *a, int n)
{
   int s = 0;

   for (int i = 0; i < n; i++)
      s += a[i];
   return s;
}

ROUTINE void fill(int *a, int n, int value)
{
   for (int i = 0; i < n; i++)
      a[i] = value;
}

/* Reads cells again that it has read before: cells that others have written
   since are input, cells that it has written itself are not. */
ROUTINE void round_of(int i)
{
   fill(own, CELLS, i);
   sum(cells, CELLS);
   sum(own, CELLS);
}

ROUTINE void worker(void)
{
   for (int i = 0; i < ROUNDS; i++) {
      round_of(i);
      swapcontext(&context, &home);
   }
}

ROUTINE void main_writes(void)
{
   fill(cells, BY_MAIN, 1);
}

ROUTINE void kernel_writes(int zero)
{
   kernel3(SYS_read, zero, (long)(cells + CELLS - BY_KERNEL),
           BY_KERNEL * sizeof *cells);
}

/* Returns how many GB are mapped far above the addresses that Valgrind maps; 0
   if that is not to be shown. */
static int taken(int shows_maps)
{
   FILE *maps = shows_maps ? fopen("/proc/self/maps", "r") : NULL;
   unsigned long from, past, all = 0;
   char line[512];

   while (maps && fgets(line, sizeof line, maps))
      if (sscanf(line, "%lx-%lx", &from, &past) == 2 && from >= 102ul << 40
          && past <= 126ul << 40)
         all += past - from;
   if (maps)
      fclose(maps);
   return (int)(all >> 30);
}

static void handler(int signal)
{
   (void)signal;
   for (int i = 0; i < ROUNDS; i++)
      round_of(i);
}

int main(int argc, char **argv)
{
   int zero = open("/dev/zero", O_RDONLY), at_first, then;

   (void)argv;
   must(zero >= 0, "/dev/zero");
   getcontext(&context);
   context.uc_stack.ss_sp = stack;
   context.uc_stack.ss_size = sizeof stack;
   makecontext(&context, worker, 0);
   swapcontext(&home, &context);
   at_first = taken(argc > 1);
   for (int i = 1; i < ROUNDS; i++) {
      main_writes();
      kernel_writes(zero);
      swapcontext(&home, &context);
   }
   then = taken(argc > 1);
   signal(SIGUSR1, handler);
   raise(SIGUSR1);
   if (argc > 1)
      printf("%d %d\n", then - at_first, taken(1) - then);
   return 0;
}
