/* Where the program would like to have memory, but does not insist.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_HINTS_H
#define AP_HINTS_H

#include "ir/emit.h"

/* Once the engine has started. */
void ap_hints_init(void);

/* Before a system call's instruction, and after the call. */
void ap_hints_before_syscall(ApEmit *e);
void ap_hints_after_syscall(ThreadId tid, UInt number, const UWord *args,
                            SysRes result);

#endif
