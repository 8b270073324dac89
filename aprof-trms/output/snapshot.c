/* When a profile is written: see output/snapshot.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "output/snapshot.h"
#include "base/core_options.h"
#include "base/filters.h"
#include "base/options.h"
#include "callgraph/control.h"
#include "guest/guest_fields.h"
#include "output/atomic_file.h"
#include "output/naming.h"
#include "output/what_if.h"
#include "output/write.h"
#include "symbols/near_names.h"
#include "symbols/routines.h"
#include "sys/oom_reserve.h"
#include "sys/pages.h"
#include "sys/syscall.h"
#include "threads/os_threads.h"
#include "pub_tool_execontext.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_options.h"

static Int first_pid;
static Bool exits;                /* the program ends by itself */
static Bool exec_failed;          /* an exec of this process */

/* The largest request for memory that Valgrind makes, at a guess: where it can
   still have that, it is not out of memory. */
enum { LARGEST_REQUEST = 64 << 20 };

void snapshot_init(void)
{
   atomic_file_init();
   oom_reserve_keep();
   /* Where memory runs out, Valgrind prints its statistics, also about
      stack traces, before it calls snapshot_if_no_memory.  Unless
      there is a stack trace, the table for them is made then, and Valgrind
      would end there. */
   VG_(make_depth_1_ExeContext_from_Addr)(0);
   prof_limit_sizes(tool_options.max_sizes);
   prof_measure_output(tool_options.output);
   first_pid = VG_(getpid)();
   write_run_begins();
   naming_init();
}

void snapshot_forked(void)
{
   naming_forked();
   write_run_begins();
   exits = False;
   exec_failed = False;
}

void snapshot_process_exits(UInt status)
{
   exits = True;
   write_exit_status(status);
}

/* The end. */

static void print_idle(const HChar *option, const HChar *glob)
{
   HChar *shown = atomic_file_printable(option, False);
   HChar *near = near_names_of(glob == NULL ? "" : glob);
   HChar *names = atomic_file_printable(near, False);

   VG_(umsg)("aprof: no routine that %s names has run%s%s%s\n", shown,
             names[0] == '\0' ? "" : " (near: ", names,
             names[0] == '\0' ? "" : ")");
   VG_(free)(names);
   VG_(free)(near);
   VG_(free)(shown);
}

static void print_summary(const write_summary *s)
{
   HChar *shown = atomic_file_printable(naming_name(), False);
   HChar *word = atomic_file_printable(naming_name(), True);

   VG_(umsg)("aprof: the profile is in %s\n", shown);
   VG_(umsg)("aprof: it holds %u routine%s, %llu activation%s, %llu %s, "
             "%u thread%s\n", s->routines, s->routines == 1 ? "" : "s",
             s->activations, s->activations == 1 ? "" : "s", s->cost,
             tool_options.cost == COST_BB ? "basic blocks" : "instructions",
             os_threads_seen(), os_threads_seen() == 1 ? "" : "s");
   filters_each_idle(print_idle);
   VG_(umsg)("aprof: to read it: aprof report %s\n", word);
   VG_(free)(shown);
   VG_(free)(word);
}

static Bool write_last(const HChar *state, const HChar *reason)
{
   write_summary s;

   atomic_file_print_again();
   if (!write_profile(naming_name(), state, reason, &s))
      return False;
   if (VG_(clo_verbosity) > 0 && tool_options.what_if != NULL) {
      what_if_print(naming_name());
      filters_each_idle(print_idle);
   } else if (VG_(clo_verbosity) > 0)
      print_summary(&s);
   return True;
}

/* A forked child that costs less than this does no more than prepare an
   exec. */
static const ULong STRAIGHT_TO_EXEC = 100000;

static Bool only_prepares_exec(void)
{
   return VG_(getpid)() != first_pid && !core_options_trace_children()
          && control_total_cost() < STRAIGHT_TO_EXEC;
}

Bool snapshot_at_end(void)
{
   if (exec_failed && only_prepares_exec())
      return True;
   routines_name_generated();
   return exits ? write_last("complete", "")
                : write_last("cut-short", "signal");
}

