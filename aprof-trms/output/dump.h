/* The profile file: written whole, or not at all (docs/file-format.md).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_DUMP_H
#define AP_DUMP_H

#include "base/base.h"

/* At the start, after the options are known, and in a forked child. */
void ap_dump_init(void);
void ap_dump_forked(void);

/* The program is about to end by itself, not by a signal. */
void ap_process_exits(void);

/* At the end: writes the profile and tells the user where it is.  False: it
   could not be written, and the user was told that. */
Bool ap_dump_final(void);

/* Valgrind is about to end for want of memory, or somebody has asked for its
   statistics, which it tells in the same way: writes the profile where there
   is no memory. */
void ap_dump_if_no_memory(void);

/* Before and after an exec that the kernel may refuse; `program` is the
   client's own string, which only the kernel looks at, or NULL. */
void ap_dump_before_exec(const HChar *program);
void ap_exec_failed(void);

/* Before a filter of system calls is set: it may let the process open no file. */
void ap_dump_before_filter(void);

/* Writes a snapshot if the time has come; cheap enough for every slice. */
void ap_snapshot_if_due(void);

/* Writes one now.  False: it could not be written, and the user was told. */
Bool ap_snapshot(const HChar *reason);

/* The same where somebody asks for it, and the program goes on: none is written
   where there is place for one profile only, that of the end. */
Bool ap_takes_snapshots(void);
Bool ap_snapshot_on_request(void);

#endif
