/* The processes that are older than a recording: what they have mapped.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_RECORDER_PROCESSES_H
#define APROF_RECORDER_PROCESSES_H

#include "recorder/collector.h"

/* Give the collector the mappings of a process, or of all processes.  What
   can't be read is left out. */
void processes_read(collector *c, pid_t pid);
void processes_read_all(collector *c);

/* Return whether a process is there and has not ended. */
bool processes_is_running(pid_t pid);

#endif
