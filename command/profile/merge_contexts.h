/* Adding up the calling contexts of profiles (docs/file-format.md, "Merging").

   The smallest number of callers of all profiles is kept: longer contexts are
   cut, and contexts that become equal by that are added up.  If that number is
   0 there are no contexts.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PROFILE_MERGE_CONTEXTS_H
#define APROF_PROFILE_MERGE_CONTEXTS_H

#include "base/hash.h"
#include "profile/tables.h"

typedef struct {
   model_context context;             /* its routines are members (merge.c) */
   tables_list profs;
} merge_context;

/* Empty if zeroed. */
typedef struct {
   unsigned callers;
   /* For each context of the profile that was added last: the index in the list
      of the context that stands for it.  After merge_contexts_finish: for each
      context of the list, its place in the result. */
   size_t *places;
   merge_context *list;
   size_t count, room;
   hash_index index;
   model_edge *edges;                 /* between indices into the list */
   size_t edge_count, edge_room;
   hash_index edge_index;
} merge_contexts;

/* Add the contexts of a profile, and take their tables.  callers: number of
   callers to keep from now on, never more than before.  routines: for each
   routine of the profile, the routine that stands for it. */
void merge_contexts_add(merge_contexts *c, model *m, unsigned callers,
                         const size_t *routines);

/* Fold the tables of all threads. */
void merge_contexts_fold(merge_contexts *c);

/* Put all contexts into the sum; `place` returns the place of a routine there.
   The caller frees what is left by merge_contexts_free. */
void merge_contexts_finish(merge_contexts *c, model *sum,
                            size_t place(const void *context, size_t routine),
                            const void *context);

void merge_contexts_free(merge_contexts *c);

#endif
