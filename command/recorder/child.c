/* The program to record, or to wait for.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE   /* pipe2 */
#include "recorder/child.h"
#include "base/memory.h"
#include "base/message.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

char *child_file(const char *name)
{
   const char *search = getenv("PATH");

   if (strchr(name, '/'))
      return memory_string(name);
   if (search == NULL)
      search = "/bin:/usr/bin";       /* as execvp() does */
   for (;;) {
      const size_t length = strcspn(search, ":");
      char *path = memory_format("%.*s%s%s", (int)length, search,
                                 length > 0 ? "/" : "", name);
      struct stat there;

      if (stat(path, &there) == 0 && S_ISREG(there.st_mode) &&
          access(path, X_OK) == 0)
         return path;
      free(path);
      if (search[length] == '\0')
         return NULL;
      search += length + 1;
   }
}

static bool is_elf(const char *path)
{
   int fd = open(path, O_RDONLY | O_CLOEXEC);
   char magic[4];
   const bool is = fd >= 0 && read(fd, magic, sizeof magic) == sizeof magic &&
                   memcmp(magic, "\177ELF", sizeof magic) == 0;

   if (fd >= 0)
      close(fd);
   return is;
}

/* What the kernel can't execute, execvp gives to the shell: right for a script
   without its first line, but not for a program of another machine. */
static void execute(char **command)
{
   if (strchr(command[0], '/') && is_elf(command[0]))
      execv(command[0], command);
   else
      execvp(command[0], command);
}

static void run(const child *c, char **command, const sigset_t *mask, int wait)
{
   char byte;
   int error;

   /* If the recorder ends first, the pipe ends. */
   if (read(wait, &byte, 1) != 1)
      _exit(127);
   sigprocmask(SIG_SETMASK, mask, NULL);
   signal(SIGXFSZ, SIG_DFL);          /* which main() ignores */
   execute(command);
   error = errno;
   if (write(c->result, &error, sizeof error) != sizeof error)
      _exit(127);
   _exit(127);
}

bool child_create(child *c, char **command, const sigset_t *mask)
{
   int go[2], result[2];

   if (pipe2(go, O_CLOEXEC) != 0 || pipe2(result, O_CLOEXEC) != 0) {
      message_error("record: cannot create a pipe: %s", strerror(errno));
      return false;
   }
   c->go = go[1];
   c->result = result[1];
   c->pid = fork();
   if (c->pid < 0) {
      message_error("record: cannot create a process: %s", strerror(errno));
      return false;
   }
   if (c->pid == 0) {
      close(go[1]);
      close(result[0]);
      run(c, command, mask, go[0]);
   }
   close(go[0]);
   close(result[1]);
   c->result = result[0];
   return true;
}

int child_start(child *c)
{
   int error;

   if (write(c->go, "", 1) != 1)
      error = errno;
   else if (read(c->result, &error, sizeof error) != sizeof error)
      error = 0;                      /* exec has closed the pipe */
   close(c->go);
   close(c->result);
   return error;
}

void child_cancel(child *c)
{
   close(c->go);
   close(c->result);
   waitpid(c->pid, NULL, 0);
}
