/* Where a thread waits, or wakes another one: the place in the program's own
   sources, by the stack.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SCHED_WAIT_SITES_H
#define SCHED_WAIT_SITES_H

#include "symbols/routines.h"

typedef struct {
   const Routine *call;       /* what the program calls to wait, such as
                                 pthread_mutex_lock; NULL: not known... */
   const CodeObject *object;  /* ...but this library; NULL: nor is that */
   const Routine *routine;    /* of the program's own sources, inlined or not:
                                 it waits; NULL: not known */
   UInt line;                 /* in its source; 0: not known */
   const Routine *caller;     /* its own caller, or the host it is inlined into;
                                 NULL: not known */
} WaitSite;

/* Return the site of a thread whose client code has stopped. */
WaitSite wait_sites_of(ThreadId tid);

static inline Bool wait_sites_equal(const WaitSite *a, const WaitSite *b)
{
   return a->call == b->call && a->object == b->object
          && a->routine == b->routine && a->line == b->line
          && a->caller == b->caller;
}

#endif
