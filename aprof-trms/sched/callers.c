/* The routines that system calls are charged to: see callers.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sched/callers.h"
#include "sched/owners.h"
#include "symbols/internal_routines.h"
#include "pub_tool_machine.h"
#include "pub_tool_stacktrace.h"
#include "pub_tool_vkiscnums.h"

/* The callers that are looked at, as those of samples
   (command/debuginfo/callers.h). */
enum { CALLERS = 3 };

/* Does the call take no time in the kernel beside what a wake-up, a switch or
   the wait itself takes, which virtual time has constants for? */
static Bool only_waits(UInt number)
{
   return number == __NR_futex || number == __NR_nanosleep
          || number == __NR_clock_nanosleep || number == __NR_sched_yield;
}

Addr callers_charged(ThreadId tid, Addr insn)
{
   const Routine *host = owners_of(insn).host;
   Addr code[1 + CALLERS];
   UInt n;

   if (host == NULL || !internal_routines_has(host))
      return insn;
   n = VG_(get_StackTrace)(tid, code, 1 + CALLERS, NULL, NULL,
                           (Word)(insn - VG_(get_IP)(tid)));
   for (UInt i = 1; i < n; i++) {
      const Routine *caller = owners_of(code[i]).host;
      if (caller == NULL || caller->object != host->object)
         break;
      if (!internal_routines_has(caller))
         return code[i];
   }
   return insn;
}

void callers_count(ThreadId tid, Addr insn, UInt number)
{
   const InsnOwner owner = owners_of(callers_charged(tid, insn));
   const Routine *r = owners_routine(&owner);

   if (r == NULL)
      return;
   r->home->system_calls++;
   if (only_waits(number))
      r->home->waiting_calls++;
}
