/* Signal handlers as threads of control.

   Each OS thread has one HANDLER for each nesting level.  It stays from signal
   to signal, with its history of accesses.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef THREADS_SIGNALS_H
#define THREADS_SIGNALS_H

#include "threads/os_threads.h"

/* A signal has interrupted the OS thread's current control at this stack
   pointer and instruction: a handler is the current control now. */
void signals_begin_handler(OsThread *os, Addr sp, Addr ip);

/* The handler `h` has ended: the control that it has interrupted is the current
   one again, and is to be activated. */
void signals_end_handler(OsThread *os, Control *h);

/* The current control of the OS thread loads the stack pointer `sp`.  If it is
   a handler, and a control that it has interrupted, directly or by way of
   other handlers, goes on there (siglongjmp), then end these handlers,
   activate the control, and return True. */
Bool signals_leave_handlers(ThreadId tid, Addr sp);

#endif
