/* How long a thread keeps its turn.

   The threads of a program run by turns of 100,000 superblocks, one or two
   milliseconds.  Whose turn comes finds nothing in the near caches: neither
   what it works with, nor its stamps of that.  So a thread that gets on keeps
   its turn for ten times as long.  Turns come in the same order; what waits for
   a lock, or in a system call, is not concerned.

   A thread gets on where an activation returns that has read another amount
   than the one before it.  One that waits for another in a loop reads the same
   again and again, and its turn ends as ever.

   Valgrind counts a turn down in the guest state ("event counter") and looks at
   it where client code stops, to see how many superblocks it has executed.
   Here it is set back to just below what it was when client code started: to
   Valgrind the thread has executed fewer, never less than none.  Where that was
   little, since the turn was about to end or Valgrind has cut it short (a
   `pause`), little is added.

   Where the user says how threads are to take turns, that holds.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "threads/time_slice.h"
#include "arch/guest_layout.h"
#include "base/core_options.h"
#include "pub_tool_machine.h"
#include "pub_tool_threadstate.h"

/* How often a turn is prolonged. */
enum { MORE = 9 };

UInt ap_turn_late;

static Bool are_ours;        /* turns, as opposed to the user's */
static UInt whole;           /* turn, as Valgrind has it; 0: not seen yet */
static UInt at_start;        /* of client code: what was left of it */
static UChar *more;          /* by ThreadId: how often it may still be */

void ap_turns_init(void)
{
   const HChar *scheduler = ap_valgrind_option("--fair-sched");

   are_ours = scheduler != NULL && VG_(strcmp)(scheduler, "try") == 0
              && ap_valgrind_option("--scheduling-quantum") == NULL;
   more = VG_(calloc)("aprof.turns", VG_N_THREADS, sizeof *more);
}

void ap_turn_goes_on(ThreadId tid, UInt threads)
{
   ap_turn_late = 0;
   if (!are_ours)
      return;
   VG_(get_shadow_regs_area)(tid, (UChar *)&at_start, 0,
                             ap_arch_event_counter(), sizeof at_start);
   /* The program's very first turn begins here. */
   if (whole == 0)
      whole = at_start;
   if (at_start == whole)
      more[tid] = MORE;
   if (threads > 1 && more[tid] > 0)
      ap_turn_late = at_start / 8;
}

void ap_turn_prolong(UChar *guest)
{
   UInt *left = (UInt *)(guest + ap_arch_event_counter());

   if (*left >= ap_turn_late)
      return;
   *left = at_start - 1;
   if (--more[VG_(get_running_tid)()] == 0)
      ap_turn_late = 0;
}
