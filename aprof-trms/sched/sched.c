/* Virtual time: see sched.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sched/sched.h"
#include "base/options.h"
#include "guest/guest_fields.h"
#include "sched/baton.h"
#include "sched/callers.h"
#include "sched/clocks.h"
#include "sched/critical_path.h"
#include "sched/futexes.h"
#include "sched/handovers.h"
#include "sched/outside_calls.h"
#include "sched/parts.h"
#include "sched/poll_sets.h"
#include "sched/scope.h"
#include "sched/selection.h"
#include "sched/spins.h"
#include "sched/weights.h"
#include "sys/client_memory.h"
#include "sys/syscall.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_machine.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_vkiscnums.h"

/* In instructions. */
enum { YIELD = 2000 };

/* The error of a futex wait whose time is over, which Valgrind lacks. */
enum { TIMED_OUT = 110 };

/* More time than a program uses. */
#define NO_LIMIT ((Long)1 << 62)

typedef struct {
   WaitKind wait;             /* what the call that it is about to make waits
                                 for, or has waited for */
   ULong deadline;            /* of that call */
   Addr futex;                /* that it waits for */
   Int kernel_thread;         /* its number there; 0: not known yet */
   ULong used;                /* the time that it has run */
   double growth;             /* of the routine that makes its call; 0: not
                                 looked up */
   /* An argument that is replaced while the call is made. */
   Bool replaces;
   UInt argument;
   UWord value;
   SyscallState call;         /* the registers before that */
} Thread;

static Thread *threads;       /* by ThreadId; NULL: no virtual time */
static Bool is_on;
static ThreadId running;      /* the thread whose client code runs */
static ULong due;             /* the clock at which its time_left is 0 */
static UInt cores, children;
static ULong used, waits, ended_calls;
static ThreadId last;

/* A thread has sent a signal.  Until it is delivered, no thread runs, so
   that it is delivered at the same virtual time in each run; unless that takes
   long, as if the signal is blocked. */
static Bool signal_awaited;
static UInt signal_sent;      /* when, in milliseconds */
static ThreadId signal_sender;

/* The word that the kernel clears when a thread that has ended is gone.  Until
   then no other thread runs: what a thread sees that waits for the end would
   depend on how fast the kernel is. */
static Addr to_be_cleared;

/* Another thread determines the time of this one. */
static void raised(UInt thread, UInt by)
{
   critical_path_raised(thread, by);
   handovers_raised(thread, by);
}

void sched_init(void)
{
   if (!tool_options.virtual_time)
      return;
   cores = tool_options.cores > 0 ? tool_options.cores
                                  : syscall_processors();
   const schedule_options options = {
      .cores = cores,
      .quantum = (ULong)tool_options.quantum * CLOCKS_UNITS,
      .slice = clocks_units((ULong)tool_options.slice * 1000),
      .wake_cost = (ULong)tool_options.wake_cost * CLOCKS_UNITS,
      .wake_latency = (ULong)tool_options.wake_latency * CLOCKS_UNITS,
      .switch_cost = (ULong)tool_options.switch_cost * CLOCKS_UNITS,
      .raised = tool_options.what_if != NULL ? raised : NULL,
      .woken = handovers_woken
   };
   threads = VG_(calloc)("aprof.sched.threads", VG_N_THREADS, sizeof *threads);
   schedule_init(&options, VG_N_THREADS);
   clocks_init();
   poll_sets_init();
   baton_init();
   handovers_init();
   spins_init();
   selection_init();
   parts_init();
   is_on = True;
}

/* The running thread has used time: bring the schedule up to date. */
static void take_time(ThreadId tid, Long time_left)
{
   ULong clock = due - time_left, before = schedule_clock(tid);

   threads[tid].used += clock - before;
   used += clock - before;
   schedule_advance(tid, clock);
   if (tool_options.what_if != NULL) {
      critical_path_flush(tid);
      spins_ran(tid, raised);
   }
}

/* Give the thread, which is about to run, its time: what the schedule allows if
   it holds the baton, else none. */
static Long give_time(ThreadId tid)
{
   ULong clock = schedule_clock(tid);

   due = baton_is_held_by(tid) ? schedule_limit(tid) : clock - 1;
   return due - clock;
}

