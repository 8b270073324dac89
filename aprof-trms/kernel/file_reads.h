/* Which parts of files the program has read, and which it reads again.

   A read() fills the program's buffer with values that are new there, and so
   they are input; but if the same bytes of the file were read before, then they
   are no new data.  For each regular file this module keeps the ranges that
   read and its kin have delivered, and that were not written since.

   A write of the program's own removes what it has written; if the file has
   changed by another write (its time of modification tells), then all of it
   counts as not read.  If the program writes to the file as well, then writes
   of other processes may stay unseen.  Mapped files are not followed.  All is
   forgotten of a file that has very many ranges, and of the file that was not
   used for the longest time where there are very many files: then fewer bytes
   count as read again.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef KERNEL_FILE_READS_H
#define KERNEL_FILE_READS_H

#include "base/base.h"
#include "kernel/file_ranges.h"

/* Who reads, and when. */
typedef struct {
   UInt thread;         /* number of the OS thread */
   ULong now;           /* its time, such as its cost counter */
} FileReader;

/* A system call has succeeded: return what it has read from a regular file. */
FileRead file_reads_after_syscall(UInt number, const UWord *args,
                                  UWord result, const FileReader *reader);

/* A forked child begins: it has read nothing. */
void file_reads_forget(void);

#endif
