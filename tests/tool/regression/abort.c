/* A program that is killed by its own signal: the profile is there, marked as
   cut short, and the exit status is the program's.

   engines: fast check

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

static volatile int cells[100];

READER_OF(leaf, cells)

ROUTINE void dies(void)
{
   leaf(4);
   abort();
}

int main(void)
{
   leaf(10);
   dies();
   return 0;
}
