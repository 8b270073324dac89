/* Virtual time as the program sees it: see clocks.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sched/clocks.h"
#include "base/options.h"
#include "sys/client_memory.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_vkiscnums.h"

enum { NS = 1000000000 };

/* The kernel's clocks, by number. */
enum {
   REALTIME, MONOTONIC, PROCESS_CPU, THREAD_CPU, MONOTONIC_RAW,
   REALTIME_COARSE, MONOTONIC_COARSE, BOOTTIME, CLOCKS
};

static ULong began[CLOCKS];      /* what each shows when the program begins */

void clocks_init(void)
{
   for (UInt c = 0; c < CLOCKS; c++) {
      struct vki_timespec now = { 0, 0 };
      if (c != PROCESS_CPU && c != THREAD_CPU)
         VG_(clock_gettime)(&now, c);
      began[c] = (ULong)now.tv_sec * NS + now.tv_nsec;
   }
}

ULong clocks_units(ULong nanoseconds)
{
   ULong factor = (ULong)tool_options.instr_per_ns * CLOCKS_UNITS;

   return nanoseconds > SCHEDULE_NEVER / 8 / factor
          ? SCHEDULE_NEVER / 8 : nanoseconds * factor;
}

ULong clocks_nanoseconds(ULong units)
{
   return units / ((ULong)tool_options.instr_per_ns * CLOCKS_UNITS);
}

ULong clocks_after_ns(ULong now, ULong nanoseconds)
{
   return now + clocks_units(nanoseconds);
}

static Bool read_time(const struct vki_timespec *t, ULong *nanoseconds)
{
   if (t == NULL || !client_memory_is_readable((Addr)t, sizeof *t)
       || t->tv_sec < 0 || t->tv_nsec < 0 || t->tv_nsec >= NS)
      return False;
   *nanoseconds = (ULong)t->tv_sec > ~(ULong)0 / NS - 1
                  ? ~(ULong)0 : (ULong)t->tv_sec * NS + t->tv_nsec;
   return True;
}

ULong clocks_after(ULong now, const struct vki_timespec *duration)
{
   ULong ns;

   return read_time(duration, &ns) ? clocks_after_ns(now, ns)
                                   : SCHEDULE_NEVER;
}

ULong clocks_at(UInt clock, const struct vki_timespec *time)
{
   ULong ns;

   if (!read_time(time, &ns))
      return SCHEDULE_NEVER;
   if (clock >= CLOCKS)
      clock = MONOTONIC;
   return ns <= began[clock] ? 0 : clocks_units(ns - began[clock]);
}

static ULong shown(UInt clock, ULong now, ULong cpu)
{
   return clock == PROCESS_CPU || clock == THREAD_CPU
          ? clocks_nanoseconds(cpu)
          : began[clock] + clocks_nanoseconds(now);
}

/* Can the structure be written to?  The kernel has just done so, or its address
   is NULL. */
static Bool is_there(UWord at, SizeT size)
{
   return at != 0 && client_memory_is_readable(at, size);
}

Bool clocks_after_syscall(UInt number, const UWord *args, ULong now, ULong cpu,
                          Word *result)
{
   ULong ns = shown(REALTIME, now, cpu);

   switch (number) {
   case __NR_clock_gettime:
      if (args[0] < CLOCKS && is_there(args[1], sizeof(struct vki_timespec))) {
         struct vki_timespec *t = (struct vki_timespec *)args[1];
         ns = shown(args[0], now, cpu);
         t->tv_sec = ns / NS;
         t->tv_nsec = ns % NS;
      }
      return False;
   case __NR_gettimeofday:
      if (is_there(args[0], sizeof(struct vki_timeval))) {
         struct vki_timeval *t = (struct vki_timeval *)args[0];
         t->tv_sec = ns / NS;
         t->tv_usec = ns % NS / 1000;
      }
      return False;
   case __NR_time:
      if (is_there(args[0], sizeof(Word)))
         *(Word *)args[0] = ns / NS;
      *result = ns / NS;
      return True;
   default:
      return False;
   }
}
