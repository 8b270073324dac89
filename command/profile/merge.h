/* Adding up profiles, one after the other (docs/file-format.md, "Merging").

   The result depends only on which profiles are added, not on their order nor
   on how they were merged before.  A profile is folded into the sum at a cost
   that depends on its own size; the memory needed is that of the result and of
   one profile.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_MERGER_H
#define APROF_MERGER_H

#include "profile/model.h"

typedef struct merger merger;

merger *merger_new(void);
/* Gives up what was added; NULL: nothing. */
void merger_free(merger *g);

/* Adds a profile, which is used up.  It must be compatible with the ones
   before (model_incompatible).  Sums of more than 128 bits end the command. */
void merger_add(merger *g, model *m);

/* What one run of all would have given; NULL where nothing was added.  Frees
   the merger.  Warnings tell of routines of one build that became one. */
model *merger_finish(merger *g);

#endif
