/* What the activations of each edge have read: the records x-sum-reads
   (docs/file-format.md).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ASSESS_READ_SUMS_H
#define APROF_ASSESS_READ_SUMS_H

#include "profile/model.h"

/* The sums of x-sum-reads (docs/file-format.md). */
enum { READS_CALLS, READS_CELLS, READS_RISING, READS_FALLING, READS_MOMENT,
       READS_EVEN, READS_CHANGES, READS_SUMS };

/* Return the edge that an optional record has these sums of, with one call or
   more, and set *sums; NULL: it is another record.  Of an older profile
   READS_CHANGES is missing: read_sums_has_changes. */
const model_edge *read_sums_edge(const model *m, const model_optional *o,
                                 const prof_sum **sums);

/* Return these sums of an edge; NULL: it has none. */
const prof_sum *read_sums_of(const model *m, const model_edge *edge);

bool read_sums_has_changes(const model_optional *o);

#endif
