/* A plain power law through points: cost ~ size^K.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_POWERLAW_H
#define APROF_POWERLAW_H

#include "../aprof-trms/core/profile.h"

/* K by least squares of log(worst-case cost) on log(size).  Sizes and costs
   of 0 are left out.  The points ascend by size; false where there are fewer
   than 5, or the sizes differ by less than a factor of 2. */
bool powerlaw_exponent(const prof_tuple *points, size_t count,
                       double *exponent);

#endif
