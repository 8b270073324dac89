/* The ranges of a file that were read.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "kernel/file_ranges.h"

/* A file that is read in any order has a range for each read. */
enum { MOST_RANGES = 1 << 14 };

/* Return the index of the first range that ends at `at` or behind it. */
static uint32_t first_from(const FileRanges *f, uint64_t at)
{
   uint32_t low = 0, high = f->count;

   while (low < high) {
      uint32_t middle = low + (high - low) / 2;
      if (f->list[middle].past < at)
         low = middle + 1;
      else
         high = middle;
   }
   return low;
}

/* Put `count` ranges in the place of those from `first` to `past`. */
static void replace(FileRanges *f, uint32_t first, uint32_t past,
                    const FileRange *by, uint32_t count)
{
   uint32_t all = f->count + count - (past - first);

   if (all > f->room) {
      f->room = f->room == 0 ? 4 : 2 * f->room;
      f->list = platform_realloc("aprof.kernel.files", f->list,
                                 f->room * sizeof *f->list);
   }
   if (all > f->count)
      for (uint32_t i = f->count; i-- > past; )
         f->list[i + all - f->count] = f->list[i];
   else if (all < f->count)
      for (uint32_t i = past; i < f->count; i++)
         f->list[i + all - f->count] = f->list[i];
   platform_copy(&f->list[first], by, count * sizeof *by);
   f->count = all;
}

/* At most three ranges take the place of others, so that the list gets two
   more. */
FileRead file_ranges_read(FileRanges *f, FileRange r)
{
   FileRead read = { r.past - r.start, 0, ~(uint64_t)0 };
   FileRange by[3], behind = { 0 };
   uint64_t start = r.start;
   uint32_t first, past, count = 0;

   if (f->count + 2 > MOST_RANGES)
      f->count = 0;
   if (f->count > 0 && start == f->latest.past && r.by == f->latest.by)
      r.since = f->latest.since;
   f->latest = r;
   first = past = first_from(f, start);
   for (; past < f->count && f->list[past].start < r.past; past++) {
      FileRange old = f->list[past];
      uint64_t from = old.start > start ? old.start : start;
      uint64_t to = old.past < r.past ? old.past : r.past;

      if (to > from) {
         read.again += to - from;
         if (old.by != r.by)
            read.since = 0;
         else if (old.since < read.since)
            read.since = old.since;
      }
      if (old.past > r.past) {
         behind = old;
         behind.start = r.past;
      }
      if (old.start < start) {
         old.past = start;
         if (old.since == r.since && old.by == r.by)
            r.start = old.start;
         else
            by[count++] = old;
      }
   }
   by[count++] = r;
   if (behind.past > 0)
      by[count++] = behind;
   replace(f, first, past, by, count);
   return read;
}

void file_ranges_written(FileRanges *f, FileRange r)
{
   uint32_t first = first_from(f, r.start), past = first, count = 0;
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

void file_ranges_forget(FileRanges *f)
{
   f->count = 0;
}
