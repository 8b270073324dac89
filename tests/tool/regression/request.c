/* A snapshot that the program requests changes nothing.

   engines: fast check

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include "aprof.h"

static volatile int cells[100];

READER_OF(leaf, cells)

/* Reads the same cells before and after. */
ROUTINE unsigned around(unsigned ask)
{
   unsigned done = 0;

   leaf(10);
   leaf(20);
   if (ask)
      done = APROF_SNAPSHOT();
   leaf(10);
   leaf(25);
   return done;
}

int main(void)
{
   unsigned under_aprof = RUNNING_ON_VALGRIND;

   must(around(1) == (under_aprof ? 1 : 0), "snapshot");
   must(around(1) == (under_aprof ? 1 : 0), "snapshot");
   around(0);
   return 0;
}
