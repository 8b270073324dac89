/* Code sinking: arithmetic on vectors and floating-point numbers is emitted as
   late as possible.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef VEXOPT_SINK_VECTORS_H
#define VEXOPT_SINK_VECTORS_H

#include "ir/emit.h"

enum { AP_MOST_WAITING = 48 };

/* Statements that are put off.  Zeroed at the beginning of a superblock. */
typedef struct {
   IRStmt *waiting[AP_MOST_WAITING];     /* in the order of the superblock */
   UInt count;
} ApVectors;

/* If the statement is such arithmetic, then put it off, and return True.  Else
   emit the statements that it needs, and return False: the caller must emit
   it. */
Bool ap_vectors_take(ApVectors *v, ApEmit *e, IRStmt *st);

#endif
