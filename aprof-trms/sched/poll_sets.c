/* Waiting for file descriptors in virtual time: see poll_sets.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sched/poll_sets.h"
#include "sched/clocks.h"
#include "sys/client_memory.h"
#include "sys/syscall.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_vkiscnums.h"

/* The kernel's constants that Valgrind's headers lack. */
enum {
   POLL_IN = 1, POLL_URGENT = 2, POLL_OUT = 4, DONT_WAIT = 0x40,
   RING_GET_EVENTS = 1, RING_HAS_TIMEOUT = 8, RING_BY_NUMBER = 16,
   MOST = 1024           /* descriptors of a call that are looked at */
};

typedef struct {
   struct vki_pollfd *list;
   UInt count, capacity;
   Bool single;               /* one descriptor, which may be non-blocking */
   Bool waits;
} PollSet;

static PollSet *sets;         /* by ThreadId */
static UInt waiting;

void poll_sets_init(void)
{
   sets = VG_(calloc)("aprof.sched.poll_sets", VG_N_THREADS, sizeof *sets);
}

static void add(PollSet *s, Int fd, Short events)
{
   if (s->count == s->capacity) {
      s->capacity = s->capacity == 0 ? 4 : 2 * s->capacity;
      s->list = VG_(realloc)("aprof.sched.poll_set", s->list,
                             s->capacity * sizeof *s->list);
   }
   s->list[s->count++] = (struct vki_pollfd){ fd, events, 0 };
}

static Bool add_one(PollSet *s, Int fd, Short events)
{
   add(s, fd, events);
   s->single = True;
   return True;
}

static Bool add_polled(PollSet *s, UWord at, UWord n)
{
   const struct vki_pollfd *list = (const struct vki_pollfd *)at;

   if (n > MOST || !client_memory_is_readable(at, n * sizeof *list))
      return False;
   for (UWord i = 0; i < n; i++)
      add(s, list[i].fd, list[i].events);
   return True;
}

static Bool add_selected(PollSet *s, const UWord *args)
{
   static const Short events[] = { POLL_IN, POLL_OUT, POLL_URGENT };
   const UInt n = args[0];

   if (n > MOST)
      return False;
   for (UInt kind = 0; kind < 3; kind++) {
      const UWord *set = (const UWord *)args[1 + kind];
      if (set == NULL)
         continue;
      if (!client_memory_is_readable((Addr)set, (n + 7) / 8))
         return False;
      for (UInt fd = 0; fd < n; fd++)
         if (((const UChar *)set)[fd / 8] >> fd % 8 & 1)
            add(s, fd, events[kind]);
   }
   return True;
}

/* A call of io_uring_enter that only waits.  Valgrind 3.19 makes it without letting
   other threads run, so nothing would ever come: a thread waits until the ring has
   something, which its descriptor tells, and then makes the call.  (One that hands
   in work as well has to be made for that; one with a timeout, or with a number in
   place of a descriptor, is left alone.) */
static Bool add_ring(PollSet *s, const UWord *args)
{
   const UInt submits = args[1], least = args[2], flags = args[3];

   if (submits > 0 || least == 0 || (flags & RING_GET_EVENTS) == 0
       || (flags & (RING_HAS_TIMEOUT | RING_BY_NUMBER)) != 0)
      return False;
   add(s, args[0], POLL_IN);
   return True;
}

/* A timeout in milliseconds; negative: none. */
static ULong after_ms(ULong now, Int milliseconds)
{
   return milliseconds < 0 ? SCHEDULE_NEVER
          : clocks_after_ns(now, (ULong)milliseconds * 1000000);
}

/* A timeout that is a struct timeval, as select has. */
static ULong after_timeval(ULong now, UWord at)
{
   const struct vki_timeval *t = (const struct vki_timeval *)at;

   if (t == NULL || !client_memory_is_readable(at, sizeof *t)
       || t->tv_sec < 0 || t->tv_usec < 0)
      return SCHEDULE_NEVER;
   return clocks_after_ns(now, (ULong)t->tv_sec * 1000000000
                               + (ULong)t->tv_usec * 1000);
}

