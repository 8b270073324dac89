/* An inlined routine has the file that it is in, though the code before its
   call has a line of the same number in the host's file.

   engines: fast
   flags: -O2 -finline

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

static volatile int known = 50;
int cells[100];
/* Volatile: gcc 16 would put this read of the host behind the first instructions
   of the call, and it would be one of the call. */
static volatile int values[100];

/* Its first code is in line 100 of that file. */
#line 96 "inlined_file_of_callee.h"
static inline int count_equal(const int *list, int n, int value)
{
   int count = 0;

   for (int i = 0; i < n; i++)
      count += list[i] == value;
   return count;
}

#line 92 "inlined_file.c"
__attribute__((noinline)) static int host(int value)
{
   int n;

   /* This is line 100, too. */



   n = known; value = values[value + 2] * 3;
   return count_equal(cells, n, value);
}

int main()
{
   return host(known) == 1;
}
