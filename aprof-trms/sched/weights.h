/* How long an instruction takes.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SCHED_WEIGHTS_H
#define SCHED_WEIGHTS_H

#include "sched/owners.h"

/* Read the files of --weights and --growth, if there are any.  Return NULL, or
   a text that says what is wrong: the caller frees it. */
HChar *weights_read(void);

/* Return the time that an instruction takes, in units (clocks.h): by what the
   files say of the routine that is inlined there, or else of those around
   it. */
ULong weights_of(const InsnOwner *o);

/* Return the factor that --growth has for the code; 1 if it has none. */
double weights_growth_of(const InsnOwner *o);
/* Does --growth name the routine that the code is charged to? */
Bool weights_grows_itself(const InsnOwner *o);
/* Is there a file of growth? */
Bool weights_grow(void);

/* Return the time that a system call takes which the thread makes by the
   instruction, in units: by the line of the file whose object is "[kernel]" and
   whose routine is the one that the call is charged to (callers.h), or else
   "(all)"; 0 if there is none. */
ULong weights_of_call(ThreadId tid, Addr insn);

/* Do --weights or --growth name a routine, or does --what-if look at them, so
   that routines differ? */
Bool weights_differ(void);

#endif
