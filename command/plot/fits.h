/* The fitted curves of a chart: for each series with a curve its formula, the
   band in which the costs lie, and the two neighbouring classes.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PLOT_FITS_H
#define APROF_PLOT_FITS_H

#include "plot/series.h"

/* Write the variable `fits`, the arrays `fit_of` (the number of the series),
   `formulas`, `classes_below` and `classes_above`, and for each curve a block
   $fitK with the columns size, fit, low, high, below, above. */
void plot_fits_write(FILE *script, const series_list *l);

#endif
