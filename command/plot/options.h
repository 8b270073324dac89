/* The options of aprof plot: what they name, and whether they fit together.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PLOT_OPTIONS_H
#define APROF_PLOT_OPTIONS_H

#include "plot/plot.h"

/* Names by plot_chart and by plot_axes, NULL at the end, as choices of an
   option. */
extern const char *const plot_options_chart_names[];
extern const char *const plot_options_axes_names[];

/* Return whether the chart is one of routines, over the size of their input. */
bool plot_options_is_of_routines(const plot_options *o);

/* Set what follows from the options' texts, after all options are read.  Return
   false if a text is wrong, or if an option would have no effect, after one
   line on stderr. */
bool plot_options_complete(plot_options *o);

#endif
