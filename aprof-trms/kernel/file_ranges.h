/* The ranges of a file that were read: when, and by which thread.

   A run is a number of reads by one thread, each from where the one before
   ended.  All of it counts as read when it began.  So a file that is read from
   its beginning to its end is one range, however many reads that takes.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef KERNEL_FILE_RANGES_H
#define KERNEL_FILE_RANGES_H

#include "engine/platform.h"

/* Bytes [start, past) of a file, and the run that has read them last. */
typedef struct {
   uint64_t start, past;
   uint64_t since;              /* the reader's time when the run began */
   uint32_t by;                 /* the reader: a thread's number */
} FileRange;

/* Of a file.  All 0: nothing was read. */
typedef struct {
   FileRange *list;             /* ascending */
   uint32_t count, room;
   FileRange latest;            /* the last read, with the beginning of its
                                   run */
} FileRanges;

typedef struct {
   uint64_t bytes;              /* that were read... */
   uint64_t again;              /* ...and those of them that were read before,
                                   by runs... */
   uint64_t since;              /* ...of which the first began at this time, all
                                   of this thread; 0: that is not so */
} FileRead;

/* The range is read; `since`: now.  Return what is known of its bytes.  A file
   with very many ranges is forgotten first. */
FileRead file_ranges_read(FileRanges *f, FileRange r);

/* The bytes of the range are written: they count as not read. */
void file_ranges_written(FileRanges *f, FileRange r);

/* Nothing of the file counts as read.  The list keeps its memory. */
void file_ranges_forget(FileRanges *f);

#endif
