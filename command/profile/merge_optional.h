/* Adding up the optional records of profiles (docs/file-format.md, "Merging").

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PROFILE_MERGE_OPTIONAL_H
#define APROF_PROFILE_MERGE_OPTIONAL_H

#include "base/hash.h"
#include "profile/model.h"

/* Empty if zeroed. */
typedef struct {
   model_optional *list;
   size_t count, room;
   hash_index index;                  /* by owner and key */
   size_t input;                      /* index of the record of the standard
                                         input, plus 1; 0: there is none */
} merge_optional;

/* Returns the index of the object, routine or context that stands for another
   one. */
typedef size_t merge_optional_place(const void *context, size_t index);

typedef struct {
   merge_optional_place *object, *routine, *call_context;
   const void *context;               /* the functions' first argument */
   bool folded;                       /* threads are not kept apart any more */
   bool without_contexts;             /* contexts are dropped */
} merge_optional_places;

/* Add the optional records of a profile, and take them from it. */
void merge_optional_add(merge_optional *o, model *m,
                          const merge_optional_places *places);

/* Move all records to the sum.  If an owner has more than the file format
   allows, end the command. */
void merge_optional_finish(merge_optional *o, model *sum,
                             const merge_optional_places *places);

void merge_optional_free(merge_optional *o);

#endif
