/* System calls, signal frames and mappings -> the engine's kernel_read,
   kernel_write, forget and move.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef KERNEL_SYSCALLS_H
#define KERNEL_SYSCALLS_H

#include "base/base.h"

/* What others do about some system calls of the program.  All are called
   before the call is made, but for exec_failed. */
typedef struct {
   /* The process is about to exit by itself, with this status. */
   void (*exits)(UInt status);
   /* An exec, which the kernel may refuse, of the file `program`: the client's
      own string, which need not be readable, or NULL if it is not known. */
   void (*exec)(const HChar *program);
   void (*exec_failed)(void);
   /* A filter of system calls is about to be set: it may end the process at a
      call that Valgrind does not make itself. */
   void (*filter)(void);
   /* The tool or Valgrind can't follow the program any further, and is about to
      end it: write the profile. */
   void (*save)(void);
} SyscallObserver;

/* Register with Valgrind for its events of system calls and memory.  The
   observer must live as long as the tool. */
void syscalls_init(const SyscallObserver *observer);

/* A thread begins, in the system call that `parent` is in. */
void syscalls_thread_created(ThreadId parent, ThreadId child);
/* Return the word that the kernel clears, and wakes a futex at, when the thread
   ends; 0: none. */
Addr syscalls_word_cleared_at_end(ThreadId tid);
/* A thread ends, and other threads go on. */
void syscalls_thread_ends(ThreadId tid);

#endif
