/* Which code --what-if makes faster, and which code is looked at.  The parts
   are those of parts.h.

   Scope: with --binary-scope or --source-scope, code outside of the objects or
   source files is charged to the code inside that was executed last before it
   was called.  What is made faster is made faster with all that is charged to
   it.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SCHED_SELECTION_H
#define SCHED_SELECTION_H

#include "sched/owners.h"

/* Read --what-if: to be called once the options are known. */
void selection_init(void);

/* How much faster the selected code is, in percent. */
UInt selection_percent(void);

/* Is the instruction selected by itself?  With callees: where the routine is
   inlined. */
Bool selection_has(const InsnOwner *o);

/* Has code run that is selected? */
Bool selection_has_run(void);

/* Is the routine selected with its callees? */
Bool selection_with_callees(void);
Bool selection_begins_at(const Routine *r);

/* Is there a scope; is the instruction in it? */
Bool selection_is_scoped(void);
Bool selection_in_scope(const InsnOwner *o);

#endif
