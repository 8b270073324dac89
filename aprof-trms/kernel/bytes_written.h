/* What a system call has really written.

   Of some calls Valgrind tells more than the kernel writes, or less: what the
   program asked for instead of what it got, the answer without its length, a
   time to wait that it leaves alone.  Here is what these write; of all others
   it is what Valgrind tells.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_WRITTEN_H
#define AP_WRITTEN_H

#include "base/base.h"

/* A buffer for an address, or an option, whose length stands in memory: the
   kernel fills as much as there is room for, and puts the length of the whole
   there. */
typedef struct {
   Addr start;          /* 0: there is none, and no length either */
   Addr length;
   UInt room;           /* what stood there before the call */
} ApMeasured;

/* A call by an OS thread. */
typedef struct {
   UInt number;
   UWord args[6];
   Bool failed;
   UWord result;        /* or errno */
   ApMeasured *measured;   /* one, or one for each message */
   UInt measured_count, capacity;
   Bool waits;          /* it has a time to wait, which is not 0 */
} ApKernelCall;

/* Before the call.  `c` lies in memory that was 0 before its first call. */
void ap_kernel_call_begins(ApKernelCall *c, UInt number, const UWord *args,
                           UInt n_args);

/* When it has ended, and its result stands in `c`: of a range that Valgrind
   tells of, so many bytes were written. */
SizeT ap_kernel_call_wrote(const ApKernelCall *c, Addr start, SizeT size);

/* And what Valgrind does not tell of. */
void ap_kernel_call_wrote_more(const ApKernelCall *c, ThreadId tid,
                        void (*write)(ThreadId tid, Addr start, SizeT size));

#endif