void sched_thread_created(ThreadId parent, ThreadId child)
{
   if (!is_on)
      return;
   VG_(memset)(&threads[child], 0, sizeof threads[child]);
   critical_path_begin(child);
   scope_thread_begins(child);
   spins_begin(child);
   handovers_begin(child, parent == VG_INVALID_THREADID
                          ? 0 : schedule_clock(parent));
   schedule_add(child, parent == VG_INVALID_THREADID ? SCHEDULE_NO_THREAD
                                                     : parent);
}

void sched_thread_exits(ThreadId tid, Addr cleared)
{
   Bool passes;

   if (!is_on || schedule_state_of(tid) == SCHEDULE_ABSENT)
      return;
   passes = baton_is_held_by(tid);
   if (cleared != 0 && schedule_state_of(tid) == SCHEDULE_READY)
      schedule_wake_key(tid, cleared, ~0u, 1);
   to_be_cleared = cleared;
   poll_sets_end_wait(tid);
   last = tid;
   handovers_end(tid);
   spins_interrupt(tid);
   schedule_remove(tid);
   if (passes)
      baton_pass(tid, False);
}

static void await_cleared(void)
{
   enum { PATIENCE = 100000 };

   if (to_be_cleared == 0)
      return;
   for (UInt i = 0; i < PATIENCE
        && client_memory_is_readable(to_be_cleared, sizeof(Int))
        && *(volatile Int *)to_be_cleared != 0; i++)
      syscall_yield();
   to_be_cleared = 0;
}

static Bool waits_for_signal(void)
{
   enum { PATIENCE = 100 };

   if (signal_awaited
       && VG_(read_millisecond_timer)() - signal_sent > PATIENCE)
      signal_awaited = False;
   return signal_awaited;
}

void sched_code_starts(ThreadId tid)
{
   Long left = NO_LIMIT;

   if (threads == NULL)
      return;
   running = tid;
   if (threads[tid].kernel_thread == 0)
      threads[tid].kernel_thread = VG_(gettid)();
   scope_code_starts(tid);
   if (is_on && !baton_is_parked(tid)) {
      handovers_code_starts(tid);
      await_cleared();
      if (schedule_state_of(tid) == SCHEDULE_OUTSIDE)
         schedule_come_back(tid, SCHEDULE_NO_THREAD);
      if (baton_is_free())
         baton_pass(tid, False);
      left = waits_for_signal() ? -1 : give_time(tid);
      if (left < 0)
         due = schedule_clock(tid) - 1;
   } else
      due = (is_on ? schedule_clock(tid) : 0) + left;
   VG_(set_shadow_regs_area)(tid, 1, GUEST_FIELD(time_left), sizeof left,
                             (UChar *)&left);
}

/* Replace an argument of the call that the thread is about to make. */
static void replace_argument(ThreadId tid)
{
   Thread *t = &threads[tid];
   SyscallState call;

   syscall_state_get(tid, &t->call);
   call = t->call;
   call.args[t->argument] = t->value;
   syscall_state_put(tid, &call);
}

void sched_code_stops(ThreadId tid)
{
   Long left;

   scope_code_stops(tid);
   if (!is_on)
      return;
   VG_(get_shadow_regs_area)(tid, (UChar *)&left, 1, GUEST_FIELD(time_left),
                             sizeof left);
   take_time(tid, left);
   last = tid;
   running = VG_INVALID_THREADID;
   if (threads[tid].replaces)
      replace_argument(tid);
   handovers_code_stops(tid);
   baton_code_stops(tid);
}

static void park(ThreadId tid, GuestFields *g)
{
   baton_park(tid);
   due = schedule_clock(tid) - 1;
   g->time_left = -1;
}

/* If another thread is to run, then park. */
static void pass(ThreadId tid, GuestFields *g)
{
   if (waits_for_signal()) {
      park(tid, g);
      return;
   }
   if (baton_is_held_by(tid) || baton_is_free() || baton_reclaim())
      baton_pass(tid, True);
   if (baton_is_held_by(tid))
      g->time_left = give_time(tid);
   else
      park(tid, g);
}

