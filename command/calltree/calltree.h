/* The call tree of a profile: an estimate of what each stack of routines costs.

   A profile has pairs of caller and callee, not whole stacks.  The tree assumes
   that a routine spends its cost in the same way whatever has called it: the
   cost of a node is distributed over the routine's self cost and its callees,
   in proportion to the self cost of the routine and to the outermost cost of
   its edges.  So the sum over a level, with the self costs above it, is
   the cost of the run; the cost of a node is exact where the routine has one
   caller on every path to it, else an estimate.

   A routine occurs once on a path: a recursive call is part of the
   routine's first node.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_CALLTREE_CALLTREE_H
#define APROF_CALLTREE_CALLTREE_H

#include "profile/model.h"

/* In place of a parent: a node is the first of a thread of control.  In place
   of a routine: the node stands for callees that are too small for a node of
   their own. */
#define CALLTREE_NONE SIZE_MAX

typedef struct {
   size_t routine;                    /* index into the model's routines */
   size_t parent;                     /* index of a node; smaller than the
                                         node's own */
   prof_sum cost, self;               /* cost: with callees, self: without */
} calltree_node;

typedef struct {
   calltree_node *nodes;              /* parents before their callees, callees
                                         by cost, descending */
   size_t count, room;
   prof_sum cost;                     /* of all first nodes */
} calltree;

/* Build the tree.  A node has at least the `least`th part of the cost
   (0.0001 for one in ten thousand); the rest of the callees of a node is one
   node.  The caller frees `nodes`. */
calltree calltree_new(const model *m, double least);

#endif
