/* Which routines of two profiles are the same (docs/file-format.md, "Merging"):
   routines with the same object name, name and source file and, if the build of
   the object is the same as well, the same offset.  A name that each side has
   in one file only may be in another file.

   If the builds differ or are unknown, then all routines of one object name,
   name and file count as one; routines without a name can't be distinguished
   then and are left out.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_COMPARE_MATCH_H
#define APROF_COMPARE_MATCH_H

#include "compare/renames.h"
#include "profile/model.h"

enum { MATCH_OLD, MATCH_NEW, MATCH_SIDES };

/* A routine, or several that count as one, on each side; one side may have
   none. */
typedef struct {
   const size_t *routines[MATCH_SIDES];   /* indices into the models */
   size_t counts[MATCH_SIDES];
} match_pair;

typedef struct {
   const model *models[MATCH_SIDES];
   match_pair *pairs;
   size_t count;
   char **object_names[MATCH_SIDES];  /* of each object, as it is compared: an
                                         object of both sides has one name */
   size_t *pair_of[MATCH_SIDES];      /* of each routine; SIZE_MAX: left out */
   size_t *indices;
   /* Pairs of several routines that count as one: their number, and the name of
      one of them. */
   size_t lumped;
   const char *lumped_name;
   size_t nameless;                   /* routines without a name that are left
                                         out */
   bool *hidden[MATCH_SIDES];         /* of each object: on the other side most
                                         of its cost has no names, on this one
                                         it has */
} matching;

/* Match the routines of two models.  maps: for the names in `old`.  The models
   must outlive the matching; match_free frees it. */
void match_routines(matching *m, const model *old, const model *new,
                    renames *maps);
void match_free(matching *m);

/* Warn about routines that count as one, and note how many are left out. */
void match_warn(const matching *m);

/* Return the points over trms of one side of a pair, as model_points does. */
prof_tuple *match_points(const matching *m, const match_pair *pair, int side,
                         size_t *count);

/* Return whether both sides of a pair are of one build of the object. */
bool match_same_build(const matching *m, const match_pair *pair);

/* Return all activations of one side of a pair, as model_sums does. */
prof_tuple match_sums(const matching *m, const match_pair *pair, int side);

/* Return by how much all outermost activations of a pair cost more than on the
   old side. */
double match_difference(const matching *m, const match_pair *pair);

/* Return whether a pair's routine belongs to the system's libraries. */
bool match_is_runtime(const matching *m, const match_pair *pair);

#endif
