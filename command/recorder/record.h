/* A recording: from its events to its samples files.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_RECORDER_RECORD_H
#define APROF_RECORDER_RECORD_H

#include "recorder/record_options.h"

/* Record.  Return the exit status: the program's, 128 + N if signal N has
   ended it; STATUS_UNUSABLE after one line on stderr. */
int record(const record_options *o);

#endif
