/* A series of aprof what-if as a profile of Coz.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_EXPORT_COZ_H
#define APROF_EXPORT_COZ_H

#include "whatif/whatif.h"

#include <stdio.h>

/* Return the exit status. */
int export_coz(FILE *f, const whatif *s);

/* The viewer shows at first only what has this many points. */
enum { EXPORT_COZ_SHOWN = 10 };

/* Return how many the routine with most of them has. */
size_t export_coz_points(const whatif *s);

#endif
