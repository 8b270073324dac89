/* Samples added up by the routines that a profile has.

   A routine that is inlined and measured (--inline) has a row of its own, with
   the samples of its code wherever it is inlined; what is inlined into it and
   not measured is a part of it.  So time and cost are about the same code.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ASSESS_MEASURED_TABLE_H
#define APROF_ASSESS_MEASURED_TABLE_H

#include "profile/model.h"
#include "samples/table.h"

/* Make the table of an event, by TABLE_ROUTINE or TABLE_NAME; m NULL: as
   table_make does, by anything.  table_free frees it. */
void measured_table_make(sample_table *t, const samples *s, uint32_t event,
                         table_by by, const model *m);

#endif
