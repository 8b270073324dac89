/* A routine of a library jumps to one of a program without symbols: that is a
   tail call.  longjmp jumps there as well, and enters no routine.

   engines: fast check
   library: stripped_callback_library.c
   strip: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <setjmp.h>

extern const char __executable_start[];

typedef long routine(const int *a, long n);

long first_and_rest(const int *a, long n, routine *f);

static jmp_buf environment;

ROUTINE long sum(const int *a, long n)
{
   long s = 0;

   for (long i = 0; i < n; i++)
      s += a[i];
   return s;
}

ROUTINE long gives_up(const int *a, long n)
{
   if (sum(a, n) > 0)
      longjmp(environment, 1);
   return 0;
}

/* Reads six cells after a jump, and as many before it. */
ROUTINE long tries(const int *a, long n)
{
   volatile long before = sum(a, 6);

   if (setjmp(environment) == 0)
      return first_and_rest(a, n, gives_up);
   return before + sum(a + 50, 6);
}

static void show(const char *name, void *routine)
{
   printf("name %s 0x%lx\n", name, (long)routine - (long)__executable_start);
}

int main(void)
{
   static int a[100];
   long s = 0;

   for (int i = 0; i < 100; i++)
      a[i] = 1;
   show("sum", sum);
   show("gives_up", gives_up);
   show("tries", tries);
   for (int i = 0; i < 3; i++)
      s += first_and_rest(a, 20, sum);
   s += tries(a, 30);
   return s == 3 * 19 + 12 ? 0 : 1;
}
