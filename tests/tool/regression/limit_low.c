/* The program limits its address space below that (limit_high.c), by the
   system call that only old programs make.

   engines: fast check

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <sys/resource.h>

READER(read_after, 10)

static char cells[64];

int main(void)
{
   struct rlimit limit = { 4L << 30, 1L << 61 };

   must(kernel3(SYS_setrlimit, RLIMIT_AS, (long)&limit, 0) == 0, "setrlimit");
   limit.rlim_cur = 1L << 60;           /* there is memory for the profile */
   must(kernel3(SYS_setrlimit, RLIMIT_AS, (long)&limit, 0) == 0, "setrlimit");
   read_after(cells);
   return 0;
}
