/* A schedule in virtual time: which thread runs next, as if on P cores.

   Each thread has a clock, in units of work that its instructions have cost.
   Only one thread runs at a time.  It is the thread with the least clock of all
   threads that have a core, and it may run until it is a quantum ahead of the
   next one.  So threads see each other's actions as they would on a machine
   with P cores, but for an error of a quantum.

   A thread that is ready and has no core waits in a queue, first come, first
   served.  A thread blocks on a key (the address of a futex, for example), and
   is woken by another thread: then its clock is at least the clock of that
   other thread, plus the latency of a wake-up if a core is free for it.  Or its
   deadline comes: its clock is at least that, plus the same latency.

   The schedule depends on nothing but the calls that it gets: with equal calls
   it makes equal decisions.  All times are in the same unit.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_SCHEDULE_H
#define APROF_SCHEDULE_H

#include "engine/platform.h"

/* In place of a thread: there is none. */
#define SCHEDULE_NO_THREAD (~0u)
/* In place of a time: never. */
#define SCHEDULE_NEVER (~(uint64_t)0)

typedef struct {
   unsigned cores;            /* P, at least 1 */
   uint64_t quantum;          /* by how much a thread may run ahead */
   uint64_t slice;            /* how long a thread keeps its core if other
                                 threads are queued */
   /* A wake-up for which a core has been idle for long, which must be told:
      what it costs the thread that wakes, and from then until the other thread
      runs.  If the core has been idle for less than that, then it is less. */
   uint64_t wake_cost, wake_latency;
   /* A wake-up for which no core is free only puts the other thread in the
      queue: what it costs the thread that wakes, and again what it takes a
      core to go from one thread to the next. */
   uint64_t switch_cost;
   /* The clock of `thread` was raised to a time that `by` has determined; NULL
      for no such report. */
   void (*raised)(unsigned thread, unsigned by);
   /* Thread `by` wakes `thread`, whose clock was `blocked`; after `raised`.
      NULL for no such report. */
   void (*woken)(unsigned thread, unsigned by, uint64_t blocked);
} schedule_options;

typedef enum {
   SCHEDULE_ABSENT,           /* there is no such thread */
   SCHEDULE_READY,            /* it has a core */
   SCHEDULE_QUEUED,           /* it waits for a core */
   SCHEDULE_BLOCKED,          /* it waits for a wake-up, or a deadline */
   SCHEDULE_OUTSIDE           /* it waits for something outside the schedule */
} schedule_state;

/* Begin with no threads.  Threads are numbers below `threads`. */
void schedule_init(const schedule_options *options, unsigned threads);

/* Thread t begins, with the clock of `parent`, or 0 without one. */
void schedule_add(unsigned t, unsigned parent);
/* It ends. */
void schedule_remove(unsigned t);

schedule_state schedule_state_of(unsigned t);
uint64_t schedule_clock(unsigned t);
/* Thread t has run: its clock is now `clock`. */
void schedule_advance(unsigned t, uint64_t clock);

/* What it costs thread t to wake others, to be woken, and to get a core, counts
   so many times from now on: once, if this is not called.  In a slice that is
   longer by that factor, as many wake-ups happen as in one that is not; so
   slices become longer, by and by: up to an eighth of the time that has passed,
   so that there are always several. */
void schedule_set_growth(unsigned t, double growth);

/* Thread t, which is ready, waits for a wake-up of the key, or until
   `deadline`.  mask: which wake-ups of the key (FUTEX_WAIT_BITSET). */
void schedule_block(unsigned t, uint64_t key, uint32_t mask,
                    uint64_t deadline);
/* Thread `by` wakes t, which is blocked. */
void schedule_wake(unsigned by, unsigned t);
/* Thread `by` wakes the threads that have waited longest for the key, at most
   n.  Return their number. */
unsigned schedule_wake_key(unsigned by, uint64_t key, uint32_t mask,
                           unsigned n);
/* At most n threads that wait for the key wait for another key from now on.
   Return their number. */
unsigned schedule_requeue(uint64_t key, uint64_t other, unsigned n);
/* Has the last wait of t ended since its deadline has come? */
bool schedule_timed_out(unsigned t);

/* Thread t, which is ready, waits for something outside; or is back: its clock
   is at least that of the slowest thread, and that of `by`, if a thread of the
   schedule has brought it back (else SCHEDULE_NO_THREAD). */
void schedule_leave(unsigned t);
void schedule_come_back(unsigned t, unsigned by);
/* Thread t, which is blocked, goes on since something outside has happened, or
   since thread `by` has interrupted it. */
void schedule_interrupt(unsigned t, unsigned by);

/* Return the thread that is to run now, or SCHEDULE_NO_THREAD.  Waits whose
   deadline has come end.  jump: if no thread is ready, then the time jumps to
   the next deadline. */
unsigned schedule_next(bool jump);
/* Return the clock at which thread t, which schedule_next has returned, must
   stop. */
uint64_t schedule_limit(unsigned t);
/* Return the earliest deadline of a blocked thread. */
uint64_t schedule_deadline(void);
/* Return the clock of the slowest thread, or the last one known. */
uint64_t schedule_now(void);

#endif
