/* Leaving points out of a picture that nobody would see in it.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_THIN_H
#define APROF_THIN_H

#include <stdbool.h>
#include <stddef.h>

/* Marks in `keep` which of `count` points to draw, and returns how many those
   are.  x and y are in proportion to places in the picture: logarithms where
   an axis is logarithmic; points with a y of NaN are left out.  Kept are, of
   the first and the last x and of each column of the picture, the points with
   the least and the greatest y; and of those between them one for each spot
   that they cover, so that a cloud stays a cloud.  A few points are all
   kept. */
size_t thin(const double *x, const double *y, size_t count, bool *keep);

#endif
