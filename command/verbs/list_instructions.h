/* The instructions of a routine with their time: the list that `aprof list`
   prints of samples.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_VERBS_LIST_INSTRUCTIONS_H
#define APROF_VERBS_LIST_INSTRUCTIONS_H

#include "cli/rows.h"
#include "debuginfo/symbols.h"
#include "profile/model.h"
#include "samples/counts.h"
#include "samples/listing.h"
#include "samples/table.h"

/* What is known of the routine. */
typedef struct {
   const samples *s;
   const sample_table *t;             /* of the routines of s */
   const table_row *row;              /* the routine's */
   symbols *names;                    /* of its image */
   listing l;
   bool cycles;                       /* the samples' unit; else ns */
   double cycle, fault;               /* ns, at most */
   const counts *known;               /* its executions; NULL: not known */
   double induced;                    /* reads of what other threads wrote */
} list_routine;

/* Print the list for people.  source: with the lines of the source. */
void list_instructions_print(const list_routine *r, bool source);

/* Print it for programs, a row for each instruction. */
void list_instructions_rows(const list_routine *r, rows_format format);

#endif
