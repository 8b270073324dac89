/* Which code an instruction belongs to.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SCHED_OWNERS_H
#define SCHED_OWNERS_H

#include "symbols/inlined.h"
#include "symbols/routines.h"

typedef struct {
   Addr insn;
   Routine *host;             /* whose symbol covers it; NULL: none */
   const InlinedCall *call;   /* the innermost selected inlined call that it
                                 belongs to; NULL: the host alone */
} InsnOwner;

InsnOwner owners_of(Addr insn);

/* Return the routine that the instruction is charged to: the one that is
   inlined there, or the host; NULL: code without a symbol. */
const Routine *owners_routine(const InsnOwner *o);

#endif