Bool poll_sets_describe(ThreadId tid, const SyscallState *call, ULong now,
                        ULong *deadline, UInt *argument, UWord *value)
{
   static struct vki_timespec no_time;
   PollSet *s = &sets[tid];
   const UWord *args = call->args;

   s->count = 0;
   s->single = False;
   *deadline = SCHEDULE_NEVER;
   *value = 0;
   switch (call->number) {
   case __NR_read: case __NR_readv: case __NR_accept: case __NR_accept4:
      return add_one(s, args[0], POLL_IN);
   case __NR_recvfrom:
      return (args[3] & DONT_WAIT) == 0 && add_one(s, args[0], POLL_IN);
   case __NR_recvmsg:
      return (args[2] & DONT_WAIT) == 0 && add_one(s, args[0], POLL_IN);
   case __NR_write: case __NR_writev:
      return add_one(s, args[0], POLL_OUT);
   case __NR_sendto:
      return (args[3] & DONT_WAIT) == 0 && add_one(s, args[0], POLL_OUT);
   case __NR_sendmsg:
      return (args[2] & DONT_WAIT) == 0 && add_one(s, args[0], POLL_OUT);
   case __NR_io_uring_enter:
      return add_ring(s, args);
   case __NR_poll:
      *argument = 2;
      *deadline = after_ms(now, args[2]);
      return add_polled(s, args[0], args[1]);
   case __NR_ppoll:
      *argument = 2;
      *value = (UWord)&no_time;
      *deadline = clocks_after(now, (const struct vki_timespec *)args[2]);
      return add_polled(s, args[0], args[1]);
   case __NR_select:
      *argument = 4;
      *value = (UWord)&no_time;
      *deadline = after_timeval(now, args[4]);
      return add_selected(s, args);
   case __NR_pselect6:
      *argument = 4;
      *value = (UWord)&no_time;
      *deadline = clocks_after(now, (const struct vki_timespec *)args[4]);
      return add_selected(s, args);
   case __NR_epoll_wait: case __NR_epoll_pwait:
      *argument = 3;
      *deadline = after_ms(now, args[3]);
      add(s, args[0], POLL_IN);
      return True;
   default:
      return False;
   }
}

static Bool is_ready(const PollSet *s)
{
   return s->count > 0 && syscall_poll(s->list, s->count, 0) != 0;
}

Bool poll_sets_is_ready(ThreadId tid)
{
   const PollSet *s = &sets[tid];

   return is_ready(s)
          || (s->single
              && (syscall_file_flags(s->list[0].fd) & VKI_O_NONBLOCK) != 0);
}

void poll_sets_wait(ThreadId tid)
{
   sets[tid].waits = sets[tid].count > 0;
   waiting += sets[tid].waits;
}

void poll_sets_end_wait(ThreadId tid)
{
   waiting -= sets[tid].waits;
   sets[tid].waits = False;
}

ThreadId poll_sets_first(void)
{
   if (waiting == 0)
      return VG_INVALID_THREADID;
   for (ThreadId t = 1; t < VG_N_THREADS; t++)
      if (sets[t].waits && schedule_state_of(t) == SCHEDULE_BLOCKED)
         return t;
   return VG_INVALID_THREADID;
}

void poll_sets_check(UInt by)
{
   if (waiting == 0)
      return;
   for (ThreadId t = 1; t < VG_N_THREADS; t++) {
      if (!sets[t].waits || schedule_state_of(t) != SCHEDULE_BLOCKED
          || !is_ready(&sets[t]))
         continue;
      if (by == SCHEDULE_NO_THREAD)
         schedule_interrupt(t, SCHEDULE_NO_THREAD);
      else
         schedule_wake(by, t);
   }
}
