/* Pending activations, recorded for a profile as if they returned now.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_PENDING_H
#define AP_PENDING_H

#include "base/base.h"

/* Record all pending activations of all threads of control as open ones, beside
   activations that have returned, and add the sizes of the roots among them to
   *totals.  record_forget_open takes them out again: a snapshot changes
   nothing. */
void pending_record(trms_sizes *totals);

#endif
