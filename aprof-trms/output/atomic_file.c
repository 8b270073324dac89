/* A file that appears whole or not at all: see output/atomic_file.h.

   The temporary file is locked while it is written, so that two processes with
   one file name do not write into each other's.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "output/atomic_file.h"
#include "base/core_options.h"
#include "sys/syscall.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcproc.h"

/* Valgrind's list of errors lacks these. */
enum { NAME_TOO_LONG = 36, DISK_QUOTA = 122 };

/* An error of our own. */
enum { NOT_REGULAR = 4096 };

struct atomic_file {
   Int fd;
   HChar *name, *temporary;     /* temporary NULL: written in place */
   Int error;                   /* errno of the first failure, or 0 */
};

static const HChar *error_text(Int error)
{
   switch (error) {
   case VKI_EPERM:   return "operation not permitted";
   case VKI_ENOENT:  return "no such file or directory";
   case VKI_ENXIO:   return "no such device or address";
   case VKI_EINTR:   return "interrupted";
   case VKI_EIO:     return "input/output error";
   case VKI_EBADF:   return "bad file descriptor";
   case VKI_ENOMEM:  return "out of memory";
   case VKI_EACCES:  return "permission denied";
   case VKI_EBUSY:   return "device or resource busy";
   case VKI_EEXIST:  return "file exists";
   case VKI_ENOTDIR: return "not a directory";
   case VKI_EISDIR:  return "is a directory";
   case VKI_EINVAL:  return "invalid argument";
   case VKI_ENFILE:  return "too many open files in the system";
   case VKI_EMFILE:  return "too many open files";
   case VKI_EFBIG:   return "file too large";
   case VKI_ENOSPC:  return "no space left on device";
   case VKI_EROFS:   return "read-only file system";
   case VKI_EPIPE:   return "broken pipe";
   case NAME_TOO_LONG: return "file name too long";
   case VKI_ELOOP:   return "too many symbolic links";
   case DISK_QUOTA:  return "disk quota exceeded";
   case NOT_REGULAR: return "not a regular file";
   default:          return NULL;
   }
}

static struct vg_stat standard_error;     /* when the program started */
static Bool has_standard_error;
static Int last_printed;                  /* the last error printed, or 0 */

void atomic_file_init(void)
{
   has_standard_error = VG_(fstat)(2, &standard_error) == 0;
}

void atomic_file_print_again(void)
{
   last_printed = 0;
}

HChar *atomic_file_printable(const HChar *name, Bool for_shell)
{
   static const HChar plain[] = "/._-+,:=@%";
   HChar *text = VG_(malloc)("aprof.file.name", 2 * VG_(strlen)(name) + 1);
   HChar *p = text;

   for (; *name != '\0'; name++) {
      UChar c = *name;
      Bool is_plain = c >= 0x80 || VG_(isdigit)(c)
                      || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z')
                      || VG_(strchr)(plain, c) != NULL;
      /* A shell takes ? for any character. */
      if (c < 0x20 || c == 0x7f)
         c = '?';
      else if (for_shell && !is_plain)
         *p++ = '\\';
      *p++ = c;
   }
   *p = '\0';
   return text;
}

/* Does Valgrind write its messages elsewhere than to the standard error? */
static Bool has_other_log(void)
{
   return core_options_value("--log-file") != NULL
          || core_options_value("--log-fd") != NULL
          || core_options_value("--log-socket") != NULL;
}

/* Print a line into the log, and on the standard error as well, if that is
   still the file that it was: a program may have opened a file of its own
   there. */
static void print_line(const HChar *text)
{
   struct vg_stat st;
   HChar prefix[32];

   VG_(umsg)("%s", text);
   if (!has_other_log() || !has_standard_error || VG_(fstat)(2, &st) != 0
       || st.dev != standard_error.dev || st.ino != standard_error.ino)
      return;
   VG_(sprintf)(prefix, "==%d== ", VG_(getpid)());
   VG_(write)(2, prefix, VG_(strlen)(prefix));
   VG_(write)(2, text, VG_(strlen)(text));
}

