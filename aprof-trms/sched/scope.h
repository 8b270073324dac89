/* The scope of --what-if: the code in the scope that code outside is charged to.

   That is the code inside that was executed last before the call.  Code outside
   may call code inside, for example qsort its comparison; when that returns,
   the code outside belongs to its own caller again.  So where code in the scope
   is entered from outside, the tool remembers the stack pointer and the charge,
   and where code outside goes on above that stack pointer, it takes the charge
   back.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SCHED_SCOPE_H
#define SCHED_SCOPE_H

#include "base/base.h"

/* A thread begins: its charge, where no code in the scope has run. */
void scope_thread_begins(ThreadId tid);
/* Client code of a thread starts, or stops: give the thread its fields of the
   guest state, or take them. */
void scope_code_starts(ThreadId tid);
void scope_code_stops(ThreadId tid);

/* Helpers of instrumented code, which is in the scope and follows code outside
   (is_entry: the entry of a routine), or the other way round. */
void scope_enter(UChar *guest, UWord sp, UWord is_entry);
void scope_leave(UChar *guest, UWord sp);

#endif
