/* A program that dies because of an access to a bad address.

   engines: fast check

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

static volatile int cells[100];

READER_OF(leaf, cells)

ROUTINE long reads_nothing(const volatile long *nowhere)
{
   return leaf(4) + *nowhere;
}

int main(void)
{
   leaf(10);
   return reads_nothing((long *)16) != 0;
}
