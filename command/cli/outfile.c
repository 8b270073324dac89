/* Output files that are complete or absent: see outfile.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "cli/outfile.h"
#include "base/memory.h"
#include "base/message.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool cannot(const char *name)
{
   message_error("%s: cannot write: %s", *name ? name : "''", strerror(errno));
   return false;
}

/* A part could not be made beside the file: mostly its folder refuses. */
static bool cannot_begin(const char *name)
{
   const int reason = errno;
   const char *slash = strrchr(name, '/');
   const int length = slash && slash > name ? (int)(slash - name) : 1;

   if (reason != ENOENT && reason != ENOTDIR && reason != EACCES &&
       reason != EPERM && reason != EROFS)
      return cannot(name);
   message_error("%s: cannot write into the folder %.*s: %s", name, length,
                 slash ? name : ".", strerror(reason));
   return false;
}

/* Return whether everything has arrived; else errno says why.  The reason of an
   earlier failure is not known any more: one more write finds it, and the file
   is incomplete anyway. */
static bool has_arrived(FILE *file)
{
   if (fflush(file) != 0)
      return false;
   if (!ferror(file))
      return true;
   if (write(fileno(file), "\n", 1) == 1)
      errno = EIO;
   return false;
}

/* --- what is left when the command is ended --- */

/* The .part files that are open, which a signal or exit() removes.  The code that
   takes a name out of its place has it alone: a handler, which may run in any
   thread, never reads a name that outfile_close() frees. */
enum { PLACES = 4 };
static _Atomic(char *) open_parts[PLACES];
static pid_t owner;

static void remove_parts(void)
{
   /* A child between fork() and exec() has the names of its parent. */
   for (size_t i = 0; getpid() == owner && i < PLACES; i++) {
      char *part = atomic_exchange(&open_parts[i], NULL);

      if (part)
         unlink(part);
   }
}

/* SA_RESETHAND: the signal that is raised ends the command as if there were no
   handler, for the shell to see. */
static void end_by_signal(int number)
{
   remove_parts();
   raise(number);
}

/* A signal that is ignored, as by nohup, stays so. */
static void catch_signals(void)
{
   static const int numbers[] = { SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM };
   const struct sigaction end = { .sa_handler = end_by_signal,
                                  .sa_flags = SA_RESETHAND };

   owner = getpid();
   for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
      struct sigaction now;

      if (sigaction(numbers[i], NULL, &now) == 0 && now.sa_handler == SIG_DFL)
         sigaction(numbers[i], &end, NULL);
   }
   atexit(remove_parts);
}

/* Of more files than there are places the last ones would stay. */
static void keep_part(char *part)
{
   if (owner == 0)
      catch_signals();
   for (size_t i = 0; i < PLACES; i++) {
      char *none = NULL;

      if (atomic_compare_exchange_strong(&open_parts[i], &none, part))
         return;
   }
}

/* Free a name, unless it was taken meanwhile: the command ends. */
static void forget_part(char *part)
{
   for (size_t i = 0; i < PLACES; i++) {
      char *same = part;

      if (atomic_compare_exchange_strong(&open_parts[i], &same, NULL)) {
         free(part);
         return;
      }
   }
}

/* --- opening and closing --- */

bool outfile_open(outfile *out, const char *name, mode_t mode)
{
   struct stat there;
   int fd;

   *out = (outfile){ .name = name };
   if (strcmp(name, "-") == 0) {
      out->file = stdout;
      return true;
   }
   /* Its .part may be the file of another user. */
   if (*name == '\0') {
      errno = ENOENT;
      return cannot(name);
   }
   if (lstat(name, &there) == 0 && !S_ISREG(there.st_mode)) {
      fd = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
   } else {
      out->part = memory_format("%s.part", name);
      /* Do not write through a link or into a file of another user. */
      unlink(out->part);
      fd = open(out->part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
   }
   if (fd < 0) {
      if (out->part == NULL)
         cannot(name);
      else
         cannot_begin(name);
      free(out->part);
      return false;
   }
   if (out->part)
      keep_part(out->part);
   out->file = fdopen(fd, "w");
   if (out->file == NULL)
      message_fatal("out of memory");
   return true;
}

bool outfile_open_as(outfile *out, const char *name, mode_t mode, file_kind kind)
{
   const file_kind there = strcmp(name, "-") == 0 ? kind : file_kind_of(name);

   if (there != FILE_OTHER && there != kind) {
      message_error("%s: this is a %s, which would be overwritten; name another "
                    "file", name, file_kind_names[there]);
      return false;
   }
   return outfile_open(out, name, mode);
}

bool outfile_open_beside(outfile *out, const char *name, mode_t mode)
{
   return outfile_open_as(out, name, mode, FILE_OTHER);
}

bool outfile_can_write(const char *name, file_kind kind)
{
   struct stat there;
   outfile out;

   /* A pipe would see its end. */
   if (lstat(name, &there) == 0 && !S_ISREG(there.st_mode) &&
       !S_ISDIR(there.st_mode))
      return true;
   if (!outfile_open_as(&out, name, 0600, kind))
      return false;
   outfile_discard(&out);
   return true;
}

bool outfile_close(outfile *out)
{
   bool good;

   if (out->file == stdout)
      return outfile_flush_stdout();
   good = has_arrived(out->file);
   if (!good)
      cannot(out->name);
   if (fclose(out->file) != 0 && good)
      good = cannot(out->name);
   if (out->part) {
      if (good && rename(out->part, out->name) != 0)
         good = cannot(out->name);
      if (!good)
         unlink(out->part);
      forget_part(out->part);
   }
   return good;
}

bool outfile_flush_stdout(void)
{
   if (!has_arrived(stdout))
      return cannot("standard output");
   return true;
}

void outfile_discard(outfile *out)
{
   if (out->file == stdout)
      return;
   fclose(out->file);
   if (out->part) {
      unlink(out->part);
      forget_part(out->part);
   }
}
