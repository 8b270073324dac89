/* The records of tables, edges and contexts (docs/file-format.md).  The
   routines have their numbers already.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_DUMP_TABLES_H
#define AP_DUMP_TABLES_H

#include "output/atomic_file.h"
#include "symbols/routines.h"

/* Is there anything in them that a profile tells of? */
Bool ap_has_records(const ApTables *t);

/* The tables of a routine; tells the user of the first one whose sizes are
   rounded. */
void ap_put_profiles(ApFile *f, ApRoutine *r);

/* The edges between routines. */
void ap_put_edges(ApFile *f);

/* With --contexts: the contexts, their tables, and the edges between them. */
void ap_put_contexts(ApFile *f);

#endif
