/* What the target of a call is: a routine, or a stub of a procedure linkage
   table, or generated code.

   Valgrind's answer is slow, and valid until code is unmapped.  So the answers
   are kept in a hash table of all targets, with a direct-mapped cache in front
   of it.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef CALL_TARGETS_H
#define CALL_TARGETS_H

#include "symbols/routines.h"

typedef struct {
   Addr target;
   Routine *routine;     /* NULL: a PLT stub, or generated code */
} CallTarget;

enum { CALL_TARGETS_CACHED = 4096 };
extern CallTarget call_targets_cache[CALL_TARGETS_CACHED];

static inline CallTarget *call_targets_place(Addr target)
{
   return &call_targets_cache[(target ^ (target >> 12))
                              % CALL_TARGETS_CACHED];
}

/* Find out what the target is, and put it into the cache. */
Routine *call_targets_find(Addr target);

/* Return the routine that a call to `target` activates; NULL: a PLT stub,
   or generated code, which names itself when it is executed. */
static inline Routine *call_targets_routine(Addr target)
{
   const CallTarget *t = call_targets_place(target);

   return LIKELY(t->target == target) ? t->routine : call_targets_find(target);
}

/* Code was unmapped: forget all targets. */
void call_targets_discard(void);

#endif
