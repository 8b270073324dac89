/* The charts of routines over the size of their input: cost, calls, total,
   variance, bound.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PLOT_ROUTINE_H
#define APROF_PLOT_ROUTINE_H

#include "plot/plot.h"

/* Write what the script of a chart of routines needs, the kind of the picture
   aside, and set *file to the name of the file in scripts/ that draws it.
   Return an exit status: not STATUS_DONE, after one line on stderr, if there is
   nothing to draw. */
int plot_routine_write(const plot *p, FILE *script, const char **file);

#endif
