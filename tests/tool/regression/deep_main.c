/* 100,000 frames on the main stack.

   engines: fast timestamps check

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

ROUTINE long deep(long n)
{
   return n == 0 ? 0 : 1 + deep(n - 1);
}

int main(void)
{
   must(deep(100000) == 100000, "deep");
   return 0;
}
