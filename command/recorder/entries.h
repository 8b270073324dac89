/* Where a program has entered the kernel, by the routine of a library that the
   program has called: from glibc 2.41 on, read, write, poll and many others make
   their system calls in one internal routine.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_RECORDER_ENTRIES_H
#define APROF_RECORDER_ENTRIES_H

#include "debuginfo/callers.h"
#include "recorder/address_space.h"
#include "recorder/roots.h"
#include "samples/samples.h"

/* The files of images, by the numbers of these.  An object of zeros knows none;
   entries_free frees it. */
typedef struct {
   struct {
      bool is_known;
      callers *callers;               /* NULL: it has no internal routines */
   } *files;
   size_t count;
} entries;

void entries_free(entries *e);

/* A thread that has made a system call. */
typedef struct {
   pid_t pid;
   uint64_t at;                       /* the instruction */
   callers_frame frame;
} kernel_entry;

/* Return the instruction to which the system call is charged: itself, or if it is
   in an internal routine, a byte of the call in the public routine that has called
   that.  m: the mapping of the instruction. */
uint64_t entries_public(entries *e, const samples *s, const roots *files,
                        const address_spaces *spaces, const address_mapping *m,
                        const kernel_entry *made);

#endif
