/* Arithmetic on vectors and floating-point numbers, kept back until it is
   needed.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef VEXOPT_SINK_VECTORS_H
#define VEXOPT_SINK_VECTORS_H

#include "ir/emit.h"

enum { AP_MOST_WAITING = 48 };

/* Of one superblock; all 0 at its beginning. */
typedef struct {
   IRStmt *waiting[AP_MOST_WAITING];     /* in their order */
   UInt count;
} ApVectors;

/* Is the statement such arithmetic, and was taken to be emitted later?  If not,
   what it uses has been emitted, and the caller is to emit the statement. */
Bool ap_vectors_take(ApVectors *v, ApEmit *e, IRStmt *st);

#endif
