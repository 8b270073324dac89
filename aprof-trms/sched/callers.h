/* The routines that system calls are charged to.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SCHED_CALLERS_H
#define SCHED_CALLERS_H

#include "base/base.h"

/* Return the instruction that a system call of the thread is charged to: `insn`,
   which makes it; or, if that is in an internal routine of a library, the call in
   the public routine that has called it.  From glibc 2.41 on, read, write, poll and
   many others make their system calls in one internal routine. */
Addr callers_charged(ThreadId tid, Addr insn);

/* A system call was made by this instruction: count it for the routine that it is
   charged to, and whether it takes no time in the kernel beside what waiting and
   waking take. */
void callers_count(ThreadId tid, Addr insn, UInt number);

#endif
