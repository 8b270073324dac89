/* Arithmetic on vectors and floating-point numbers, kept back until it is
   needed.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_VECTORS_H
#define AP_VECTORS_H

#include "ap_emit.h"

typedef struct _ApVectors ApVectors;

/* The caller frees it with ap_vectors_free. */
ApVectors *ap_vectors_new(ApEmit *e);
void ap_vectors_free(ApVectors *v);

/* Is the statement such arithmetic, and was taken to be emitted later?  If not,
   what it uses has been emitted, and the caller is to emit the statement. */
Bool ap_vectors_take(ApVectors *v, IRStmt *st);

#endif
