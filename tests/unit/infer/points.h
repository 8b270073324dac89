/* The points of one case, the verdict on them, and its check.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TESTS_INFER_POINTS_H
#define TESTS_INFER_POINTS_H

#include "cases.h"

#include <math.h>

#define POINTS 200

static verdict_point points[POINTS];
static size_t count;
static verdict v;

static void add(double size, double cost)
{
   points[count++] = (verdict_point){ size, floor(cost), 1 };
}

static void check(const char *name, bool good)
{
   char what[CASE_TEXT];

   case_result(good, "%s: %s", name, case_text(what, &v));
}

#endif
