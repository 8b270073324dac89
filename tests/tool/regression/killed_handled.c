/* SIGTERM from another process, and a handler that ends the program: the
   handler and what it has interrupted are open; the program's end is complete.

   engines: fast check

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

static volatile int cells[100];

READER_OF(leaf, cells)

ROUTINE void handler(int number)
{
   leaf(20);
   kernel3(SYS_exit_group, number, 0, 0);
}

ROUTINE void interrupted(void)
{
   leaf(10);
   kernel3(SYS_kill, kernel3(SYS_getpid, 0, 0, 0), SIGTERM, 0);
}

int main(void)
{
   signal(SIGTERM, handler);
   interrupted();
   return 0;
}
