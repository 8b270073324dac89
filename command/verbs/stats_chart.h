/* The picture of how shares vary from run to run.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_VERBS_STATS_CHART_H
#define APROF_VERBS_STATS_CHART_H

#include "samples/compare.h"

/* Draw the shares of the `most` routines with most time, each run a point, into
   a file, of the kind that its name says; `-` is text on stdout.  Return false
   after one line on stderr. */
bool stats_chart_draw(const char *name, const compared *c, size_t most);

#endif
