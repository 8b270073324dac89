/* Which parts of files the program has read, and which it reads again.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "kernel/file_reads.h"
#include "sys/syscall.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_vkiscnums.h"

/* Files at a time, and ranges of a file. */
enum { FILES = 256, MOST_RANGES = 1 << 14 };

/* Bytes [start, past) of a file that a run of reads, each from where the one
   before ended, has delivered last: its reader and its beginning. */
typedef struct {
   ULong start, past;
   ULong since;
   UInt by;
} FileRange;

typedef struct {
   ULong dev, ino;
   ULong changed, changed_ns;   /* time of the last modification */
   FileRange *list;             /* ascending */
   UInt count, room;
   ULong next;                  /* where the last read ended... */
   FileRange run;               /* ...which belongs to this run */
} File;

/* By inode; files share a place in turns. */
static File files[FILES];
/* No file is written that was read before, as long as none was read. */
static Bool any_read;

/* Return the index of the first range that ends at `at` or behind it. */
static UInt first_from(const File *f, ULong at)
{
   UInt low = 0, high = f->count;

   while (low < high) {
      UInt middle = low + (high - low) / 2;
      if (f->list[middle].past < at)
         low = middle + 1;
      else
         high = middle;
   }
   return low;
}

/* Put `count` ranges in the place of those from `first` to `past`. */
static void replace(File *f, UInt first, UInt past, const FileRange *by,
                    UInt count)
{
   UInt rest = f->count - past;

   if (first + count + rest > f->room) {
      f->room = f->room == 0 ? 4 : 2 * f->room;
      f->list = VG_(realloc)("aprof.kernel.files", f->list,
                             f->room * sizeof *f->list);
   }
   VG_(memmove)(&f->list[first + count], &f->list[past],
                rest * sizeof *f->list);
   VG_(memcpy)(&f->list[first], by, count * sizeof *by);
   f->count = first + count + rest;
}

/* Bytes were read: note that, and return what is known of them. */
static FileRead add(File *f, FileRange r)
{
   UInt first, past, count = 0;
   FileRange by[3], right = { 0 };
   FileRead read = { r.past - r.start, 0, ~(ULong)0 };

   if (f->count + 2 > MOST_RANGES)
      f->count = 0;
   first = past = first_from(f, r.start);
   if (f->count > 0 && r.start == f->next && r.by == f->run.by)
      r.since = f->run.since;
   f->run = r;
   f->next = r.past;
   for (; past < f->count && f->list[past].start < r.past; past++) {
      FileRange old = f->list[past];
      ULong from = old.start > f->run.start ? old.start : f->run.start;
      ULong to = old.past < r.past ? old.past : r.past;
      if (to > from) {
         read.again += to - from;
         if (old.by != r.by)
            read.since = 0;
         else if (old.since < read.since)
            read.since = old.since;
      }
      if (old.past > r.past) {
         right = old;
         right.start = r.past;
      }
      if (old.start < f->run.start && old.past >= f->run.start) {
         old.past = f->run.start;
         if (old.since == r.since && old.by == r.by)
            r.start = old.start;
         else
            by[count++] = old;
      }
   }
   by[count++] = r;
   if (right.past > 0)
      by[count++] = right;
   replace(f, first, past, by, count);
   return read;
}

/* The bytes were written. */
static void cut(File *f, FileRange r)
{
   UInt first = first_from(f, r.start), past = first, count = 0;
   FileRange kept[2];

   for (; past < f->count && f->list[past].start < r.past; past++) {
      FileRange old = f->list[past];
      if (old.start < r.start) {
         kept[count] = old;
         kept[count++].past = r.start < old.past ? r.start : old.past;
      }
      if (old.past > r.past) {
         kept[count] = old;
         kept[count++].start = r.past;
      }
   }
   if (past > first)
      replace(f, first, past, kept, count);
}

/* Return the file's place, with what was read of it. */
static File *place_of(const struct vg_stat *st)
{
   File *f = &files[st->ino % FILES];

   if (f->ino != st->ino || f->dev != st->dev)
      f->count = 0;
   f->ino = st->ino;
   f->dev = st->dev;
   return f;
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
   the file's position. */
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

   if (n == 0 || !is_regular(fd, &st))
      return NOTHING;
   FileRange r = range_of(fd, is_at, at, n);
   if (r.past > (ULong)st.size)
      return NOTHING;
   File *f = place_of(&st);
   if (f->changed != st.mtime || f->changed_ns != st.mtime_nsec)
      f->count = 0;
   set_changed(f, &st);
   any_read = True;
   r.by = reader->thread;
   r.since = reader->now;
   return add(f, r);
}

static void has_written(Int fd, Bool is_at, UWord at, UWord n)
{
   struct vg_stat st;

   if (!any_read || !is_regular(fd, &st))
      return;
   File *f = place_of(&st);
   cut(f, range_of(fd, is_at, at, n));
   set_changed(f, &st);
}

/* What of a file was written is not known. */
static void has_changed(Int fd)
{
   struct vg_stat st;

   if (any_read && is_regular(fd, &st))
      place_of(&st)->count = 0;
}

void file_reads_forget(void)
{
   for (UInt i = 0; i < FILES; i++)
      files[i].count = 0;
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
