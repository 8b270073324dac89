/* The files through which vgdb talks to a process: see pipes.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "whatif/pipes.h"
#include "base/memory.h"
#include "base/text.h"
#include "whatif/process.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
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

void pipes_remove_of_ended(pid_t pid)
{
   static const struct timespec pause = { 0, 20000000 };
   enum { TRIES = 50 };

   /* It may be about to end. */
   for (int i = 0; pid > 0 && i < TRIES; i++) {
      if (!process_runs(pid)) {
         pipes_remove(pid);
         return;
      }
      nanosleep(&pause, NULL);
   }
}
