/* The tables that the indirect jumps of code read: of a `switch`, or of computed
   labels.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SYMBOLS_FLOW_TABLES_H
#define SYMBOLS_FLOW_TABLES_H

#include "symbols/code_flow.h"

/* Find the tables of code that was read.  Without them, a `switch` is any indirect
   jump. */
void flow_tables_read(CodeFlow *flow);

/* Does a case of this one of the tables begin between these addresses? */
Bool flow_tables_lead_to(const CodeFlow *flow, Word table, Addr first, Addr last);

/* Return the highest address in a table, if all of its addresses lie from `start`
   on, and before `limit`; else 0, and if it is not known where the table ends: what
   follows may be the tables of the next routines. */
Addr flow_tables_furthest(const JumpTable *t, Addr start, Addr limit);

/* Does the address lie in the code? */
Bool flow_tables_is_here(const CodeFlow *flow, Addr a);

Bool flow_tables_is_readable(const JumpTable *t);
/* Return an address of a table that is readable.  It may lie elsewhere. */
Addr flow_tables_case(const JumpTable *t, UInt i);

#endif
