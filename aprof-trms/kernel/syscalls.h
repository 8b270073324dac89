/* System calls, signal frames and mappings -> kernelRead, kernelWrite, forget
   and move.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_KERNEL_H
#define AP_KERNEL_H

#include "base/base.h"

/* Registers with Valgrind for all of its memory events. */
void ap_kernel_init(void);

/* A thread begins, in the system call that `parent` is in; one ends, and others
   go on. */
void ap_kernel_thread_created(ThreadId parent, ThreadId child);
void ap_kernel_thread_ends(ThreadId tid);

#endif
