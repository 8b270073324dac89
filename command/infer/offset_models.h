/* Models of the size minus an offset: f(n - n0).

   A table that every call reads, or the state of an allocator, is a part of
   each size that costs nothing.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_INFER_OFFSET_MODELS_H
#define APROF_INFER_OFFSET_MODELS_H

#include "infer/tally.h"

/* Try fixed models with offsets up to the smallest size.  Call it after the
   models without an offset: if they explain the costs, nothing is tried. */
void offset_models_try(tally *t);

#endif
