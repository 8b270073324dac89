/* What a system call has really written.

   For some calls Valgrind reports more than the kernel writes, or less: the
   size that the program has requested instead of the size that it got, an
   answer without its length, or a timeout that the kernel leaves alone.  This
   module knows what these calls write.  For all other calls Valgrind's report
   is right.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef KERNEL_BYTES_WRITTEN_H
#define KERNEL_BYTES_WRITTEN_H

#include "base/base.h"

/* A buffer for a socket's address or option, whose length is in memory: the
   kernel fills as much as there is room for, and stores the length of the
   whole answer. */
typedef struct {
   Addr start;          /* of the buffer; 0: there is neither buffer nor
                           length */
   Addr length;         /* where the length is */
   UInt room;           /* the length before the call */
} BytesWrittenBuffer;

/* A system call of an OS thread. */
typedef struct {
   UInt number;
   UWord args[6];
   Bool failed;
   UWord result;        /* or errno */
   BytesWrittenBuffer *measured;   /* one buffer, or one for each message */
   UInt measured_count, capacity;   /* elements of it, and room for elements */
   Bool waits;          /* it has a timeout, which is not 0 */
} BytesWrittenCall;

/* The call begins.  `c` must be zeroed before the first call that it is used
   for. */
void bytes_written_begin(BytesWrittenCall *c, UInt number, const UWord *args,
                         UInt n_args);

/* The call has ended, and `failed` and `result` are set in `c`.  Return how
   many bytes of a range that Valgrind has reported as written were written. */
SizeT bytes_written_of(const BytesWrittenCall *c, Addr start, SizeT size);

/* Call `write` for each range that was written and that Valgrind has not
   reported. */
void bytes_written_more(const BytesWrittenCall *c, ThreadId tid,
                        void (*write)(ThreadId tid, Addr start, SizeT size));

#endif
