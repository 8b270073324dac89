/* The charts of all routines of a profile.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PLOT_WHOLE_PROFILE_H
#define APROF_PLOT_WHOLE_PROFILE_H

#include "plot/plot.h"

/* As plot_routine_write, for a chart of all routines. */
int plot_whole_profile_write(const plot *p, FILE *script, const char **file);

#endif