/* Print a line about a file: "before NAME: reason; after". */
static void print_about(const HChar *before, const HChar *name, Int error,
                        const HChar *after)
{
   const HChar *reason = error_text(error);
   HChar *shown = atomic_file_printable(name, False);
   HChar *text = VG_(malloc)("aprof.file.error", VG_(strlen)(shown) + 200);
   Int n = VG_(sprintf)(text, "aprof: %s %s: ", before, shown);

   if (reason != NULL)
      n += VG_(sprintf)(text + n, "%s", reason);
   else
      n += VG_(sprintf)(text + n, "error %d", error);
   VG_(sprintf)(text + n, "; %s\n", after);
   print_line(text);
   VG_(free)(text);
   VG_(free)(shown);
}

static void print_error(const HChar *name, Int error)
{
   HChar remedy[100];

   if (error == last_printed)
      return;
   last_printed = error;
   /* A worker of a server may have changed its user since the start. */
   if (error == VKI_EACCES)
      VG_(sprintf)(remedy, "the process has user id %d; ", VG_(geteuid)());
   else
      remedy[0] = '\0';
   VG_(strcat)(remedy, "name another file with --aprof-out-file=");
   print_about("cannot write", name, error, remedy);
}

Bool atomic_file_is_special(const HChar *name)
{
   struct vg_stat st;
   HChar link;

   if (VG_(readlink)(name, &link, 1) >= 0)
      return True;
   return !sr_isError(VG_(stat)(name, &st))
          && (st.mode & VKI_S_IFMT) != VKI_S_IFREG;
}

static Bool is_own_descriptor(const HChar *name)
{
   static const HChar *const own[] = {
      "/dev/stdout", "/dev/stderr", "/dev/fd/", "/proc/self/fd/"
   };

   for (UInt i = 0; i < sizeof own / sizeof own[0]; i++)
      if (VG_(strncmp)(name, own[i], VG_(strlen)(own[i])) == 0)
         return True;
   return False;
}

/* A folder takes none: the attempt to write it says so. */
Bool atomic_file_takes_one(const HChar *name)
{
   struct vg_stat st;

   return is_own_descriptor(name)
          || (!sr_isError(VG_(stat)(name, &st)) && !VKI_S_ISREG(st.mode)
              && !VKI_S_ISDIR(st.mode));
}

static HChar *temporary_of(const HChar *name)
{
   HChar *temporary = VG_(malloc)("aprof.file.name", VG_(strlen)(name) + 6);

   VG_(sprintf)(temporary, "%s.part", name);
   return temporary;
}

/* Return the error that writing `name` would meet, as far as that is known
   without touching anything; 0: none. */
static Int obstacle(const HChar *name)
{
   struct vg_stat st;
   Int error;

   if (atomic_file_is_special(name)) {
      error = syscall_may_write(name);
      if (error == VKI_ENOENT)         /* the target of a link may come */
         error = 0;
      if (error == 0 && !sr_isError(VG_(stat)(name, &st))
          && VKI_S_ISDIR(st.mode))
         error = VKI_EISDIR;
   } else {
      /* The name is absolute. */
      HChar *folder = VG_(strdup)("aprof.file.name", name);
      *(VG_(strrchr)(folder, '/') + 1) = '\0';
      error = syscall_may_write(folder);
      VG_(free)(folder);
      HChar *temporary = temporary_of(name);
      if (error == 0 && syscall_may_write(temporary) == NAME_TOO_LONG)
         error = NAME_TOO_LONG;
      VG_(free)(temporary);
   }
   return error;
}

void atomic_file_foretell(const HChar *name)
{
   Int error = obstacle(name);

   if (error != 0)
      print_about("warning: at present no profile can be written to", name,
                  error, "it is tried again at the end");
}

enum { OWNER = VKI_S_IRUSR | VKI_S_IWUSR };

static Int open_to_write(const HChar *name, Int flags)
{
   SysRes opened = VG_(open)(name, VKI_O_WRONLY | VKI_O_CREAT | flags,
                             OWNER);

   return sr_isError(opened) ? -(Int)sr_Err(opened) : (Int)sr_Res(opened);
}

