/* If the profile of a forked child would have the parent's name, then the
   child appends its process id.

   engines: fast check

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <sys/wait.h>

static volatile int cells[100];

READER_OF(leaf, cells)

int main(void)
{
   int status;
   pid_t pid;

   leaf(10);
   pid = fork();
   must(pid >= 0, "fork");
   if (pid == 0) {
      leaf(20);
      return 0;
   }
   TELL("profile child ", pid);
   must(wait(&status) > 0 && status == 0, "child");
   leaf(30);
   return 0;
}
