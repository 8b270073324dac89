/* Run a command and write its time and memory to a file:

      measure FILE COMMAND [ARGUMENTS...]

   FILE gets one line: the CPU seconds (user and system, of the command and of
   all descendants that were waited for), the peak resident memory in KB of the
   largest of these processes, and the exit status, 128 + N after signal N.  The
   command has the caller's input and output; an interrupt goes to both.  The
   exit status is 0 if the command was run.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static double seconds(struct timeval t)
{
   return t.tv_sec + t.tv_usec * 1e-6;
}

static int fail(const char *what)
{
   fprintf(stderr, "measure: %s: %s\n", what, strerror(errno));
   return 2;
}

int main(int argc, char **argv)
{
   struct rusage used;
   int status;
   pid_t child;
   FILE *out;

   if (argc < 3) {
      fprintf(stderr, "usage: measure FILE COMMAND [ARGUMENTS...]\n");
      return 2;
   }
   child = fork();
   if (child < 0)
      return fail("fork");
   if (child == 0) {
      execvp(argv[2], argv + 2);
      fail(argv[2]);
      _exit(127);
   }
   while (wait4(child, &status, 0, &used) < 0)
      if (errno != EINTR)
         return fail("wait4");

   out = fopen(argv[1], "w");
   if (out == NULL)
      return fail(argv[1]);
   fprintf(out, "%.3f %ld %d\n", seconds(used.ru_utime) +
           seconds(used.ru_stime), used.ru_maxrss,
           WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status));
   if (fclose(out) != 0)
      return fail(argv[1]);
   return 0;
}
