/* Leaving out points of a picture that would be hidden by other points.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PLOT_THIN_H
#define APROF_PLOT_THIN_H

#include <stdbool.h>
#include <stddef.h>

/* Mark in `keep` which of `count` points to draw, and return their number.  x
   and y are in proportion to places in the picture: logarithms if an axis is
   logarithmic.  Points with a y of NaN are left out.

   Kept are the points with the least and the greatest y of the first x, of the
   last x and of each column of the picture, and one point for each spot between
   these, so that a cloud stays a cloud.  A small number of points is kept
   whole. */
size_t thin(const double *x, const double *y, size_t count, bool *keep);

#endif