void snapshot_if_no_memory(void)
{
   if (write_is_running() || pages_available(LARGEST_REQUEST))
      return;
   guest_fields_take_cost();
   /* Where nothing has run yet, the profile of an earlier run is worth more. */
   if (control_total_cost() > 0)
      write_last("cut-short", "memory");
}

/* Exec. */

static Bool is_executable(const HChar *program)
{
   struct vg_stat st;

   return program != NULL && !sr_isError(VG_(stat)(program, &st))
          && VKI_S_ISREG(st.mode) && (st.mode & 0111) != 0;
}

/* After the exec this program can't say anything any more. */
static void print_exec(const HChar *name, Bool traced)
{
   HChar *shown = atomic_file_printable(name, False);

   VG_(umsg)("aprof: the profile up to this exec is in %s\n", shown);
   if (!traced)
      VG_(umsg)("aprof: the program that is executed now is not measured; "
                "--trace-children=yes measures it, too\n");
   VG_(free)(shown);
}

/* A search for a program tries one place after the other.  A file that is not
   there will not be executed, and the profile of the end is still to come: the
   reader of a pipe would get two. */
static Bool will_fail(const HChar *program)
{
   return atomic_file_takes_one(naming_name()) && program != NULL
          && !is_executable(program);
}

void snapshot_before_exec(const HChar *program)
{
   Bool traced = core_options_trace_children();

   naming_drop_exec();
   if (only_prepares_exec() || will_fail(program))
      return;
   /* A next image that is traced may write NAME, and so did images before this
      one. */
   const HChar *name = traced ? naming_next_exec() : naming_name();
   if (!write_profile(name, "snapshot", "exec", NULL))
      naming_drop_exec();
   else if (VG_(clo_verbosity) > 0 && is_executable(program))
      print_exec(name, traced);
   oom_reserve_keep();
}

void snapshot_exec_failed(void)
{
   exec_failed = True;
   naming_remove_exec();
}

/* Meanwhile. */

Bool snapshot_write(const HChar *reason)
{
   Bool good = write_profile(naming_name(), "snapshot", reason, NULL);

   if (good)
      naming_print_new();
   oom_reserve_keep();
   return good;
}

Bool snapshot_is_possible(void)
{
   return !atomic_file_takes_one(naming_name());
}

/* No data is missing because of that, so it is no message for -q. */
static void print_refused(void)
{
   static Bool done;

   if (done || VG_(clo_verbosity) == 0)
      return;
   done = True;
   HChar *shown = atomic_file_printable(naming_name(), False);
   VG_(umsg)("aprof: no snapshot is written to %s: it gets one profile, at the "
             "end\n", shown);
   VG_(free)(shown);
}

Bool snapshot_on_request(void)
{
   if (snapshot_is_possible())
      return snapshot_write("request");
   print_refused();
   return False;
}

void snapshot_before_filter(void)
{
   if (!atomic_file_is_special(naming_name()))
      snapshot_write("request");
}

/* The clock is read in one of this many time slices only: reading it is a
   system call, and a slice may be as short as one. */
enum { SLICES = 32 };

/* The next snapshot is due no sooner than this many times the time that the
   last one took. */
enum { REST = 100 };

void snapshot_if_due(void)
{
   static UInt slices;
   static UInt due;      /* milliseconds since the start; 0: not known yet */

   /* A filter of system calls might end the process if it opens a file. */
   if (tool_options.snapshot_every == 0 || tool_options.what_if != NULL
       || ++slices % SLICES != 0
       || syscall_is_restricted())
      return;
   UInt now = VG_(read_millisecond_timer)();
   UInt every = 1000 * tool_options.snapshot_every;
   if (due == 0)
      due = now + every;
   if ((Int)(now - due) < 0)
      return;
   /* The reader of a pipe expects one profile. */
   if (!atomic_file_is_special(naming_name()))
      snapshot_write("timer");
   UInt taken = VG_(read_millisecond_timer)() - now;
   due = now + (REST * taken > every ? REST * taken : every);
}
