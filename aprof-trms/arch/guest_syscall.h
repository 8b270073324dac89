/* The system call that a thread is about to make, as its registers say.

   The functions are for helpers that run before the system call's
   instruction.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef ARCH_GUEST_SYSCALL_H
#define ARCH_GUEST_SYSCALL_H

#include "arch/guest_layout.h"

/* Does the system call install a handler for a signal that a fault raises? */
Bool guest_syscall_handles_faults(const void *guest);

/* Call `effect` for each part of the guest state that a helper accesses which
   calls guest_syscall_handles_faults and guest_layout_discard_all. */
void guest_syscall_effects(IRDirty *d, GuestLayoutEffect *effect);

/* If the system call is an mmap without a fixed address, of at most `memory` bytes
   that can be accessed or `space` bytes that cannot, then return the place in the
   guest state of the address that the program would prefer; else return NULL. */
Addr *guest_syscall_mmap_hint(void *guest, SizeT memory, SizeT space);

/* Return the offset of that place. */
Int guest_syscall_mmap_hint_offset(void);

/* If the system call is an mmap of an address that must be free
   (MAP_FIXED_NOREPLACE), then return the place in the guest state of the
   length, and set *start to the address; else return NULL. */
UWord *guest_syscall_mmap_required(void *guest, Addr *start);

/* Make this call of mmap, of which guest_syscall_mmap_required has changed the
   length, as if it had failed with EEXIST: restore the length, and set the
   result. */
void guest_syscall_mmap_exists(ThreadId tid, UWord length);

/* A mapping whose place the program leaves open. */
typedef struct {
   Int fd;                     /* -1: of no file */
   Bool huge;                  /* of huge pages (MAP_HUGETLB) */
} GuestMapping;

/* If the system call is the mmap of such a mapping, set *m to it, else return
   False. */
Bool guest_syscall_mmap_somewhere(const void *guest, GuestMapping *m);

/* Call `effect` for each part of the guest state that a helper accesses which
   calls the functions for mmap, and changes the address or the length. */
void guest_syscall_mmap_effects(IRDirty *d, GuestLayoutEffect *effect);

#endif