/* Open a file that is not regular.  Return a descriptor, or an error less than
   0.  A name of one of the program's own descriptors may lead to a file that
   the program writes itself: then the profile is appended. */
static Int open_in_place(const HChar *name)
{
   return open_to_write(name, is_own_descriptor(name) ? VKI_O_APPEND
                                                      : VKI_O_TRUNC);
}

/* Open and lock the temporary file.  Return a descriptor, or an error less than
   0.  A process that had the lock before has renamed or removed the file: then
   it is tried again.  Opened without O_NONBLOCK, a pipe of this name would wait
   for a reader. */
static Int open_temporary(const HChar *name)
{
   for (;;) {
      struct vg_stat ours, there;
      Int fd = open_to_write(name, SYSCALL_O_NOFOLLOW | VKI_O_NONBLOCK);
      if (fd < 0)
         return atomic_file_is_special(name) ? -NOT_REGULAR : fd;
      Bool known = VG_(fstat)(fd, &ours) == 0;
      if (known && !VKI_S_ISREG(ours.mode)) {
         syscall_close(fd);
         return -NOT_REGULAR;
      }
      while (syscall_lock(fd) == VKI_EINTR)
         ;
      if (known && !sr_isError(VG_(stat)(name, &there))
          && ours.dev == there.dev && ours.ino == there.ino) {
         syscall_truncate(fd);
         /* Whatever the program's umask, the user may read the profile. */
         if ((ours.mode & OWNER) != OWNER)
            syscall_set_mode(fd, (ours.mode & 07777) | OWNER);
         return fd;
      }
      syscall_close(fd);
   }
}

atomic_file *atomic_file_open(const HChar *name)
{
   Bool special = atomic_file_is_special(name);
   HChar *temporary = NULL;
   Int fd;

   if (special)
      fd = open_in_place(name);
   else {
      temporary = temporary_of(name);
      fd = open_temporary(temporary);
   }
   if (fd < 0) {
      print_error(fd == -NOT_REGULAR ? temporary : name, -fd);
      VG_(free)(temporary);
      return NULL;
   }
   atomic_file *f = VG_(calloc)("aprof.file", 1, sizeof *f);
   f->fd = fd;
   f->name = VG_(strdup)("aprof.file.name", name);
   f->temporary = temporary;
   return f;
}

/* Such an error has raised a signal, which the program must not get. */
static void take_signal_of(Int error)
{
   if (error == VKI_EPIPE)
      syscall_take_signal(VKI_SIGPIPE);
   else if (error == VKI_EFBIG)
      syscall_take_signal(VKI_SIGXFSZ);
}

void atomic_file_write(void *file, const HChar *bytes, SizeT n)
{
   atomic_file *f = file;
   SizeT done = 0;

   while (done < n && f->error == 0) {
      Int written = VG_(write)(f->fd, bytes + done, n - done);
      if (written > 0)
         done += written;
      else if (written != -VKI_EINTR) {
         f->error = written == 0 ? VKI_EIO : -written;
         take_signal_of(f->error);
      }
   }
}

Bool atomic_file_close(atomic_file *f)
{
   /* The lock must outlive the renaming, and some file systems report only on
      close that they have no room: so there are two descriptors, and the first
      is closed before the renaming. */
   SysRes lock = VG_(dup)(f->fd);
   Int error = syscall_close(f->fd);
   if (f->error == 0)
      f->error = error;
   if (f->error == 0 && f->temporary != NULL)
      f->error = syscall_rename(f->temporary, f->name);
   Bool good = f->error == 0;
   if (good)
      last_printed = 0;
   else {
      print_error(f->name, f->error);
      if (f->temporary != NULL)
         VG_(unlink)(f->temporary);
   }
   if (!sr_isError(lock))
      syscall_close(sr_Res(lock));
   VG_(free)(f->name);
   VG_(free)(f->temporary);
   VG_(free)(f);
   return good;
}
