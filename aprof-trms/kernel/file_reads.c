/* Which parts of files the program has read, and which it reads again.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "kernel/file_reads.h"
#include "sys/syscall.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_vkiscnums.h"

enum { FILES = 256 };

typedef struct {
   ULong dev, ino;
   ULong changed, changed_ns;   /* time of the last modification */
   FileRanges read;             /* from it */
   ULong used;                  /* when it was asked for last */
} File;

/* A new one takes the place of the one that was not used for the longest
   time. */
static File files[FILES];
static File *latest = files;
static ULong uses;
/* No file is written that was read before, as long as none was read. */
static Bool any_read;

static Bool is_file(const File *f, const struct vg_stat *st)
{
   return f->used > 0 && f->ino == st->ino && f->dev == st->dev;
}

/* Return the file, with what was read of it. */
static File *file_of(const struct vg_stat *st)
{
   if (!is_file(latest, st)) {
      File *oldest = files;
      latest = NULL;
      for (UInt i = 0; i < FILES && latest == NULL; i++) {
         if (is_file(&files[i], st))
            latest = &files[i];
         if (files[i].used < oldest->used)
            oldest = &files[i];
      }
      if (latest == NULL) {
         latest = oldest;
         file_ranges_forget(&latest->read);
         latest->dev = st->dev;
         latest->ino = st->ino;
      }
   }
   latest->used = ++uses;
   return latest;
}

static void set_changed(File *f, const struct vg_stat *st)
{
   f->changed = st->mtime;
   f->changed_ns = st->mtime_nsec;
}

static Bool is_regular(Int fd, struct vg_stat *st)
{
   return VG_(fstat)(fd, st) == 0 && VKI_S_ISREG(st->mode);
}

/* Return the range of a call that has read or written n bytes, `at` or before
   the file's position.  past == 0: it has no position, as a socket has none.  So
   this is asked before fstat, which takes longer: servers mostly read sockets. */
static FileRange range_of(Int fd, Bool is_at, UWord at, UWord n)
{
   Long past = is_at ? (Long)(at + n) : VG_(lseek)(fd, 0, VKI_SEEK_CUR);

   FileRange r = { 0 };

   if (past >= (Long)n) {
      r.start = past - n;
      r.past = past;
   }
   return r;
}

static const FileRead NOTHING;

/* Files of the kernel, such as those of /proc, have no size: what they hold is
   made when it is read. */
static FileRead has_read(Int fd, Bool is_at, UWord at, UWord n,
                         const FileReader *reader)
{
   struct vg_stat st;

   if (n == 0)
      return NOTHING;
   FileRange r = range_of(fd, is_at, at, n);
   if (r.past == 0 || !is_regular(fd, &st) || r.past > (ULong)st.size)
      return NOTHING;
   File *f = file_of(&st);
   if (f->changed != st.mtime || f->changed_ns != st.mtime_nsec)
      file_ranges_forget(&f->read);
   set_changed(f, &st);
   any_read = True;
   r.by = reader->thread;
   r.since = reader->now;
   return file_ranges_read(&f->read, r);
}

static void has_written(Int fd, Bool is_at, UWord at, UWord n)
{
   struct vg_stat st;

   if (!any_read)
      return;
   FileRange r = range_of(fd, is_at, at, n);
   if (r.past == 0 || !is_regular(fd, &st))
      return;
   File *f = file_of(&st);
   file_ranges_written(&f->read, r);
   set_changed(f, &st);
}

/* What of a file was written is not known. */
static void has_changed(Int fd)
{
   struct vg_stat st;

   if (any_read && is_regular(fd, &st))
      file_ranges_forget(&file_of(&st)->read);
}

void file_reads_forget(void)
{
   for (UInt i = 0; i < FILES; i++)
      file_ranges_forget(&files[i].read);
   any_read = False;
}

FileRead file_reads_after_syscall(UInt number, const UWord *args,
                                  UWord result, const FileReader *reader)
{
   enum { CURRENT = -1 };     /* preadv2: at the file's position */

   if (syscall_is_restricted())
      return NOTHING;
   switch (number) {
   case __NR_read: case __NR_readv:
      return has_read(args[0], False, 0, result, reader);
   case __NR_pread64: case __NR_preadv:
      return has_read(args[0], True, args[3], result, reader);
   case __NR_preadv2:
      return has_read(args[0], args[3] != (UWord)CURRENT, args[3], result,
                      reader);
   case __NR_write: case __NR_writev:
      has_written(args[0], False, 0, result);
      return NOTHING;
   case __NR_pwrite64: case __NR_pwritev:
      has_written(args[0], True, args[3], result);
      return NOTHING;
   case __NR_pwritev2:
      has_written(args[0], args[3] != (UWord)CURRENT, args[3], result);
      return NOTHING;
   case __NR_ftruncate: case __NR_fallocate: case __NR_sendfile:
      has_changed(args[0]);
      return NOTHING;
   case __NR_splice: case __NR_copy_file_range:
      has_changed(args[2]);
      return NOTHING;
   default:
      return NOTHING;
   }
}
