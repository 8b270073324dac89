/* Code sinking: arithmetic on vectors and floating-point numbers is emitted as
   late as possible.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef VEXOPT_SINK_VECTORS_H
#define VEXOPT_SINK_VECTORS_H

#include "ir/emit.h"

enum { SINK_VECTORS_MOST = 48 };

/* Statements that are put off.  Zeroed at the beginning of a superblock. */
typedef struct {
   IRStmt *waiting[SINK_VECTORS_MOST];     /* in the order of the superblock */
   UInt count;
} SinkVectors;

/* If the statement is such arithmetic, then put it off, and return True.  Else
   emit the statements that it needs, and return False: the caller must emit
   it. */
Bool sink_vectors_take(SinkVectors *v, Emit *e, IRStmt *st);

#endif
