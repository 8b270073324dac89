/* longjmp, and a jump back in a chain of tail calls, end several activations at
   once.  In some of them input was induced by the kernel, or by another thread;
   above and below these are plain ones.

   compiler: gcc
   flags: -foptimize-sibling-calls

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "jumps.h"
#include "regression.h"

enum { FILLED = 40 };

static long buffer[8];
static volatile int cells[100], filled[FILLED], other[FILLED];
static int ends[2];

/* The kernel writes all of `filled`, again at each call. */
ROUTINE void fill(void)
{
   must(kernel3(SYS_write, ends[1], (long)other, sizeof other)
           == (long)sizeof other, "write");
   must(kernel3(SYS_read, ends[0], (long)filled, sizeof filled)
           == (long)sizeof filled, "read");
}

READER_OF(plain, cells)
READER_OF(induced, filled)

ROUTINE void top(void)
{
   plain(7);
   own_longjmp(buffer);
}

ROUTINE void upper(int n)
{
   plain(5);
   if (n % 4 == 3)
      induced(20);
   top();
   __asm__ volatile("");
}

ROUTINE void middle(int n)
{
   if (n % 2 == 1) {
      induced(10);
      fill();
      induced(10);
   }
   upper(n);
   __asm__ volatile("");
}

ROUTINE void lower(int n)
{
   plain(3);
   middle(n);
   __asm__ volatile("");
}

ROUTINE void outer(int n)
{
   if (own_setjmp(buffer) == 0)
      lower(n);
}

/* A ring that is left by a jump back to its first routine. */
ROUTINE long ring_a(int n, int left);

ROUTINE long ring_d(int n, int left)
{
   plain(9);
   return ring_a(n, left - 1);
}

ROUTINE long ring_c(int n, int left)
{
   if (n % 2 == 1)
      induced(15);
   return ring_d(n, left);
}

ROUTINE long ring_b(int n, int left)
{
   plain(4);
   return ring_c(n, left);
}

ROUTINE long ring_a(int n, int left)
{
   if (left == 0)
      return plain(2);
   return ring_b(n, left);
}

int main(void)
{
   must(pipe(ends) == 0, "pipe");
   for (int n = 0; n < 40; n++) {
      fill();
      outer(n);
      fill();
      ring_a(n, 3);
   }
   return 0;
}