void sched_time_is_over(UChar *guest)
{
   GuestFields *g = guest_fields_in(guest);

   if (!is_on) {
      g->time_left = NO_LIMIT;
      return;
   }
   take_time(running, g->time_left);
   spins_time_is_over(running, guest);
   pass(running, g);
}

/* A run that stands for more data (--growth) makes its calls as often as with
   the data of now, and each stands for as many as its routine's work grows. */
static void look_up_growth(ThreadId tid, Addr insn)
{
   InsnOwner owner;

   if (!weights_grow())
      return;
   owner = owners_of(insn);
   threads[tid].growth = weights_growth_of(&owner);
   schedule_set_growth(tid, threads[tid].growth);
}

static ULong grown(ThreadId tid, ULong time)
{
   double growth = threads[tid].growth;

   return growth == 0 ? time : (ULong)((double)time * growth + 0.5);
}

static ULong grown_deadline(ThreadId tid, ULong now, ULong deadline)
{
   return deadline == SCHEDULE_NEVER || deadline <= now
          ? deadline : now + grown(tid, deadline - now);
}

/* The thread waits until the schedule says that it may go on. */
static void block(ThreadId tid, GuestFields *g, WaitKind kind, ULong key,
                  UInt mask)
{
   threads[tid].wait = kind;
   threads[tid].futex = key;
   waits += grown(tid, 1);
   handovers_wait(tid, kind, key);
   schedule_block(tid, key, mask, threads[tid].deadline);
   if (kind == WAIT_FILES)
      poll_sets_wait(tid);
   baton_pass(tid, True);
   park(tid, g);
}

/* Clock of a clock_nanosleep whose time is absolute. */
enum { ABSOLUTE = 1 };

static Bool sleeps(const SyscallState *call, ULong now, ULong *deadline)
{
   const struct vki_timespec *time;

   switch (call->number) {
   case __NR_nanosleep:
      *deadline = clocks_after(now, (const struct vki_timespec *)call->args[0]);
      break;
   case __NR_clock_nanosleep:
      time = (const struct vki_timespec *)call->args[2];
      *deadline = call->args[1] & ABSOLUTE ? clocks_at(call->args[0], time)
                                           : clocks_after(now, time);
      break;
   default:
      return False;
   }
   return *deadline != SCHEDULE_NEVER;
}

/* The thread may wait for file descriptors.  A thread that has waited already
   comes here again, and the call is made if one is ready, or if the time is
   over: then without waiting. */
static void wait_for_files(ThreadId tid, GuestFields *g,
                           const SyscallState *call, Bool again)
{
   Thread *t = &threads[tid];
   ULong deadline;

   poll_sets_end_wait(tid);
   t->wait = WAIT_NONE;
   if (!poll_sets_describe(tid, call, schedule_clock(tid), &deadline,
                           &t->argument, &t->value)
       || poll_sets_is_ready(tid))
      return;
   if (!again)
      t->deadline = grown_deadline(tid, schedule_clock(tid), deadline);
   if (t->deadline <= schedule_clock(tid))
      t->replaces = True;
   else
      block(tid, g, WAIT_FILES, 0, 0);
}

/* The kernel works for the thread, which is time of its processor. */
static void work_in_kernel(ThreadId tid, ULong time)
{
   threads[tid].used += time;
   used += time;
   schedule_advance(tid, schedule_clock(tid) + time);
}

/* The call's number and arguments say whether it waits.  A futex call takes no
   time beside the wait: what it costs to wake a thread is known
   (--wake-cost, --switch-cost). */
static void begin_wait(ThreadId tid, GuestFields *g, const SyscallState *call,
                       Addr insn)
{
   Thread *t = &threads[tid];
   ULong now = schedule_clock(tid);
   UInt mask;

   if (call->number == __NR_futex) {
      if (futexes_waits(call->args, now, &mask, &t->deadline)) {
         t->deadline = grown_deadline(tid, now, t->deadline);
         block(tid, g, WAIT_FUTEX, call->args[0], mask);
      }
   } else if (sleeps(call, now, &t->deadline)) {
      t->deadline = grown_deadline(tid, now, t->deadline);
      block(tid, g, WAIT_SLEEP, 0, 0);
   } else if (call->number == __NR_sched_yield)
      schedule_advance(tid, now + grown(tid, (ULong)YIELD * CLOCKS_UNITS));
   else {
      if (!syscall_needs_no_kernel(call->number))
         work_in_kernel(tid, grown(tid, weights_of_call(tid, insn)));
      wait_for_files(tid, g, call, False);
   }
}

