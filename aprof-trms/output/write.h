/* A profile file, from its first record to its last (docs/file-format.md).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_WRITE_H
#define AP_WRITE_H

#include "base/base.h"

/* What a profile holds, for a message to the user. */
typedef struct {
   UInt routines;
   ULong activations, cost;
} write_summary;

/* The run begins now: at the start, and in a forked child. */
void write_run_begins(void);

/* The program exits by itself, with this status, whose lowest byte is what the
   parent gets. */
void write_exit_status(UInt status);

/* Write everything recorded and pending to a file of this name.  state and
   reason: of the run, as in the file.  *summary is filled in unless it is NULL.
   False: the profile could not be written, and a message has said why. */
Bool write_profile(const HChar *name, const HChar *state,
                   const HChar *reason, write_summary *summary);

/* Is a profile being written just now? */
Bool write_is_running(void);

#endif
