/* Addresses that the program passes to mmap as hints, or leaves to the kernel.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef KERNEL_MMAP_HINTS_H
#define KERNEL_MMAP_HINTS_H

#include "ir/emit.h"

/* To be called once the engine has started. */
void mmap_hints_init(void);

/* Emit code before the instruction that makes a system call. */
void mmap_hints_before_syscall(Emit *e);
/* A system call has returned. */
void mmap_hints_after_syscall(ThreadId tid, UInt number, const UWord *args,
                              SysRes result);

#endif
