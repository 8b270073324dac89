/* Failed attempts to execute another program: the profile is as if there had
   been no attempt.

   engines: fast check

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

static volatile int cells[100];

READER_OF(leaf, cells)

int main(void)
{
   char *no_arguments[] = { "none", NULL };

   leaf(10);
   execv("/no/such/program", no_arguments);
   execv("/", no_arguments);
   leaf(20);
   return 0;
}
