/* The search for an edge of a model.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PROFILE_EDGES_H
#define APROF_PROFILE_EDGES_H

#include "profile/model.h"

/* Return the edge between two routines; NULL: there is none. */
const model_edge *edges_find(const model *m, size_t caller, size_t callee);

/* Return the place of the first edge of a caller; *past is the place after its
   last. */
size_t edges_of(const model *m, size_t caller, size_t *past);

/* Return the edge with the highest cost from a caller to another routine; NULL:
   it calls none. */
const model_edge *edges_heaviest(const model *m, size_t caller);

#endif