void sched_at_syscall(UChar *guest, UWord insn)
{
   GuestFields *g = guest_fields_in(guest);
   ThreadId tid = running;
   SyscallState call;

   baton_saw_syscall(insn);
   if (!is_on || baton_is_parked(tid))
      return;
   take_time(tid, g->time_left);
   syscall_state_of(guest, &call);
   if (call.number != __NR_sched_yield)
      spins_interrupt(tid);
   look_up_growth(tid, insn);
   if (schedule_state_of(tid) == SCHEDULE_READY && baton_is_held_by(tid)) {
      due = schedule_clock(tid);
      g->time_left = 0;
      if (threads[tid].wait == WAIT_FUTEX || threads[tid].wait == WAIT_SLEEP) {
         park(tid, g);       /* the wait is over already */
         return;
      }
      if (threads[tid].wait == WAIT_FILES)
         wait_for_files(tid, g, &call, True);
      else
         begin_wait(tid, g, &call, insn);
      if (g->time_left >= 0)
         due = schedule_clock(tid);
   } else
      pass(tid, g);
}

ULong sched_time_stamp(ULong time_left)
{
   return (due - time_left) / CLOCKS_UNITS;
}

ULong sched_time(Long time_left)
{
   return due - time_left;
}

ULong sched_time_of(ThreadId tid)
{
   return is_on ? schedule_clock(tid) : 0;
}

/* A call that has waited in virtual time is over: go on behind it. */
static void end_call(ThreadId tid, Word result)
{
   SyscallState s;

   threads[tid].wait = WAIT_NONE;
   syscall_state_get(tid, &s);
   callers_count(tid, s.ip, s.number);
   s.number = result;
   s.ip += SYSCALL_LENGTH;
   syscall_state_put(tid, &s);
   ended_calls++;
}

/* A parked thread runs again. */
static void resume(ThreadId tid)
{
   const Thread *t = &threads[tid];

   if (schedule_state_of(tid) == SCHEDULE_BLOCKED)
      return;
   if (t->wait == WAIT_SLEEP)
      end_call(tid, 0);
   else if (t->wait == WAIT_FUTEX)
      end_call(tid, schedule_timed_out(tid) ? -TIMED_OUT : 0);
}

/* Sleeps, and waits with a timeout, end when a handler has run; other calls are
   made again. */
static Bool ends_by_signal(const Thread *t)
{
   return t->wait == WAIT_SLEEP || t->deadline != SCHEDULE_NEVER;
}

/* Return the thread whose signal is delivered now to another one, else
   SCHEDULE_NO_THREAD: then it is from outside, or has taken long. */
static UInt deliver_signal(ThreadId tid)
{
   const Bool known = signal_awaited && signal_sender != tid;

   signal_awaited = False;
   return known ? signal_sender : SCHEDULE_NO_THREAD;
}

void sched_signal(ThreadId tid)
{
   Thread *t = &threads[tid];
   UInt by;

   if (!is_on)
      return;
   by = deliver_signal(tid);
   spins_interrupt(tid);
   if (baton_unpark(tid))
      resume(tid);
   if (schedule_state_of(tid) == SCHEDULE_OUTSIDE)
      schedule_come_back(tid, by);
   poll_sets_end_wait(tid);
   if (schedule_state_of(tid) == SCHEDULE_BLOCKED) {
      schedule_interrupt(tid, by);
      if (ends_by_signal(t))
         end_call(tid, -VKI_EINTR);
   }
   /* The handler's own calls are others. */
   t->wait = WAIT_NONE;
}

