/* The records of tables, edges and contexts of a profile
   (docs/file-format.md).  Routines must have their numbers already.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_TABLES_H
#define AP_TABLES_H

#include "format/records.h"
#include "symbols/routines.h"

/* Is there any activation in these tables? */
Bool tables_have_records(const SizeTables *t);

/* Write the tables of a routine.  Print a message about the first routine
   whose sizes are rounded. */
void tables_put(line_writer *w, Routine *r);

/* Write the edges between routines. */
void tables_put_edges(line_writer *w);

/* With --contexts: write the contexts, their tables and the edges between
   them. */
void tables_put_contexts(line_writer *w);

#endif
