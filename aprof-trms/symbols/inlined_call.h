/* Selected inlined calls, and which of them lie in each other
   (symbols/inlined.h).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SYMBOLS_INLINED_CALL_H
#define SYMBOLS_INLINED_CALL_H

#include "symbols/routine.h"

typedef struct _InlinedCall InlinedCall;

/* A selected inlined call. */
struct _InlinedCall {
   const InlinedCall *parent;   /* the selected call it lies in; NULL: it lies
                                   in its host alone */
   UInt depth;                  /* number of selected calls around it, plus 1 */
   Routine *host;
   Routine *routine;            /* what its activations are recorded as */
   UInt level;                  /* number of inlined calls it lies in, selected
                                   or not, plus 1 */
   UInt line, column;           /* of the call, in the source of the routine
                                   that calls; 0: not known */
};

/* Does `inner` lie in `outer`, or are they the same?  NULL is the host. */
static inline Bool inlined_is_in(const InlinedCall *inner,
                                 const InlinedCall *outer)
{
   UInt depth = outer == NULL ? 0 : outer->depth;

   while (inner != NULL && inner->depth > depth)
      inner = inner->parent;
   return inner == outer;
}

/* Return the call of that host that an activation of the routine is, or
   NULL. */
static inline const InlinedCall *inlined_of(const Routine *r,
                                            const Routine *host)
{
   return r->inlined != NULL && r->inlined->host == host ? r->inlined : NULL;
}

/* Return the call in which both lie. */
static inline const InlinedCall *inlined_common(const InlinedCall *a,
                                                const InlinedCall *b)
{
   while (!inlined_is_in(b, a))
      a = a->parent;
   return a;
}

#endif
