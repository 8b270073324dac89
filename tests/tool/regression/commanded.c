/* Serves requests: each byte of the input is one, and its answer is a byte.  For
   commands.test.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

#include <unistd.h>

static volatile int cells[300];

READER_OF(leaf, cells)

ROUTINE long serve(int n)
{
   return leaf(n) + 1;
}

int main(void)
{
   unsigned char c;

   while (read(0, &c, 1) == 1) {
      serve(c);
      must(write(1, &c, 1) == 1, "write");
   }
   return 0;
}
