/* The picture of a routine's flow of control, with the heat of its blocks.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_VERBS_LIST_CHART_H
#define APROF_VERBS_LIST_CHART_H

#include "samples/listing.h"

typedef struct {
   const listing *l;
   double weight;                     /* of the whole routine */
   const char *title, *subtitle;
   const char *unit;                  /* of a weight: ns, cycles */
} list_chart;

/* Draw a picture in the format SVG into a file; `-` is stdout.  Blocks stand in
   the order of their addresses, blocks without time are put together.  Return
   false after one line on stderr. */
bool list_chart_draw(const char *name, const list_chart *chart);

#endif
