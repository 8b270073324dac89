/* Leaving out points of a picture.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plot/thin.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A picture is some 900 pixels wide and a point 8: two pixels are a column. */
#define COLUMNS 450
#define ROWS 300
#define FEW 600                       /* points that are all drawn */
#define MOST_BETWEEN 900              /* points between the outlines, at most */

typedef struct {
   double least, range;
} extent;

static extent find_extent(const double *v, const bool *valid, size_t count)
{
   double least = INFINITY, most = -INFINITY;

   for (size_t i = 0; i < count; i++) {
      if (!valid[i])
         continue;
      least = fmin(least, v[i]);
      most = fmax(most, v[i]);
   }
   return (extent){ least, most - least };
}

/* Return in which of `parts` equal parts of the extent v lies. */
static size_t place(double v, const extent *e, size_t parts)
{
   size_t at = e->range > 0 ? (size_t)((v - e->least) / e->range * parts) : 0;

   return at < parts ? at : parts - 1;
}

typedef struct {
   bool any;
   size_t least, most;
} column;

static void note_point(column *c, const double *y, size_t i)
{
   if (!c->any)
      *c = (column){ true, i, i };
   else if (y[i] < y[c->least])
      c->least = i;
   else if (y[i] > y[c->most])
      c->most = i;
}

/* Keep the least and the greatest point of each column, and of both ends. */
static void keep_envelope(const double *x, const double *y, size_t count,
                          const bool *valid, const extent *width, bool *keep)
{
   column *columns = memory_new(COLUMNS + 2, sizeof *columns);

   for (size_t i = 0; i < count; i++) {
      if (!valid[i])
         continue;
      note_point(&columns[place(x[i], width, COLUMNS)], y, i);
      if (x[i] <= width->least)
         note_point(&columns[COLUMNS], y, i);
      if (x[i] >= width->least + width->range)
         note_point(&columns[COLUMNS + 1], y, i);
   }
   for (size_t c = 0; c < COLUMNS + 2; c++)
      if (columns[c].any)
         keep[columns[c].least] = keep[columns[c].most] = true;
   free(columns);
}

/* Choose the first point of each spot of side * side; return their number. */
static size_t choose_spots(const double *x, const double *y, size_t count,
                           const bool *valid, const extent *width,
                           const extent *height, size_t side, bool *chosen)
{
   const size_t across = COLUMNS / side, down = ROWS / side;
   bool *taken = memory_new(across * down, sizeof *taken);
   size_t n = 0;

   memset(chosen, false, count * sizeof *chosen);
   for (size_t i = 0; i < count; i++) {
      bool *spot;

      if (!valid[i])
         continue;
      spot = &taken[place(x[i], width, across) * down +
                    place(y[i], height, down)];
      if (!*spot) {
         *spot = chosen[i] = true;
         n++;
      }
   }
   free(taken);
   return n;
}

size_t thin(const double *x, const double *y, size_t count, bool *keep)
{
   bool *valid = memory_new(count, sizeof *valid);
   bool *chosen = memory_new(count, sizeof *chosen);
   extent width, height;
   size_t n = 0;

   for (size_t i = 0; i < count; i++)
      n += valid[i] = keep[i] = isfinite(x[i]) && isfinite(y[i]);
   if (n > FEW) {
      width = find_extent(x, valid, count);
      height = find_extent(y, valid, count);
      memset(keep, false, count * sizeof *keep);
      keep_envelope(x, y, count, valid, &width, keep);
      for (size_t side = 1; choose_spots(x, y, count, valid, &width, &height,
                                         side, chosen) > MOST_BETWEEN; side++)
         ;
      n = 0;
      for (size_t i = 0; i < count; i++)
         n += keep[i] = keep[i] || chosen[i];
   }
   free(valid);
   free(chosen);
   return n;
}
