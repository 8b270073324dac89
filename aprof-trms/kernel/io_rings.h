/* io_uring: what the kernel reads and writes for the requests that a program puts
   into a ring.

   The kernel takes requests when the program calls io_uring_enter, and finishes each
   of them then or later, when it tells so in the ring of completions.  A request
   counts when the call that has submitted it returns:

   - If nothing else was under way, and the request has completed by then, its
     completion says how many bytes were read or written.
   - Else all of its buffer counts.  A program does not look into the buffer before
     the request has completed, so it makes no difference that the data come later;
     but what is behind the end of the data counts, too.

   Completions count at the return of the next call.

   Not followed: buffers that the kernel chooses (IOSQE_BUFFER_SELECT), rings that
   the kernel looks at without a call (IORING_SETUP_SQPOLL), a ring whose descriptor
   was duplicated, and requests other than reads, writes, sends and receives.

   Source: io_uring(7), io_uring_enter(2), <linux/io_uring.h>.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef KERNEL_IO_RINGS_H
#define KERNEL_IO_RINGS_H

#include "base/base.h"

/* A range that the kernel reads or writes for a request. */
typedef struct {
   UInt request;        /* its number among those of the call, from 0 */
   ULong user_data;     /* the request's name in its completion */
   Addr start;
   SizeT size;
   Bool writes;
   Bool data;           /* a buffer, which may be used in part: not a structure
                           that says where the buffer is */
} IoRingRange;

/* The requests that a thread's present call submits.  Zeroed before the first
   call. */
typedef struct {
   IoRingRange *list;
   UInt count, capacity;
   Bool alone;          /* no earlier request of the ring is under way */
} IoRingRequests;

/* Is the descriptor that of a ring? */
Bool io_rings_has(Int fd);

/* A system call begins: collect the requests that it submits. */
void io_rings_before_syscall(IoRingRequests *r, ThreadId tid, UInt number,
                             const UWord *args);

/* It has ended, with `result` if it has not failed: pass what the kernel has read
   and written to `read` and `write`, and note new rings. */
void io_rings_after_syscall(IoRingRequests *r, ThreadId tid, UInt number,
                            const UWord *args, Bool failed, UWord result,
                            void (*read)(ThreadId tid, Addr start, SizeT size),
                            void (*write)(ThreadId tid, Addr start,
                                          SizeT size));

#endif
