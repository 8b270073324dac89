/* The output of other programs.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "samples/program.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

char *program_output(char *const *arguments)
{
   int ends[2];
   char *text = NULL;
   size_t length = 0, room = 0;
   ssize_t n;
   pid_t pid;
   int status;

   if (pipe(ends) != 0)
      return NULL;
   pid = fork();
   if (pid == 0) {
      const int null = open("/dev/null", O_RDWR);

      dup2(null, STDIN_FILENO);
      dup2(ends[1], STDOUT_FILENO);
      dup2(null, STDERR_FILENO);
      close(ends[0]);
      setenv("LC_ALL", "C", 1);
      execvp(arguments[0], arguments);
      _exit(127);
   }
   close(ends[1]);
   do {
      if (room - length < 4096) {
         room = room ? 2 * room : 1 << 16;
         text = memory_resize(text, room, 1);
      }
      n = read(ends[0], text + length, room - length - 1);
      if (n > 0)
         length += n;
   } while (n > 0 || (n < 0 && errno == EINTR));
   close(ends[0]);
   text[length] = '\0';
   if (pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status) &&
       WEXITSTATUS(status) == 0)
      return text;
   free(text);
   return NULL;
}
