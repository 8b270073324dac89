/* The files through which vgdb talks to a process: see pipes.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "whatif/pipes.h"
#include "base/memory.h"
#include "base/text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

const char *pipes_folder(void)
{
   const char *users = getenv("TMPDIR");

   return users && *users ? users : "/tmp";
}

/* Is it a file of the process?  The name goes on with user and host. */
static bool is_of(const char *name, pid_t pid)
{
   static const char *const kinds[] = { "from-vgdb-to", "to-vgdb-from",
                                        "shared-mem-vgdb" };
   bool found = false;

   for (size_t i = 0; !found && i < sizeof kinds / sizeof *kinds; i++) {
      char *start = memory_format("vgdb-pipe-%s-%d-by-", kinds[i], (int)pid);

      found = text_begins(name, start);
      free(start);
   }
   return found;
}

void pipes_remove(pid_t pid)
{
   DIR *d = opendir(pipes_folder());
   struct stat st;

   for (struct dirent *e; d && (e = readdir(d)) != NULL; )
      if (is_of(e->d_name, pid) &&
          fstatat(dirfd(d), e->d_name, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
          st.st_uid == geteuid())
         unlinkat(dirfd(d), e->d_name, 0);
   if (d)
      closedir(d);
}

/* A process that has ended may wait for its parent. */
static bool runs(pid_t pid)
{
   char *name = memory_format("/proc/%d/stat", (int)pid), line[1024] = "";
   FILE *f = fopen(name, "re");
   const char *state = f && fgets(line, sizeof line, f) ? strrchr(line, ')')
                                                        : NULL;
   const bool ended = state ? text_begins(state, ") Z") ||
                              text_begins(state, ") X")
                            : kill(pid, 0) != 0 && errno == ESRCH;

   if (f)
      fclose(f);
   free(name);
   return !ended;
}

void pipes_remove_of_ended(pid_t pid)
{
   static const struct timespec pause = { 0, 20000000 };
   enum { TRIES = 50 };

   /* It may be about to end. */
   for (int i = 0; pid > 0 && i < TRIES; i++) {
      if (!runs(pid)) {
         pipes_remove(pid);
         return;
      }
      nanosleep(&pause, NULL);
   }
}
