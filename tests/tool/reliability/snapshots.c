/* Children that write snapshots all the time, and are killed at random
   moments.  The arguments: the number of children, and the seed of the
   moments.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "work.h"
#include <aprof.h>

int main(int count, char **arguments)
{
   must(count == 3, "two arguments");
   unsigned random = atoi(arguments[2]);

   some_work();
   for (int i = 0; i < atoi(arguments[1]); i++) {
      int ends[2];
      char c;

      must(pipe(ends) == 0, "pipe");
      pid_t child = fork();
      if (child == 0) {
         for (int n = 1; ; n++) {
            measured_work(n);
            must(APROF_SNAPSHOT() == 1, "snapshot");
            if (n == 1 && write(ends[1], "", 1) != 1)
               _exit(1);
         }
      }
      must(read(ends[0], &c, 1) == 1, "read");
      random = random * 1103515245 + 12345;
      usleep((random >> 8) % 30000);
      kill(child, SIGKILL);
      waitpid(child, NULL, 0);
      close(ends[0]);
      close(ends[1]);
   }
   return 0;
}
