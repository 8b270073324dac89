/* Threads of control: which one runs, and how it is found.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_THREADS_H
#define AP_THREADS_H

#include "callgraph/control.h"

/* An OS thread, while it lives. */
typedef struct {
   Bool exists;
   UInt number;                 /* in order of creation, from 1 */
   ApControl *native;
   ApControl *current;          /* what runs, or will when scheduled */
   ApControl **handlers;        /* by nesting level */
   UInt n_handlers;
   Bool exiting;                /* has called exit, not exit_group */
} ApOsThread;

/* Before Valgrind tells of the first thread. */
void ap_threads_init(void);

/* The thread that has this number of Valgrind's now; it belongs to us. */
ApOsThread *ap_os_thread(ThreadId tid);

/* How many there have been in this process, and how many there are. */
UInt ap_os_threads_seen(void);
UInt ap_os_threads_living(void);

/* Between the stack pointer and the top activation's return address lies the
   frame of the top activation, of which the stack pointer gives up a part.
   That of a root that nothing lies above is not known to end there. */
static inline Bool ap_stays_in_frame(const ApControl *c, Addr old, Addr new_sp)
{
   return new_sp >= old && new_sp <= c->top->sp && c->top->sp != ~(Addr)0;
}

/* Is the new stack pointer on the stack of the current thread of control, where it
   goes on? */
Bool ap_stays_on_stack(Addr old, Addr new_sp);

/* Called from instrumented code after a load of the stack pointer that is not
   relative to its old value.  Finds the thread of control that owns the new
   stack, makes it the current one, and closes what lies below.  `old` and
   `new_sp` are the stack pointer before and after, `insn` the instruction. */
void ap_stack_loaded(Addr old, Addr new_sp, Addr insn);

/* Of a thread that exits: does the process go on without it? */
Bool ap_thread_ends_alone(ThreadId tid);

/* Events of Valgrind's. */
void ap_thread_created(ThreadId child);
void ap_thread_exits(ThreadId tid);
void ap_client_code_starts(ThreadId tid, ULong blocks);
void ap_client_code_stops(ThreadId tid, ULong blocks);
void ap_signal_delivered(ThreadId tid, Int signal, Bool alternate_stack);
void ap_signal_returns(ThreadId tid, Int signal);
void ap_forked_child(ThreadId tid);

/* The program is at its end: contexts that nobody has come back to, and whose
   stacks others have used since, are over. */
void ap_threads_end_lost(void);

/* Memory is unmapped: suspended contexts whose stacks lay there end. */
void ap_stacks_unmapped(Addr start, SizeT length);

#endif
