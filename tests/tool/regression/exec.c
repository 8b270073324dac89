/* The profile is written before another program replaces this one; a failed
   attempt changes nothing.

   engines: fast check

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

static volatile int cells[100];

READER_OF(leaf, cells)

ROUTINE void execs(void)
{
   char *no_arguments[] = { "true", NULL };

   leaf(10);
   execv("/no/such/program", no_arguments);
   leaf(20);
   execv("/bin/true", no_arguments);
   leaf(30);
}

int main(void)
{
   execs();
   return 1;
}
