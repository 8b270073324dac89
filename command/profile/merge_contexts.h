/* Adding up the calling contexts of profiles (docs/file-format.md, "Merging").

   Kept are as many callers as all of the profiles have kept: a context with
   more is cut, and contexts that have become the same by that are one.  Cut to
   none there are no contexts.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_MERGED_CONTEXTS_H
#define APROF_MERGED_CONTEXTS_H

#include "base/hash.h"
#include "profile/tables.h"

typedef struct {
   model_context context;             /* of the merger's routines */
   model_prof_list profs;
} merged_context;

/* Zeroed, it is empty. */
typedef struct {
   unsigned callers;
   /* What stands for each context of the profile that was added last: its index
      in the list; after merged_contexts_finish its place in the result for each
      of the list. */
   size_t *places;
   merged_context *list;
   size_t count, room;
   hash_index index;
   model_edge *edges;                 /* between indices into the list */
   size_t edge_count, edge_room;
   hash_index edge_index;
} merged_contexts;

/* Adds those of a profile, whose tables are used up.  `callers`: how many to
   keep from now on, never more than before.  `routines`: what stands for each
   of its routines. */
void merged_contexts_add(merged_contexts *c, model *m, unsigned callers,
                         const size_t *routines);

/* Adds up the tables of all threads. */
void merged_contexts_fold(merged_contexts *c);

/* Puts all into the sum; `place` returns the place of a routine there.  What is
   left is to be freed. */
void merged_contexts_finish(merged_contexts *c, model *sum,
                            size_t place(const void *context, size_t routine),
                            const void *context);

void merged_contexts_free(merged_contexts *c);

#endif
