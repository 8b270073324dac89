/* The routines whose instructions make system calls.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SCHED_CALLERS_H
#define SCHED_CALLERS_H

#include "base/base.h"

/* A system call was made by this instruction: count it, and whether it takes no
   time in the kernel beside what waiting and waking take. */
void callers_count(Addr insn, UInt number);

#endif
