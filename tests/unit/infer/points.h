/* The points of one case, the verdict on them, and how that is told.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TESTS_INFER_POINTS_H
#define TESTS_INFER_POINTS_H

#include "cases.h"

#include <math.h>

#define POINTS 200

static infer_point points[POINTS];
static size_t count;
static verdict v;

static void add(double size, double cost)
{
   points[count++] = (infer_point){ size, floor(cost), 1 };
}

static void judge(const double (*pairs)[2], size_t n)
{
   count = 0;
   for (size_t i = 0; i < n; i++)
      add(pairs[i][0], pairs[i][1]);
   infer(points, count, &v);
}

static void check(const char *name, bool good)
{
   char what[CASE_TEXT];

   case_result(good, "%s: %s", name, case_text(what, &v));
}

#endif
