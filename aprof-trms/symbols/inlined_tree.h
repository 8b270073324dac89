/* The inlined calls in the code of a host, as a tree, from descriptions of code
   addresses (inline_levels.h).

   The code of the host is read once, instruction by instruction.  That gives
   all its inlined calls, and for each instruction the innermost of them.  A
   backward jump, or a repeated instruction, is a loop of all calls that both
   its ends belong to.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SYMBOLS_INLINED_TREE_H
#define SYMBOLS_INLINED_TREE_H

#include "symbols/code_flow.h"
#include "symbols/inlined_callees.h"

/* An inlined call of the host. */
typedef struct _InlinedNode {
   struct _InlinedNode *parent, *children, *sibling;   /* parent NULL: the
                                                          host */
   struct _InlinedNode *next;   /* in the list of all, newest first */
   InlinedCallee *callee;
   UInt line, column;           /* of the call; once reduced, those of the
                                   outermost call around this one that is in no
                                   other selected call */
   Addr first;                  /* its first instruction */
   InlinedShape shape;          /* of its instructions and the calls in it */
   UInt depth;
   UInt number;                 /* in the order of `next`, of those with a loop
                                   whose callee is known by its name only */

   /* For inlined.c, which reduces the tree to the selected calls. */
   Bool is_reduced;             /* `call` is set */
   const struct _InlinedCall *call;   /* the innermost selected call that it
                                   lies in or is */
} InlinedNode;

/* The code from an address up to the start of the next stretch. */
typedef struct {
   Addr start;
   InlinedNode *node;           /* NULL: it is the host's own */
} NodeStretch;

typedef struct {
   Routine *host;
   Addr start;                  /* of the host's symbol */
   CodeFlow flow;               /* of the host's code */
   XArray *stretches;           /* of NodeStretch, ascending */
   InlinedNode *calls;          /* those that lie in the host alone */
   InlinedNode *all;
   Bool is_rest;                /* the host is the rest of a routine */
   Addr epilogue;               /* the first of the instructions before the one
                                   that is read which may be the end of the
                                   host; 0: there is none */
} InlinedTree;

/* Read the code of the host, whose symbol begins at `start`.
   inlined_tree_free frees what is in *tree but the flow, which is the
   caller's. */
void inlined_tree_read(InlinedTree *tree, Routine *host, Addr start);
void inlined_tree_free(InlinedTree *tree);

/* Return the innermost call that an address in the code belongs to, or NULL. */
InlinedNode *inlined_tree_at(const InlinedTree *tree, Addr a);

/* Does the code of a call lead from one instruction to another? */
Bool inlined_tree_leads(const InlinedTree *tree, const InlinedNode *n,
                        Addr from, Addr to);

/* Does the node lie in another one, or are they the same? */
Bool inlined_tree_is_in(const InlinedNode *n, const InlinedNode *outer);

#endif
