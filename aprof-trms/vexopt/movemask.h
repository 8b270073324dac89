/* What VEX calls a function for, computed in place.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef VEXOPT_MOVEMASK_H
#define VEXOPT_MOVEMASK_H

#include "ir/emit.h"

/* The statement; or others that leave the same in its temporary, have been
   emitted already, but for the last, which is returned. */
IRStmt *ap_in_place(ApEmit *e, IRStmt *st);

#endif
