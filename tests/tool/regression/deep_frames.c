/* Two recursions of 110,000 frames, in a program with one thread.  Each tenth level
   reads a cell of its frame that it has not written, so that an old stamp there
   would be seen; and each reads one that it has written, when the levels below
   have ended.

   engines: fast check

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

enum { DEPTH = 110000 };

ROUTINE long deep(long n)
{
   volatile int cells[2];
   long sum = 0;

   if (n % 10 == 0)
      sum = cells[1] & 0;
   cells[0] = 1;
   if (n > 0)
      sum += deep(n - 1);
   return sum + cells[0];
}

ROUTINE void twice(void)
{
   must(deep(DEPTH) == DEPTH + 1, "depth");
   must(deep(DEPTH) == DEPTH + 1, "depth");
}

int main(void)
{
   twice();
   return 0;
}
