/* A thread ends the whole process while others wait: the pending activations
   of all of them are open.

   engines: fast check
   varies: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

static volatile int cells[100];

READER_OF(leaf, cells)

ROUTINE void quits(void)
{
   leaf(4);
   kernel3(SYS_exit_group, 3, 0, 0);
}

ROUTINE void *body(void *unused)
{
   await(0);
   leaf(6);
   quits();
   return unused;
}

ROUTINE void waits(void)
{
   leaf(8);
   reach(0);
   await(1);
}

int main(void)
{
   make_steps(2);
   start(body, NULL);
   waits();
   return 0;
}