/* Does the call send a signal to this process? */
static Bool sends_signal(UInt number, const UWord *args)
{
   switch (number) {
   case __NR_tgkill: case __NR_rt_tgsigqueueinfo:
      return (Int)args[0] == VG_(getpid)() && args[2] != 0;
   case __NR_kill: case __NR_rt_sigqueueinfo:
      return (Int)args[0] == VG_(getpid)() && args[1] != 0;
   case __NR_tkill:
      return args[1] != 0;
   default:
      return False;
   }
}

Bool sched_before_syscall(ThreadId tid, UInt number, const UWord *args)
{
   if (!is_on)
      return False;
   if (baton_is_parked(tid))
      return True;
   if (number == __NR_futex)
      futexes_before_wake(tid, args);
   if (sends_signal(number, args)) {
      signal_awaited = True;
      signal_sent = VG_(read_millisecond_timer)();
      signal_sender = tid;
   }
   if (number == __NR_connect && baton_is_held_by(tid))
      baton_lend(tid);
   if (outside_calls_may_wait(number, args)
       && schedule_state_of(tid) == SCHEDULE_READY) {
      schedule_leave(tid);
      if (baton_is_held_by(tid))
         baton_pass(tid, False);
   }
   return False;
}

static void after_futex(ThreadId tid, const UWord *args, SysRes result)
{
   UInt woken;

   if (sr_isError(result) || schedule_state_of(tid) != SCHEDULE_READY)
      return;
   woken = futexes_wake(tid, args);
   if (woken > 0)
      syscall_state_put_result(tid, sr_Res(result) + woken);
}

/* Has a signal ended the call?  Then its handler is next, in sched_signal, which
   some of Valgrind's versions call before the end of the call, and others behind
   it. */
static Bool is_interrupted(SysRes result)
{
   return sr_isError(result) && sr_Err(result) == VKI_EINTR;
}

/* A call that may have waited for a signal is over, without a handler: only
   sigwait and its like tell that they have. */
static void come_back(ThreadId tid, UInt number, Bool is_error)
{
   const UInt by = deliver_signal(tid);
   const ULong begun = schedule_clock(tid);

   schedule_come_back(tid, number == __NR_rt_sigtimedwait && !is_error
                           ? by : SCHEDULE_NO_THREAD);
   if (schedule_clock(tid) > begun)
      outside_calls_waited(number);
}

Bool sched_after_syscall(ThreadId tid, UInt number, const UWord *args,
                         SysRes result)
{
   Word shown;

   if (!is_on)
      return False;
   if (baton_unpark(tid)) {
      resume(tid);
      return True;
   }
   baton_is_back(tid);
   if (threads[tid].replaces) {
      SyscallState now;
      threads[tid].replaces = False;
      syscall_state_get(tid, &now);
      now.args[threads[tid].argument] =
         threads[tid].call.args[threads[tid].argument];
      syscall_state_put(tid, &now);
   }
   if (schedule_state_of(tid) == SCHEDULE_OUTSIDE) {
      if (!is_interrupted(result))
         come_back(tid, number, sr_isError(result));
   } else if (number == __NR_futex)
      after_futex(tid, args, result);
   else if (schedule_state_of(tid) == SCHEDULE_READY)
      poll_sets_check(tid);
   if (clocks_after_syscall(number, args, schedule_clock(tid),
                            threads[tid].used, &shown))
      syscall_state_put_result(tid, shown);
   return False;
}

WaitKind sched_wait_of(ThreadId tid, Addr *futex)
{
   *futex = threads[tid].wait == WAIT_FUTEX ? threads[tid].futex : 0;
   return threads[tid].wait;
}

Int sched_kernel_thread(ThreadId tid)
{
   return threads[tid].kernel_thread;
}

void sched_forked_child(void)
{
   is_on = False;
}

void sched_forked_parent(void)
{
   children++;
}

UInt sched_children(void)
{
   return children;
}

Bool sched_is_on(void)
{
   return is_on;
}

UInt sched_cores(void)
{
   return cores;
}

ULong sched_clock(void)
{
   return last == VG_INVALID_THREADID ? 0 : schedule_clock(last);
}

ThreadId sched_last_thread(void)
{
   return last;
}

ULong sched_waits(void)
{
   return waits;
}

ULong sched_ended_calls(void)
{
   return ended_calls;
}
