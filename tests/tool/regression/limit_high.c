/* The program limits its address space above the size that the tool has
   reserved, or reads its limit: the user gets no message.

   engines: fast check

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <sys/resource.h>

READER(read_after, 10)

static char cells[64];

int main(void)
{
   struct rlimit limit = { 1L << 60, 1L << 61 };

   must(kernel3(SYS_setrlimit, RLIMIT_AS, (long)&limit, 0) == 0, "setrlimit");
   must(kernel(SYS_prlimit64, 0, RLIMIT_AS, 0, (long)&limit, 0, 0) == 0, "get");
   must(kernel(SYS_prlimit64, 0, RLIMIT_AS, (long)&limit, 0, 0, 0) == 0, "set");
   read_after(cells);
   return 0;
}
