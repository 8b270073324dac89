/* With --separate-threads=yes each OS thread has tables of its own, numbered
   in order of creation; contexts and handlers appear under the number of their
   thread.

   engines: fast check
   varies: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

static volatile int cells[100];

READER_OF(leaf, cells)

ROUTINE void handler(int number)
{
   (void)number;
   leaf(70);
}

static void *body(void *n)
{
   leaf((long)n);
   return NULL;
}

static void *signalled(void *n)
{
   kernel3(SYS_tgkill, kernel3(SYS_getpid, 0, 0, 0),
           kernel3(SYS_gettid, 0, 0, 0), SIGUSR1);
   leaf((long)n);
   return NULL;
}

int main(void)
{
   signal(SIGUSR1, handler);
   leaf(10);
   pthread_join(start(body, (void *)20), NULL);
   pthread_join(start(body, (void *)30), NULL);
   pthread_join(start(signalled, (void *)40), NULL);
   leaf(50);
   return 0;
}
