/* What the activations of each edge have read.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/read_sums.h"
#include "profile/edges.h"
#include "profile/optional.h"

#include <stdlib.h>
#include <string.h>

/* The keys of the records, the second one in older profiles. */
#define READS "x-sum-reads\t7"
#define OLDER_READS "x-sum-reads\t6"

bool read_sums_has_changes(const model_optional *o)
{
   return strcmp(o->key, READS) == 0;
}

/* Return whether a record of an edge has the sums, with one call or more. */
static bool has_sums(const model_optional *o)
{
   return (read_sums_has_changes(o) || strcmp(o->key, OLDER_READS) == 0) &&
          o->sums[READS_CALLS] > 0;
}

const model_edge *read_sums_edge(const model *m, const model_optional *o,
                                 const prof_sum **sums)
{
   if (o->owner.kind != MODEL_OF_EDGE || !has_sums(o))
      return NULL;
   *sums = o->sums;
   return edges_find(m, o->owner.index, o->owner.second);
}

const prof_sum *read_sums_of(const model *m, const model_edge *edge)
{
   const model_owner owner = { MODEL_OF_EDGE, edge->caller, edge->callee };
   size_t past;

   for (size_t i = optional_of(m, &owner, &past); i < past; i++)
      if (has_sums(&m->optionals[i]))
         return m->optionals[i].sums;
   return NULL;
}
