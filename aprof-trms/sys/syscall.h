/* System calls that have no public function in Valgrind, or whose public
   function drops the error.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SYS_SYSCALL_H
#define SYS_SYSCALL_H

#include "base/base.h"

/* Does the C library serve this call without the kernel, by code that the
   kernel maps into the program (vDSO)?  Under Valgrind such a call is made. */
Bool syscall_needs_no_kernel(UInt number);

/* The program filters system calls, and its filter may end the process at a
   call that the program itself does not make.  From now on only calls are made
   that Valgrind makes, too, as far as possible. */
void syscall_restrict(void);
Bool syscall_is_restricted(void);

/* Address space behind Valgrind's own (engine/platform.h).

   Reserve [at, at + n), zeroed; `over`: in place of address space that is
   barred.  Return False if the kernel gives another place. */
Bool syscall_reserve(Addr at, SizeT n, Bool over);
void syscall_unreserve(Addr at, SizeT n);
/* Take memory for the whole pages of the range now, if the kernel can do so. */
void syscall_populate(Addr at, SizeT n);
/* Give the memory of the range back; it is zero then. */
void syscall_discard(Addr at, SizeT n);
/* Move the memory of n bytes of it to other pages of it; they are zero
   afterwards.  Return False if the kernel can't do so: then some of it may have
   been moved, and the rest is where it was. */
Bool syscall_move(Addr to, Addr from, SizeT n);
/* For each page of the range: is it in memory?  Return False if the kernel does
   not say. */
Bool syscall_resident(Addr at, SizeT n, UChar pages[]);
/* Return the most memory that the process has had resident so far, in KB; 0: the
   kernel does not say. */
UWord syscall_peak(void);
/* Bar [at, at + n): map it without access rights, so that nothing else is
   mapped there; `over`: in place of address space that is reserved.  Return
   False if something else is there. */
Bool syscall_bar(Addr at, SizeT n, Bool over);
/* Bar n bytes at the place that the kernel chooses, which is the highest free one.
   Return its address, or 0 if there is none. */
Addr syscall_bar_highest(SizeT n);
/* Make the range inaccessible, so that the kernel takes no memory for it if the
   program locks its memory; make it accessible again, and not locked. */
void syscall_hide(Addr at, SizeT n);
void syscall_show(Addr at, SizeT n);
/* The range no longer counts as locked. */
void syscall_unlock(Addr at, SizeT n);

/* Files.  Each returns 0 or errno. */
Int syscall_close(Int fd);
/* May the process write to the file, or create files in the folder? */
Int syscall_may_write(const HChar *name);
Int syscall_rename(const HChar *from, const HChar *to);
/* Truncate the file to length 0. */
Int syscall_truncate(Int fd);
/* Set who may read and write the file. */
Int syscall_set_mode(Int fd, UInt mode);
/* Wait until no other process has the file locked, and lock it.  The lock ends
   when the last copy of `fd` is closed. */
Int syscall_lock(Int fd);

/* Can the kernel read the byte at this address of the program's?  If it can't,
   then reading it raises a signal: behind the end of a mapped file, for
   instance.  Return True where the answer is not known. */
Bool syscall_is_there(Addr at);
/* Can it read each page of [from, past)? */
Bool syscall_are_there(Addr from, Addr past);

/* How much does sched_getattr write if it is given room for n bytes, more than
   the kernel's structure has?  Newer kernels write zeros behind the structure.
   size: what the kernel has stored as the structure's. */
SizeT syscall_sched_attr_size(SizeT size, SizeT n);

/* Threads and time.

   Wake the threads that wait for this word by a private futex. */
void syscall_futex_wake(const volatile Int *word);
/* Wait until one of the descriptors is ready, as the system call ppoll does;
   at most so many milliseconds.  `fds`: array of struct pollfd.  Return the
   number of ready descriptors, or -errno. */
Int syscall_poll(struct vki_pollfd *fds, UInt n, UInt milliseconds);
/* Return the flags of a file descriptor (F_GETFL), or -errno. */
Int syscall_file_flags(Int fd);
/* Let other threads of the machine run. */
void syscall_yield(void);
/* Return how many processors this process may run on. */
UInt syscall_processors(void);

/* Constants of the kernel that Valgrind's headers lack: for VG_(open), for
   VG_(getrlimit), and of mlockall. */
#if defined(VGA_amd64)
enum { SYSCALL_O_NOFOLLOW = 0400000 };
enum { SYSCALL_RLIMIT_FILES = 7, SYSCALL_RLIMIT_MEMLOCK = 8,
       SYSCALL_RLIMIT_AS = 9 };
enum { SYSCALL_MCL_CURRENT = 1, SYSCALL_MCL_ONFAULT = 4 };
#else
#  error "the kernel's constants for this processor are not known"
#endif

/* Take back a pending signal that a write of the tool's has raised, so that the
   program does not get it. */
void syscall_take_signal(Int signal);

#endif
