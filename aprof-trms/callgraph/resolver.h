/* Calls that the lazy resolver makes.

   Mostly the resolver looks up a routine and jumps to it: from PLT0 to that
   jump nothing is measured.  But for an audit library that wants to know of
   returns (la_pltexit) it calls the routine, and goes on when that has
   returned.  The routine is measured, what the resolver does before and after
   it is not.

   The code that PLT0 jumps to calls its own routines directly; the resolved one
   by an indirect call.  Routines that it has called make indirect calls, too,
   of the audit library: they have not returned then.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef RESOLVER_H
#define RESOLVER_H

#include "callgraph/control.h"

/* A thread in the resolver has called a routine (NULL: a stub); `sp` is the
   stack pointer after the call.  Return True if that is the resolved routine:
   then the thread is not in the resolver any more.  False: it is not, and the
   thread may have left the resolver because this can't be a look-up. */
Bool resolver_calls(Control *c, Addr sp, const Routine *callee);

/* A thread in the resolver has returned; `sp` is the stack pointer after
   that. */
void resolver_returns(Control *c, Addr sp);

/* The head of a PLT at this address is translated: the code that it jumps to
   becomes known. */
void resolver_see_head(Addr head);

/* Does the resolver go on at this address after a call of the resolved
   routine?  Not known where the dynamic linker has no symbols: then what it
   does after the call is measured. */
Bool resolver_goes_on_at(Addr code);

/* A thread is there, with this stack pointer.  Return True if it had called the
   resolved routine: then it is in the resolver again. */
Bool resolver_goes_on(Control *c, Addr sp);

#endif
