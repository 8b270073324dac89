/* The standard input of the runs: see input.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "config.h"

#include "whatif/input.h"
#include "base/memory.h"
#include "base/message.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

static bool has_mode(int fd, mode_t mode)
{
   struct stat st;

   return fstat(fd, &st) == 0 && (st.st_mode & S_IFMT) == mode;
}

int input_take(whatif *s)
{
   char name[PATH_MAX];
   const ssize_t length = readlink("/proc/self/fd/0", name, sizeof name);
   const off_t offset = lseek(STDIN_FILENO, 0, SEEK_CUR);

   if (!has_mode(STDIN_FILENO, S_IFREG) || length < 0 || offset < 0)
      return -1;
   s->input = memory_part(name, (size_t)length);
   s->input_offset = (uint64_t)offset;
   return STDIN_FILENO;
}

bool input_open(const whatif *s, int *fd)
{
   *fd = s->input ? open(s->input, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;
   if (s->input == NULL || *fd >= 0)
      return true;
   message_error("what-if: the program's standard input was '%s', which cannot "
                 "be read: %s", s->input, strerror(errno));
   return false;
}

bool input_connect(int fd, uint64_t offset)
{
   char name[32];
   int own;

   /* Opened once more, it has a place of its own. */
   snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
   own = open(fd >= 0 ? name : "/dev/null", O_RDONLY);
   return own >= 0 && dup2(own, STDIN_FILENO) >= 0 &&
          (own == STDIN_FILENO || close(own) == 0) &&
          (fd < 0 || lseek(STDIN_FILENO, (off_t)offset, SEEK_SET) >= 0);
}

void input_check(void)
{
   int waiting = 0;

   if ((has_mode(STDIN_FILENO, S_IFIFO) || has_mode(STDIN_FILENO, S_IFSOCK)) &&
       ioctl(STDIN_FILENO, FIONREAD, &waiting) == 0 && waiting > 0)
      message_warning("what-if: the program's standard input is empty: a pipe "
                      "can be read only once, and there are many runs; use a "
                      "file, as in < FILE");
}
