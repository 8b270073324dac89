/* The routines whose instructions make system calls.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SCHED_CALLERS_H
#define SCHED_CALLERS_H

#include "base/base.h"

/* Does the call take no time in the kernel beside what a wake-up, a switch or
   the wait itself takes, which virtual time has constants for? */
Bool callers_only_waits(UInt number);

/* A system call was made by this instruction. */
void callers_count(Addr insn, UInt number);

#endif
