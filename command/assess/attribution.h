/* Attribution: is a routine's growth its own, or that of a routine that it
   calls?

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ASSESS_ATTRIBUTION_H
#define APROF_ASSESS_ATTRIBUTION_H

#include "assess/ranked.h"

/* Given what each routine is by itself (suspicion_find), find the suspects that
   grow because of a callee, and the callees whose growth only a caller's points
   show; and the callees that carry the cost of a suspect, though they do not
   grow.  Sets cause, carrier, depth, witness, load, own and threat; adapts
   suspicion, band, steepness and tenfold. */
void attribution_find(const model *m, ranked *list, size_t count);

#endif
