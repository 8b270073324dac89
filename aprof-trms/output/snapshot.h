/* When a profile is written: at the end, before an exec, every few seconds,
   on request, and where memory runs out.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_SNAPSHOT_H
#define AP_SNAPSHOT_H

#include "base/base.h"

/* At the start, after the options are known, and in a forked child. */
void snapshot_init(void);
void snapshot_forked(void);

/* The program is about to end by itself, not by a signal. */
void snapshot_process_exits(UInt status);

/* At the end: write the profile and print where it is.  False: it could not be
   written, and a message has said why. */
Bool snapshot_at_end(void);

/* Valgrind is about to end for want of memory, or prints its statistics on
   request, which calls this function, too: write the profile if there is no
   memory. */
void snapshot_if_no_memory(void);

/* Before an exec, and after one that the kernel has refused.  program: the
   client's own string, which only the kernel has looked at, or NULL. */
void snapshot_before_exec(const HChar *program);
void snapshot_exec_failed(void);

/* Before the program sets a filter of system calls, which may let the process
   open no file. */
void snapshot_before_filter(void);

/* Write a snapshot if the time has come.  Cheap enough for every time slice. */
void snapshot_if_due(void);

/* Write a snapshot now, with this reason in its `run` record.  False: it could
   not be written, and a message has said why. */
Bool snapshot_write(const HChar *reason);

/* The same for a request of the user or the program.  Where the file is such
   that a second profile would come behind the first one, none is written: the
   one place is for the profile of the end. */
Bool snapshot_on_request(void);
Bool snapshot_is_possible(void);

#endif
