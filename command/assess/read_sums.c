/* What the activations of each edge have read.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/read_sums.h"
#include "profile/edges.h"

#include <stdlib.h>
#include <string.h>

/* The keys of the records, the second one in older profiles. */
#define READS "x-sum-reads\t7"
#define OLDER_READS "x-sum-reads\t6"

bool read_sums_has_changes(const model_optional *o)
{
   return strcmp(o->key, READS) == 0;
}

const model_edge *read_sums_edge(const model *m, const model_optional *o,
                                 const prof_sum **sums)
{
   if (o->owner.kind != MODEL_OF_EDGE ||
       (!read_sums_has_changes(o) && strcmp(o->key, OLDER_READS) != 0) ||
       o->sums[READS_CALLS] == 0)
      return NULL;
   *sums = o->sums;
   return edges_find(m, o->owner.index, o->owner.second);
}
