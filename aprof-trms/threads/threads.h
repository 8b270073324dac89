/* Valgrind's events of OS threads and signals -> which thread of control runs.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef THREADS_THREADS_H
#define THREADS_THREADS_H

#include "callgraph/control.h"

/* A thread was created, or exits. */
void threads_created(ThreadId child);
void threads_exits(ThreadId tid);

/* Client code of the thread starts, or stops. */
void threads_code_starts(ThreadId tid, ULong blocks);
void threads_code_stops(ThreadId tid, ULong blocks);

/* A signal is about to be delivered; or a handler has returned. */
void threads_signal_delivered(ThreadId tid, Int signal, Bool alternate_stack);
void threads_signal_returns(ThreadId tid, Int signal);

/* The activations that are pending now will not be recorded when they end, and
   they are no callers.  What they have cost and read so far is added to
   `totals`; NULL: it is in no total. */
void threads_drop_pending(ControlTotals *totals);

/* This process is a child that the thread has forked. */
void threads_forked_child(ThreadId tid);

#endif
