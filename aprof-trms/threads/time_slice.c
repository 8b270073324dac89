/* How long a thread's time slice is.

   Valgrind runs the threads of a program in turn, for 100,000 superblocks
   each, which takes one or two milliseconds.  A thread that begins its time
   slice finds neither its data in the near caches, nor its stamps.  So the
   time slice of a thread that makes progress is extended to ten times the
   length.  The threads run in the same order as before; a thread that waits
   for a lock, or in a system call, is not affected.

   A thread makes progress if an activation returns that has read another amount
   than those before it: its size is none of the four that the edge keeps at hand
   (callgraph/record.h).  A thread that waits for another one in a loop reads the
   same few amounts again and again, and its time slice ends as before.

   Valgrind counts a time slice down in the guest state (the "event counter"),
   and reads the counter where client code stops, to see how many superblocks
   were executed.  The time slice is extended by setting the counter to just
   below its value when client code started: to Valgrind the thread has
   executed fewer superblocks, but never less than none.  If that value was
   small, since the time slice was about to end, or Valgrind has cut it short
   (a `pause`), then the time slice is extended by little.

   Where the user says how threads are scheduled, nothing of this happens.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "threads/time_slice.h"
#include "arch/guest_layout.h"
#include "base/core_options.h"
#include "pub_tool_machine.h"
#include "pub_tool_threadstate.h"

/* How often a time slice is extended at most. */
enum { EXTENSIONS = 9 };

UInt time_slice_extend_below;

static Bool is_on;           /* the user has not said how to schedule */
static UInt whole;           /* superblocks of a whole time slice; 0: not known
                                yet */
static UInt at_start;        /* superblocks that remained when client code
                                started */
static UChar *extensions;    /* by ThreadId: how often the time slice may still
                                be extended */

void time_slice_init(void)
{
   const HChar *scheduler = core_options_value("--fair-sched");

   is_on = scheduler != NULL && VG_(strcmp)(scheduler, "try") == 0
              && core_options_value("--scheduling-quantum") == NULL;
   extensions = VG_(calloc)("aprof.time_slice", VG_N_THREADS,
                            sizeof *extensions);
}

void time_slice_starts(ThreadId tid, UInt threads)
{
   time_slice_extend_below = 0;
   if (!is_on)
      return;
   VG_(get_shadow_regs_area)(tid, (UChar *)&at_start, 0,
                             guest_layout_event_counter(), sizeof at_start);
   /* The program's first time slice begins here. */
   if (whole == 0)
      whole = at_start;
   if (at_start == whole)
      extensions[tid] = EXTENSIONS;
   if (threads > 1 && extensions[tid] > 0)
      time_slice_extend_below = at_start / 8;
}

void time_slice_extend(UChar *guest)
{
   UInt *left = (UInt *)(guest + guest_layout_event_counter());

   if (*left >= time_slice_extend_below)
      return;
   *left = at_start - 1;
   if (--extensions[VG_(get_running_tid)()] == 0)
      time_slice_extend_below = 0;
}
