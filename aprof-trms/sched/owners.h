/* Which code an instruction belongs to.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SCHED_OWNERS_H
#define SCHED_OWNERS_H

#include "symbols/inlined.h"
#include "symbols/routines.h"

typedef struct {
   Addr insn;
   Routine *host;             /* whose symbol covers it, or else whose frame
                                 description; NULL: none */
   Addr entry;                /* of the host */
   const InlinedCall *call;   /* the innermost selected inlined call that it
                                 belongs to; NULL: the host alone */
} InsnOwner;

InsnOwner owners_of(Addr insn);

/* Return the routine that the instruction is charged to: the one that is
   inlined there, or the host; NULL: there is none. */
const Routine *owners_routine(const InsnOwner *o);

/* Return the file that the instruction was mapped from; code that no routine is
   known of has one as well. */
const HChar *owners_object(const InsnOwner *o);

#endif
