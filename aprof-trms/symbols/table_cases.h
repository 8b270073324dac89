/* The cases in a table of a `switch`, or of computed labels, which memory has.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SYMBOLS_TABLE_CASES_H
#define SYMBOLS_TABLE_CASES_H

#include "arch/jump_table.h"

/* Return the number of the table's addresses; 0: they can't be read. */
UInt table_cases_count(const JumpTable *t);
/* Return one of these addresses.  It may lie elsewhere. */
Addr table_cases_at(const JumpTable *t, UInt i);

/* Return the highest address in a table, if all of its addresses lie from `start`
   on, and before `limit`; else 0, and if it is not known where the table ends: what
   follows may be the tables of the next routines. */
Addr table_cases_furthest(const JumpTable *t, Addr start, Addr limit);

#endif
