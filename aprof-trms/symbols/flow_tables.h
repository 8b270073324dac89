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

#endif
