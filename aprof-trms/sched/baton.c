/* The baton: see baton.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sched/baton.h"
#include "sched/clocks.h"
#include "sched/poll_sets.h"
#include "sys/syscall.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_vkiscnums.h"

typedef struct {
   volatile Int word;         /* changes when the thread is to look again */
   Bool parks;                /* it is to park when its client code stops */
   Bool watches;              /* it is to look again soon: no thread is ready,
                                 and file descriptors are waited for */
   Bool parked;
   SyscallState saved;        /* its registers, while it is parked */
} Parking;

static Parking *parkings;     /* by ThreadId */
static ThreadId holder;       /* VG_INVALID_THREADID: none */
static Addr first_syscall;    /* an instruction that makes system calls */

/* While no thread is ready: since when, by the real clock in milliseconds, and
   the virtual time of then. */
static Bool is_idle;
static UInt idle_since;

/* A thread that is to be back soon, and since when, in milliseconds. */
static ThreadId lent_to;
static UInt lent_since;

void baton_init(void)
{
   parkings = VG_(calloc)("aprof.sched.parkings", VG_N_THREADS,
                          sizeof *parkings);
}

Bool baton_is_held_by(ThreadId tid)
{
   return holder == tid;
}

Bool baton_is_free(void)
{
   return holder == VG_INVALID_THREADID;
}

static void look_again(ThreadId tid)
{
   Parking *p = &parkings[tid];

   p->word++;
   if (p->parked)
      syscall_futex_wake(&p->word);
}

/* File descriptors may become ready by the work of other processes, which takes
   real time.  So while they are waited for, and no thread is ready, deadlines
   come in real time. */
static Bool deadline_has_come(void)
{
   ULong passed = (ULong)(VG_(read_millisecond_timer)() - idle_since);
   ULong deadline = schedule_deadline();

   return is_idle && deadline != SCHEDULE_NEVER
          && schedule_now() + clocks_units(passed * 1000000) >= deadline;
}

static void become_idle(ThreadId tid, Bool parks)
{
   if (!is_idle) {
      is_idle = True;
      idle_since = VG_(read_millisecond_timer)();
   }
   if (parks)
      parkings[tid].watches = True;
   else
      look_again(poll_sets_first());
}

void baton_pass(ThreadId tid, Bool parks)
{
   Bool files = poll_sets_first() != VG_INVALID_THREADID;
   UInt next;

   if (files)
      poll_sets_check(SCHEDULE_NO_THREAD);
   next = schedule_next(!files || deadline_has_come());
   if (next == SCHEDULE_NO_THREAD) {
      holder = VG_INVALID_THREADID;
      if (files)
         become_idle(tid, parks);
      return;
   }
   is_idle = False;
   holder = next;
   if (next != tid)
      look_again(next);
}

/* Some parked thread looks whether the thread is back. */
void baton_lend(ThreadId tid)
{
   lent_to = tid;
   lent_since = VG_(read_millisecond_timer)();
   for (ThreadId t = 1; t < VG_N_THREADS; t++)
      if (parkings[t].parked) {
         look_again(t);
         return;
      }
}

void baton_is_back(ThreadId tid)
{
   if (lent_to == tid)
      lent_to = VG_INVALID_THREADID;
}

Bool baton_reclaim(void)
{
   enum { PATIENCE = 20 };

   if (lent_to == VG_INVALID_THREADID
       || VG_(read_millisecond_timer)() - lent_since < PATIENCE)
      return False;
   schedule_leave(lent_to);
   lent_to = holder = VG_INVALID_THREADID;
   return True;
}

void baton_park(ThreadId tid)
{
   parkings[tid].parks = True;
}

void baton_saw_syscall(Addr insn)
{
   if (first_syscall == 0)
      first_syscall = insn;
}

/* How long a thread that watches waits, or any while the baton is lent. */
static const struct vki_timespec soon = { 0, 1000000 };

/* If the thread holds the baton already, then the call returns at once, since
   the word is not as expected. */
void baton_code_stops(ThreadId tid)
{
   Parking *p = &parkings[tid];

   if (!p->parks)
      return;
   tl_assert(first_syscall != 0);
   p->parks = False;
   p->parked = True;
   syscall_state_get(tid, &p->saved);
   SyscallState call = {
      .number = __NR_futex,
      .args = { (UWord)&p->word, VKI_FUTEX_WAIT | VKI_FUTEX_PRIVATE_FLAG,
                (UInt)p->word + (holder == tid),
                p->watches || lent_to != VG_INVALID_THREADID
                ? (UWord)&soon : 0 },
      .ip = first_syscall + SYSCALL_LENGTH
   };
   p->watches = False;
   syscall_state_put(tid, &call);
}

Bool baton_is_parked(ThreadId tid)
{
   return parkings[tid].parked;
}

Bool baton_unpark(ThreadId tid)
{
   Parking *p = &parkings[tid];

   if (!p->parked)
      return False;
   p->parked = False;
   syscall_state_put(tid, &p->saved);
   return True;
}
