/* longjmp over several frames ends all of them; what follows belongs to the
   routine that called setjmp.  Once with a jump written by hand, whose
   accesses are known, and once with the C library's.

   engines: fast check

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "jumps.h"
#include "regression.h"
#include <setjmp.h>

static long own_buffer[8];
static jmp_buf libc_buffer;
static volatile int cells[100];

ROUTINE int leaf(void)
{
   int sum = 0;

   for (int i = 0; i < 100; i++)
      sum += cells[i];
   return sum;
}

ROUTINE int own_c(void)
{
   int sum = cells[0] + cells[1] + cells[2];

   if (sum == 3)
      own_longjmp(own_buffer);
   return sum;
}

ROUTINE int own_b(void)
{
   int sum = cells[10] + cells[11];

   return sum + own_c();
}

ROUTINE int own_a(void)
{
   int sum = cells[20];

   return sum + own_b();
}

ROUTINE int own_outer(void)
{
   if (own_setjmp(own_buffer) == 0)
      return own_a();
   return leaf() + leaf() + leaf();
}

ROUTINE int libc_c(void)
{
   longjmp(libc_buffer, 1);
}

ROUTINE int libc_b(void)
{
   return 1 + libc_c();
}

ROUTINE int libc_a(void)
{
   return 1 + libc_b();
}

ROUTINE int libc_outer(void)
{
   if (setjmp(libc_buffer) == 0)
      return libc_a();
   return leaf() + leaf() + leaf();
}

/* In a loop: the stack must not grow. */
ROUTINE int often(int n)
{
   volatile int i = 0;

   own_setjmp(own_buffer);
   if (i++ < n)
      own_a();
   return i;
}

int main(void)
{
   for (int i = 0; i < 100; i++)
      cells[i] = 1;
   must(own_outer() == 300, "own_outer");
   must(libc_outer() == 300, "libc_outer");
   must(often(50) == 51, "often");
   return leaf() == 100 ? 0 : 1;
}
