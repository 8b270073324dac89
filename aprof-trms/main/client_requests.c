/* Client requests (include/aprof.h) and monitor commands (vgdb).

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "main/client_requests.h"
#include "base/options.h"
#include "callgraph/given_sizes.h"
#include "callgraph/record.h"
#include "callgraph/shadow_stack.h"
#include "guest/guest_fields.h"
#include "include/aprof.h"
#include "kernel/syscalls.h"
#include "main/steering.h"
#include "output/snapshot.h"
#include "sched/progress.h"
#include "sched/sched.h"
#include "sched/waiters.h"
#include "sys/client_memory.h"
#include "threads/os_threads.h"
#include "pub_tool_gdbserver.h"
#include "pub_tool_machine.h"

/* Bytes of a region's name. */
enum { LONGEST_NAME = 1000 };

static void print_help(void)
{
   VG_(gdb_printf)(
      "aprof monitor commands:\n"
      "  snapshot          write the profile as it stands now\n"
      "  status            what has been measured so far\n"
      "  start, stop       record activations that begin from now on, or none\n"
      "  toggle            start or stop, whichever changes something\n"
      "  zero              forget what has been recorded so far\n"
      "  waits             in virtual time: which thread waits for which\n");
}

static void print_status(void)
{
   VG_(gdb_printf)("%llu activation%s of %u routine%s returned, "
                   "cost %llu, %u thread%s%s\n",
                   record_activations(), record_activations() == 1 ? "" : "s",
                   routines_count(), routines_count() == 1 ? "" : "s",
                   control_total_cost(),
                   os_threads_seen(), os_threads_seen() == 1 ? "" : "s",
                   control_collecting ? "" : "; not collecting");
}

static void snapshot(void)
{
   if (snapshot_on_request())
      VG_(gdb_printf)("snapshot written\n");
   else if (snapshot_is_possible())
      VG_(gdb_printf)("no snapshot written\n");
   else
      VG_(gdb_printf)("no snapshot written: a pipe or a device gets one "
                      "profile, at the end\n");
}

/* Within a translation, where --vgdb=full can stop the program, no translation
   can be discarded. */
static void steer(Steering what, ThreadId tid, Bool within)
{
   if (within) {
      VG_(gdb_printf)("not possible here: stop the program with --vgdb=yes\n");
      return;
   }
   steering_do(what, tid);
   VG_(gdb_printf)(what == STEERING_ZERO ? "forgotten\n"
                   : control_collecting ? "collecting\n"
                   : "not collecting\n");
}

static Bool monitor_command(ThreadId tid, HChar *command)
{
   HChar copy[VG_(strlen)(command) + 1];
   HChar *save, *word;
   Bool within;

   /* With --vgdb=full the server can stop the program at any instruction. */
   within = guest_fields_are_in_use();
   guest_fields_take_cost();
   VG_(strcpy)(copy, command);
   word = VG_(strtok_r)(copy, " ", &save);
   switch (VG_(keyword_id)("help snapshot status start stop toggle zero waits",
                           word, kwd_report_duplicated_matches)) {
   case -2:
      return True;      /* ambiguous, and reported */
   case 0:
      print_help();
      return True;
   case 1:
      snapshot();
      return True;
   case 2:
      print_status();
      return True;
   case 3:
      steer(STEERING_START, tid, within);
      return True;
   case 4:
      steer(STEERING_STOP, tid, within);
      return True;
   case 5:
      steer(STEERING_TOGGLE, tid, within);
      return True;
   case 6:
      steer(STEERING_ZERO, tid, within);
      return True;
   case 7:
      waiters_print(syscalls_word_cleared_at_end);
      return True;
   default:
      return False;
   }
}

static Bool steered(Steering what, ThreadId tid, UWord *result)
{
   steering_do(what, tid);
   *result = 1;
   return True;
}

/* Requests are about the thread that makes them. */
static void activate(ThreadId tid)
{
   guest_fields_take_cost();
   control_activate(os_threads_get(tid)->current);
}

/* Return the text at this address of the program; NULL if there is none. */
static const HChar *name_at(Addr name)
{
   const HChar *text = (const HChar *)name;
   const SizeT most = client_memory_readable_part(name, LONGEST_NAME);
   SizeT length = 0;

   while (length < most && text[length] != '\0')
      length++;
   return length == 0 || length == most ? NULL : text;
}

/* Return the region whose name is at this address of the program; NULL if there
   is no name. */
static Routine *region_at(ThreadId tid, Addr name)
{
   const HChar *text = name_at(name);

   return text == NULL ? NULL : routines_region(text, VG_(get_IP)(tid));
}

static UWord begin_region(ThreadId tid, Addr name)
{
   Routine *r = region_at(tid, name);

   activate(tid);
   return r != NULL && shadow_stack_begin_region(r, VG_(get_SP)(tid));
}

static UWord end_region(ThreadId tid, Addr name)
{
   Routine *r = region_at(tid, name);

   activate(tid);
   return r != NULL && shadow_stack_end_region(r, VG_(get_SP)(tid));
}

static UWord progress(ThreadId tid, ProgressEvent event, Addr name)
{
   const HChar *text = name_at(name);

   if (text == NULL || tool_options.what_if == NULL || !sched_is_on())
      return 0;
   progress_happens(text, event, sched_time_of(tid));
   return 1;
}

static UWord counter(UWord kind, Addr name, Addr address)
{
   const HChar *text = name_at(name);

   if (text == NULL || tool_options.what_if == NULL
       || kind < PROGRESS_VISIT || kind > PROGRESS_END)
      return 0;
   progress_counter(text, kind, address);
   return 1;
}

static Bool client_request(ThreadId tid, UWord *args, UWord *result)
{
   switch (args[0]) {
   case VG_USERREQ__GDB_MONITOR_COMMAND:
      *result = monitor_command(tid, (HChar *)args[1]);
      return *result;
   case VG_USERREQ__APROF_SNAPSHOT:
      *result = snapshot_on_request();
      return True;
   case VG_USERREQ__APROF_START:
      return steered(STEERING_START, tid, result);
   case VG_USERREQ__APROF_STOP:
      return steered(STEERING_STOP, tid, result);
   case VG_USERREQ__APROF_TOGGLE:
      return steered(STEERING_TOGGLE, tid, result);
   case VG_USERREQ__APROF_ZERO:
      return steered(STEERING_ZERO, tid, result);
   case VG_USERREQ__APROF_REGION_BEGIN:
      *result = begin_region(tid, args[1]);
      return True;
   case VG_USERREQ__APROF_REGION_END:
      *result = end_region(tid, args[1]);
      return True;
   case VG_USERREQ__APROF_SIZE:
      activate(tid);
      given_sizes_give(args[1]);
      *result = 1;
      return True;
   case VG_USERREQ__APROF_PROGRESS:
      *result = progress(tid, PROGRESS_VISIT, args[1]);
      return True;
   case VG_USERREQ__APROF_BEGIN:
      *result = progress(tid, PROGRESS_BEGIN, args[1]);
      return True;
   case VG_USERREQ__APROF_END:
      *result = progress(tid, PROGRESS_END, args[1]);
      return True;
   case VG_USERREQ__APROF_COUNTER:
      *result = counter(args[1], args[2], args[3]);
      return True;
   default:
      return False;
   }
}

void client_requests_init(void)
{
   VG_(needs_client_requests)(client_request);
}
