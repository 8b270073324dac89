/* The code of a table's cases, if the jump to the next case follows each of them.

   A loop around a `switch` has one jump that reads its table.  With computed labels,
   as interpreters have them, and where the compiler copies the jump, each case ends
   with a jump of its own, and no other one leads back.  Then what a case *owns* is
   the code that is reached from it alone: a jump to the next case from there goes on
   with the loop.  Code that is reached from the beginning of the routine without a
   case begins the loop.  What is reached from several cases alone may do either: the
   compiler has joined the ends of cases, or that is the code of a loop around this
   one.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SYMBOLS_FLOW_OWNERS_H
#define SYMBOLS_FLOW_OWNERS_H

#include "symbols/code_flow.h"

typedef enum { FLOW_BEFORE, FLOW_SHARED, FLOW_OWNED } FlowOwner;

typedef struct {
   const CodeFlow *flow;
   Word n;
   Word *owner;                 /* of each block: that of the case; or flow_owners.c */
   Bool *is_case;
   XArray *open;                /* of Word: blocks to go on from */
} FlowOwners;

/* Find what the cases of this one of the tables own. */
void flow_owners_read(FlowOwners *owners, const CodeFlow *flow, Word table);
void flow_owners_free(FlowOwners *owners);

/* Return from where the code is reached. */
FlowOwner flow_owners_of(const FlowOwners *owners, Addr insn);

/* Is it where a case begins? */
Bool flow_owners_is_case(const FlowOwners *owners, Addr insn);

/* Does code that is not a case's own go on to a case without a jump? */
Bool flow_owners_is_entered(const FlowOwners *owners);

#endif
