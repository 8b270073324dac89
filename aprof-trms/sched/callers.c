/* The routines whose instructions make system calls: see callers.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sched/callers.h"
#include "sched/owners.h"
#include "pub_tool_vkiscnums.h"

/* Does the call take no time in the kernel beside what a wake-up, a switch or
   the wait itself takes, which virtual time has constants for? */
static Bool only_waits(UInt number)
{
   return number == __NR_futex || number == __NR_nanosleep
          || number == __NR_clock_nanosleep || number == __NR_sched_yield;
}

void callers_count(Addr insn, UInt number)
{
   const InsnOwner owner = owners_of(insn);
   const Routine *r = owners_routine(&owner);

   if (r == NULL)
      return;
   r->home->system_calls++;
   if (only_waits(number))
      r->home->waiting_calls++;
}
