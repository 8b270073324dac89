/* A child that fails to start another program, as by posix_spawn if the
   program does not exist, writes no profile; a child that does other work,
   too, writes one.

   engines: fast

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <sys/wait.h>

static volatile int cells[100];

READER_OF(leaf, cells)

static pid_t child(int works)
{
   char *no_arguments[] = { "none", NULL };
   int status;
   pid_t pid = fork();

   must(pid >= 0, "fork");
   if (pid == 0) {
      for (int i = 0; i < works; i++)
         leaf(20);
      execv("/no/such/program", no_arguments);
      _exit(0);
   }
   must(wait(&status) > 0 && status == 0, "child");
   return pid;
}

int main(void)
{
   leaf(10);
   TELL("profile idle ", child(0));
   TELL("profile works ", child(10000));
   leaf(30);
   return 0;
}
