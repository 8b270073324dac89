/* Threads that end without returning: by pthread_exit in a callee, by the
   system call itself, and by cancellation.  The pending activations on their
   stacks have ended, and are not open.

   engines: fast check
   varies: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

static volatile int cells[100];

READER_OF(leaf, cells)

ROUTINE void deep_exit(void)
{
   leaf(3);
   pthread_exit(NULL);
}

ROUTINE void *exits(void *unused)
{
   leaf(4);
   deep_exit();
   return unused;
}

/* Exact: the system call reads nothing. */
ROUTINE void raw_exit(void)
{
   leaf(5);
   kernel3(SYS_exit, 0, 0, 0);
}

ROUTINE void *raw_exits(void *unused)
{
   leaf(7);
   raw_exit();
   return unused;
}

/* Blocks in a read of a pipe that stays empty. */
ROUTINE void blocks(int fd)
{
   char c;

   leaf(6);
   while (read(fd, &c, 1) >= 0)
      ;
}

ROUTINE void *blocked(void *fd)
{
   blocks(*(int *)fd);
   return NULL;
}

ROUTINE long afterwards(void)
{
   return leaf(50);
}

int main(void)
{
   pthread_t t;
   int ends[2];
   void *result;

   for (int i = 0; i < 100; i++)
      cells[i] = 1;
   must(pthread_join(start(exits, NULL), NULL) == 0, "pthread_exit");
   must(pthread_join(start(raw_exits, NULL), NULL) == 0, "exit");
   must(pipe(ends) == 0, "pipe");
   t = start(blocked, &ends[0]);
   usleep(100000);
   must(pthread_cancel(t) == 0, "pthread_cancel");
   must(pthread_join(t, &result) == 0 && result == PTHREAD_CANCELED,
        "cancelled");
   return afterwards() == 50 ? 0 : 1;
}
