/* The folder of the files of a series' runs: see folder.h.

   The folder is locked.  The lock ends with the process however it ends, so a
   folder without one is left over.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "config.h"

#include "whatif/folder.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/text.h"
#include "whatif/jobs.h"
#include "whatif/pipes.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define PREFIX "aprof.what-if."

static int open_folder(const char *name)
{
   return open(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/* A run that was killed with its command has left more than its files. */
static void clear_process(const char *file)
{
   if (text_begins(file, JOBS_PROCESS))
      pipes_remove_of_ended((pid_t)strtol(file + strlen(JOBS_PROCESS), NULL,
                                          10));
}

void folder_remove(const char *name)
{
   const int fd = open_folder(name);
   DIR *d = fd >= 0 ? fdopendir(fd) : NULL;

   for (struct dirent *e; d && (e = readdir(d)) != NULL; ) {
      clear_process(e->d_name);
      unlinkat(fd, e->d_name, 0);     /* which fails for `.` and `..` */
   }
   if (d)
      closedir(d);
   else if (fd >= 0)
      close(fd);
   rmdir(name);
}

/* Remove the folder if it is this user's and no process has locked it. */
static void remove_left_over(const char *name)
{
   const int fd = open_folder(name);
   struct stat st;

   if (fd < 0)
      return;
   if (fstat(fd, &st) == 0 && st.st_uid == geteuid() &&
       flock(fd, LOCK_EX | LOCK_NB) == 0)
      folder_remove(name);
   close(fd);
}

static void remove_all_left_over(void)
{
   DIR *d = opendir(pipes_folder());

   for (struct dirent *e; d && (e = readdir(d)) != NULL; )
      if (strncmp(e->d_name, PREFIX, strlen(PREFIX)) == 0) {
         char *name = memory_format("%s/%s", pipes_folder(), e->d_name);

         remove_left_over(name);
         free(name);
      }
   if (d)
      closedir(d);
}

/* Lock the folder; the descriptor stays open.  Return false if another process
   has removed the folder before. */
static bool lock(const char *name)
{
   const int fd = open_folder(name);
   struct stat st, there;

   if (fd < 0)
      return false;
   if (flock(fd, LOCK_EX) == 0 && fstat(fd, &st) == 0 &&
       lstat(name, &there) == 0 && st.st_ino == there.st_ino)
      return true;
   close(fd);
   return false;
}

char *folder_make(void)
{
   enum { TRIES = 10 };
   char *name = NULL;

   remove_all_left_over();
   for (int i = 0; i < TRIES; i++) {
      free(name);
      name = memory_format("%s/" PREFIX "XXXXXX", pipes_folder());
      if (mkdtemp(name) == NULL)
         break;
      if (lock(name))
         return name;
      errno = EAGAIN;
   }
   message_error("what-if: cannot make a folder %s: %s", name, strerror(errno));
   free(name);
   return NULL;
}
