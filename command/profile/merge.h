/* Adding up profiles, one after the other (docs/file-format.md, "Merging").

   The result depends only on which profiles are added, not on their order, nor
   on how they were merged before.  The cost of adding a profile depends on its
   own size alone, and the memory needed is that of the result and of one
   profile.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PROFILE_MERGE_H
#define APROF_PROFILE_MERGE_H

#include "profile/model.h"

typedef struct merge_state merge_state;

/* by_source: routines of one name and one source file are one, whatever object
   they are in. */
merge_state *merge_new(bool by_source);
/* Free all that was added; NULL is ignored. */
void merge_free(merge_state *g);

/* Add a profile, which is freed.  It must be compatible with the profiles
   before (model_incompatible).  Sums of more than 128 bits end the command. */
void merge_add(merge_state *g, model *m);

/* Return what one run of all programs would have given, NULL if nothing was
   added, and free the state.  Warn if routines of one build have become one.
   The caller frees the result. */
model *merge_finish(merge_state *g);

#endif
