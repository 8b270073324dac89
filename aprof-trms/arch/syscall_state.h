/* The registers of a system call, where a thread is about to make it.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef ARCH_SYSCALL_STATE_H
#define ARCH_SYSCALL_STATE_H

#include "arch/guest_layout.h"

enum { SYSCALL_ARGUMENTS = 6 };

#if defined(VGA_amd64)
/* Bytes of the instruction that makes a system call. */
enum { SYSCALL_LENGTH = 2 };
#else
#  error "arch/syscall_state.h lacks this processor's system calls"
#endif

typedef struct {
   UWord number;                /* of the call; where it has returned: its
                                   result, negative errno on failure */
   UWord args[SYSCALL_ARGUMENTS];
   Addr ip;                     /* the instruction pointer */
} SyscallState;

/* Read the registers from a guest state, in a helper.  The instruction pointer
   is not read. */
void syscall_state_of(const void *guest, SyscallState *s);
/* Call `effect` for each part of the guest state that such a helper reads. */
void syscall_state_effects(IRDirty *d, GuestLayoutEffect *effect);

/* Read or write the registers of a thread that runs no client code at the
   moment. */
void syscall_state_get(ThreadId tid, SyscallState *s);
void syscall_state_put(ThreadId tid, const SyscallState *s);
/* Write the result alone. */
void syscall_state_put_result(ThreadId tid, Word result);

#endif
