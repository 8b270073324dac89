/* Adding up the optional records of profiles (docs/file-format.md, "Merging").

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_MERGE_OPTIONAL_H
#define APROF_MERGE_OPTIONAL_H

#include "base/hash.h"
#include "profile/model.h"

/* Zeroed, it is empty. */
typedef struct {
   model_optional *list;
   size_t count, room;
   hash_index index;                  /* by owner and key */
} merged_optionals;

/* What stands for the objects, routines and contexts of a profile: each
   function returns an index for an index. */
typedef size_t merge_place(const void *context, size_t index);

typedef struct {
   merge_place *object, *routine, *call_context;
   const void *context;               /* the functions' first argument */
   bool folded;                       /* there are no threads any more */
   bool without_contexts;             /* there are no contexts any more */
} merge_places;

/* Adds those of a profile, which gives them up. */
void merged_optionals_add(merged_optionals *o, model *m,
                          const merge_places *places);

/* Gives them to the sum.  More than the file format allows at one owner end the
   command. */
void merged_optionals_finish(merged_optionals *o, model *sum,
                             const merge_places *places);

void merged_optionals_free(merged_optionals *o);

#endif
