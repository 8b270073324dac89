/* A snapshot that the program has requested holds what has happened until
   then.  Another process kills the program afterwards.

   engines: fast check

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include "aprof.h"

static volatile int cells[100];

READER_OF(leaf, cells)

ROUTINE void asks(void)
{
   leaf(20);
   APROF_SNAPSHOT();
   leaf(30);
   reach(0);
   kernel3(SYS_pause, 0, 0, 0);
}

int main(void)
{
   make_steps(1);
   if (fork() == 0) {
      reach(0);
      await(0);
      kill(getppid(), SIGKILL);
      _exit(0);
   }
   leaf(10);
   asks();
   return 0;
}
