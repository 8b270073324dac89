/* The fitted curves of a chart: of each series that has one its formula, the
   band in which the costs lie, and the two neighbouring classes.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PLOT_FIT_H
#define APROF_PLOT_FIT_H

#include "plot/series.h"

/* Writes the variable `fits`, the arrays `fit_of` (of which series),
   `formulas`, `classes_below` and `classes_above`, and a block $fitK for each
   with the columns size, fit, low, high, below, above. */
void plot_put_fits(FILE *script, const series_list *l);

#endif
