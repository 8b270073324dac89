/* The records of tables, edges and contexts of a profile
   (docs/file-format.md).  Routines must have their numbers already.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_TABLES_H
#define AP_TABLES_H

#include "format/records.h"
#include "symbols/routines.h"

/* Is there any activation in these tables? */
Bool tables_have_records(const SizeTables *t);

/* Call a function for each caller that the profile names, in an edge or in a
   context; for some of them several times. */
void tables_each_caller(void (*f)(Routine *caller));

/* Write the tables of a routine.  Print a message about the first routine
   whose sizes are rounded. */
void tables_put(line_writer *w, Routine *r);

/* Write the edges between routines. */
void tables_put_edges(line_writer *w);

/* With --contexts: write the contexts, their tables and the edges between
   them. */
void tables_put_contexts(line_writer *w);

#endif
