/* Output files that are complete or absent.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "cli/outfile.h"
#include "base/memory.h"
#include "base/message.h"
#include "profile/file_kind.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool cannot(const char *name)
{
   message_error("%s: cannot write: %s", *name ? name : "''", strerror(errno));
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
      cannot(out->part ? out->part : name);
      free(out->part);
      return false;
   }
   out->file = fdopen(fd, "w");
   if (out->file == NULL)
      message_fatal("out of memory");
   return true;
}

bool outfile_open_beside(outfile *out, const char *name, mode_t mode)
{
   if (strcmp(name, "-") != 0 && profile_is_file(name)) {
      message_error("%s: this is a profile, which would be overwritten; name "
                    "another file", name);
      return false;
   }
   return outfile_open(out, name, mode);
}

bool outfile_can_write(const char *name)
{
   struct stat there;
   outfile out;

   /* A pipe would see its end. */
   if (lstat(name, &there) == 0 && !S_ISREG(there.st_mode) &&
       !S_ISDIR(there.st_mode))
      return true;
   if (!outfile_open_beside(&out, name, 0600))
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
      free(out->part);
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
      free(out->part);
   }
}
