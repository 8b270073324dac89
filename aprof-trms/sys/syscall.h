/* System calls that have no public function in Valgrind, or one that drops the
   error.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_SYSCALL_H
#define AP_SYSCALL_H

#include "base/base.h"

/* The program filters system calls, and its filter may end it where a call is not
   one of its own.  From now on only those are made that Valgrind makes itself,
   as far as that goes. */
void ap_syscall_be_modest(void);
Bool ap_syscall_is_modest(void);

/* Address space behind Valgrind's own (engine/platform.h).  The first tells
   whether the range was to be had; `over`: it is barred. */
Bool ap_syscall_reserve(Addr at, SizeT n, Bool over);
void ap_syscall_unreserve(Addr at, SizeT n);
void ap_syscall_populate(Addr at, SizeT n);
void ap_syscall_discard(Addr at, SizeT n);
/* Address space for nobody: where there is something already it is not to be had,
   unless that is `over` what was reserved. */
Bool ap_syscall_bar(Addr at, SizeT n, Bool over);
/* The same for a page where the kernel chooses, which is the highest free one; 0:
   there is none. */
Addr ap_syscall_bar_page(void);
/* Nobody can touch it, and so the kernel takes no memory for it where it is to
   be locked; then it is as before, and not locked. */
void ap_syscall_hide(Addr at, SizeT n);
void ap_syscall_show(Addr at, SizeT n);
/* The kernel does not count it as locked any more. */
void ap_syscall_unlock(Addr at, SizeT n);

/* Each returns 0, or errno. */
Int ap_syscall_close(Int fd);
/* May we write the file, or into the folder? */
Int ap_syscall_may_write(const HChar *name);
Int ap_syscall_rename(const HChar *from, const HChar *to);
Int ap_syscall_truncate(Int fd);             /* to nothing */
/* Waits until nobody else has the file locked.  The lock ends with `fd`. */
Int ap_syscall_lock(Int fd);

/* Can the kernel read at this address of the program's?  Where it can't, reading
   would raise a signal: behind the end of a mapped file for instance.  True
   where that can't be told. */
Bool ap_syscall_is_there(Addr at);
/* The same of each page from one up to another. */
Bool ap_syscall_are_there(Addr from, Addr past);

/* Constants of the kernel that Valgrind's headers lack: for VG_(open), for
   VG_(getrlimit), and of mlockall. */
#if defined(VGA_amd64)
enum { AP_O_NOFOLLOW = 0400000 };
enum { AP_RLIMIT_MEMLOCK = 8, AP_RLIMIT_AS = 9 };
enum { AP_MCL_CURRENT = 1, AP_MCL_ONFAULT = 4 };
#else
#  error "the kernel's constants for this processor are not known"
#endif

/* Takes a pending signal back that a write of ours has raised, so that the
   program does not get it. */
void ap_syscall_take_signal(Int signal);

#endif
