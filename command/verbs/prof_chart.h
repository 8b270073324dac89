/* The picture of the times of routines, now and on larger inputs.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_VERBS_PROF_CHART_H
#define APROF_VERBS_PROF_CHART_H

#include "assess/seconds.h"

/* Draw the rows whose growth is known into a file, of the kind that its name
   says; `-` is text on stdout.  Return false after one line on stderr. */
bool prof_chart_draw(const char *name, const sample_table *t,
                     const seconds_growth *growths, unsigned long scale,
                     bool cycles);

#endif
