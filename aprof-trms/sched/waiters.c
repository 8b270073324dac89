/* Which thread waits for which: see waiters.h.

   A futex tells no owner.  But glibc's mutexes hold the kernel's number of the
   owner behind the futex, and a thread that joins another one waits for the
   word that the kernel clears at that thread's end.  (Before glibc 2.43 this
   word holds the thread's number.)

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sched/waiters.h"
#include "sched/sched.h"
#include "sys/client_memory.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_gdbserver.h"
#include "pub_tool_threadstate.h"

enum { OWNER = 8 };           /* bytes from a mutex to its owner */

/* Return the thread whose number is at this address of the program; none:
   VG_INVALID_THREADID. */
static ThreadId thread_at(Addr address)
{
   Int number;

   if (!client_memory_is_readable(address, sizeof number))
      return VG_INVALID_THREADID;
   number = *(const Int *)address;
   for (ThreadId t = 1; number > 0 && t < VG_N_THREADS; t++)
      if (schedule_state_of(t) != SCHEDULE_ABSENT
          && sched_kernel_thread(t) == number)
         return t;
   return VG_INVALID_THREADID;
}

/* Return the thread at whose end the kernel clears this word; none:
   VG_INVALID_THREADID. */
static ThreadId thread_clearing(Addr word, WordOfThread *cleared_at_end)
{
   for (ThreadId t = 1; t < VG_N_THREADS; t++)
      if (schedule_state_of(t) != SCHEDULE_ABSENT && cleared_at_end(t) == word)
         return t;
   return VG_INVALID_THREADID;
}

static void print_futex(ThreadId t, Addr futex, WordOfThread *cleared_at_end)
{
   const ThreadId joined = thread_clearing(futex, cleared_at_end),
                  owner = thread_at(futex + OWNER);
   const HChar *name;
   PtrdiffT offset;

   if (joined != VG_INVALID_THREADID) {
      VG_(gdb_printf)("thread %u waits for the end of thread %u\n", t, joined);
      return;
   }
   VG_(gdb_printf)("thread %u waits for ", t);
   if (VG_(get_datasym_and_offset)(VG_(current_DiEpoch)(), futex, &name,
                                   &offset))
      VG_(gdb_printf)(offset == 0 ? "'%s'" : "'%s'+%ld", name, (Word)offset);
   else
      VG_(gdb_printf)("the futex at 0x%lx", futex);
   if (owner != VG_INVALID_THREADID)
      VG_(gdb_printf)(", which thread %u has locked", owner);
   VG_(gdb_printf)("\n");
}

static void print_thread(ThreadId t, WordOfThread *cleared_at_end)
{
   Addr futex;

   switch (schedule_state_of(t)) {
   case SCHEDULE_BLOCKED:
      switch (sched_wait_of(t, &futex)) {
      case WAIT_FUTEX:
         print_futex(t, futex, cleared_at_end);
         break;
      case WAIT_FILES:
         VG_(gdb_printf)("thread %u waits for file descriptors\n", t);
         break;
      default:
         VG_(gdb_printf)("thread %u sleeps\n", t);
         break;
      }
      break;
   case SCHEDULE_READY:
      VG_(gdb_printf)("thread %u can run\n", t);
      break;
   case SCHEDULE_QUEUED:
      VG_(gdb_printf)("thread %u waits for a core\n", t);
      break;
   case SCHEDULE_OUTSIDE:
      VG_(gdb_printf)("thread %u waits for something outside of the program, "
                      "or for a call such as wait4\n", t);
      break;
   case SCHEDULE_ABSENT:
      break;
   }
}

void waiters_print(WordOfThread *cleared_at_end)
{
   if (!sched_is_on()) {
      VG_(gdb_printf)("only with --sched=virtual or --what-if\n");
      return;
   }
   for (ThreadId t = 1; t < VG_N_THREADS; t++)
      print_thread(t, cleared_at_end);
}
