/* Which thread waits for which: the answer to a dead-lock of the program.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SCHED_WAITERS_H
#define SCHED_WAITERS_H

#include "base/base.h"

/* Return the word that the kernel clears when the thread ends; 0: none. */
typedef Addr WordOfThread(ThreadId);

/* Print a line for each thread to the monitor (vgdb); one line if the program
   does not run in virtual time. */
void waiters_print(WordOfThread *cleared_at_end);

#endif
