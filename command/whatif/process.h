/* What the kernel says of a process (proc(5), /proc/PID/stat).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_WHATIF_PROCESS_H
#define APROF_WHATIF_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

/* Return the processor time that a process has taken, in ticks of the clock; 0
   if it does not exist. */
unsigned long process_ticks(pid_t pid);

/* Return whether a process has not ended yet.  (One that has may wait for its
   parent.) */
bool process_runs(pid_t pid);

#endif
