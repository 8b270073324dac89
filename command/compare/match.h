/* Which routines of two profiles are the same (docs/file-format.md,
   "Merging"): object name, name and source file coincide and, where the build
   of the object does too, the offset.  A name that each side has in one file
   only may be in another one.

   Where the builds differ or are not known, all routines of one object name,
   name and file are one; those without a name cannot be told apart then and
   are left out.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_MATCH_H
#define APROF_MATCH_H

#include "compare/renames.h"
#include "profile/model.h"

enum { MATCH_OLD, MATCH_NEW, MATCH_SIDES };

/* One routine, or several that count as one, on each side; on one side there
   may be none. */
typedef struct {
   const size_t *routines[MATCH_SIDES];   /* indices into the models */
   size_t counts[MATCH_SIDES];
} match_pair;

typedef struct {
   const model *models[MATCH_SIDES];
   match_pair *pairs;
   size_t count;
   size_t *pair_of[MATCH_SIDES];      /* of each routine; SIZE_MAX: left out */
   size_t *indices;
   /* Several that count as one: how many pairs, and the name of one. */
   size_t lumped;
   const char *lumped_name;
   size_t nameless;                   /* routines that are left out */
} matching;

/* `maps` are for the names in old.  The models must outlive the matching. */
void match_routines(matching *m, const model *old, const model *new,
                    renames *maps);
void match_free(matching *m);

/* Warns of what was lumped and notes what was left out. */
void match_tell(const matching *m);

/* The points over trms of one side of a pair, as model_points gives them. */
prof_tuple *match_points(const matching *m, const match_pair *pair, int side,
                         size_t *count);

/* Is the code of a pair the same on both sides, an object of one build? */
bool match_same_build(const matching *m, const match_pair *pair);

/* All activations of one side, as model_sums gives them. */
prof_tuple match_sums(const matching *m, const match_pair *pair, int side);

#endif
