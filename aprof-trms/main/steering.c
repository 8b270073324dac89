/* Start, stop and zero of collecting, while the program runs.

   While nothing is collected, the code is translated without events, so that it
   is as fast as under --tool=none.  The shadow stacks get out of date then, and
   the engine misses accesses.  That changes no size that is recorded later:

   - An activation is recorded only if all of it is collected.  Activations that
     are pending at a stop or a start are treated as those that a child has
     inherited over a fork: they end unrecorded, by the stack pointer, and are
     no callers.
   - The first read of a cell in an activation is counted if the latest access
     that the engine knows is older than the activation.  An access that it has
     missed is older as well, and all accesses since the activation began are
     known.  So trms, rms and ext are exact.
   - Whether the first read is induced by another thread depends on the latest
     write, which may be missed: it counts as a plain first read then.  Writes
     of the kernel are always known.

   The totals of the program are those of the time that is collected.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "main/steering.h"
#include "base/options.h"
#include "callgraph/allocations.h"
#include "callgraph/fills.h"
#include "callgraph/record.h"
#include "callgraph/shadow_stack.h"
#include "callgraph/zones.h"
#include "guest/guest_fields.h"
#include "instrument/retranslate.h"
#include "threads/os_threads.h"
#include "threads/threads.h"
#include "pub_tool_machine.h"
#include "pub_tool_threadstate.h"

void steering_init(void)
{
   control_collecting = tool_options.collects_at_start;
}

static void stop(void)
{
   threads_drop_pending(&control_ended);
   control_collecting = False;
   retranslate_all();
}

static void start(ThreadId tid)
{
   if (tid != VG_INVALID_THREADID)
      control_activate(os_threads_get(tid)->current);
   if (tid != VG_INVALID_THREADID && control_depth(control_current) > 0)
      shadow_stack_stand_in(VG_(get_IP)(tid), VG_(get_SP)(tid));
   threads_drop_pending(NULL);
   control_collecting = True;
   retranslate_all();
}

static void zero(void)
{
   record_forget_all();
   fills_forget();
   zones_forget();
   allocations_forget();
   VG_(memset)(&control_ended, 0, sizeof control_ended);
   threads_drop_pending(NULL);
}

void steering_do(Steering what, ThreadId tid)
{
   guest_fields_take_cost();
   if (what == STEERING_TOGGLE)
      what = control_collecting ? STEERING_STOP : STEERING_START;
   if (what == STEERING_ZERO)
      zero();
   else if (what == STEERING_STOP && control_collecting)
      stop();
   else if (what == STEERING_START && !control_collecting)
      start(tid);
}
