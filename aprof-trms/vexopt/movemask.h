/* The mask of a vector's sign bits (pmovmskb), without a call.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef VEXOPT_MOVEMASK_H
#define VEXOPT_MOVEMASK_H

#include "ir/emit.h"

/* If the statement computes such a mask, then emit statements that compute the
   same, and return the last one, which the caller must emit; else return the
   statement. */
IRStmt *movemask_replace(Emit *e, IRStmt *st);

#endif
