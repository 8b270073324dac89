/* The epochs of a recording: each opens its events anew, reads the mappings of
   all processes again, and ends with a samples file.  A recording without a
   store has one.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_RECORDER_EPOCHS_H
#define APROF_RECORDER_EPOCHS_H

#include "recorder/recording.h"

/* Open the events of an epoch, and read what is mapped already.  Mappings that
   are created meanwhile are both read and recorded.  Return false after one
   line on stderr. */
bool epochs_begin(recording *r);

/* Write the file of an epoch that ended at a time, in ns since 1970.  If that
   fails and it is not the last one, then its samples go to the next file.
   Return false after one line on stderr. */
bool epochs_end(recording *r, uint64_t end, bool is_last);

/* End an epoch at a time, and begin the next one. */
bool epochs_next(recording *r, uint64_t end);

/* Return whether the recording may have more than one. */
bool epochs_are_many(const recording *r);

/* Return whether the epoch has lasted long enough, at a monotonic time, ns, or
   has as much as the memory is to hold. */
bool epochs_is_over(const recording *r, uint64_t now);

/* Return the name of the epoch's file, which the caller frees. */
char *epochs_file_name(const recording *r);

#endif
