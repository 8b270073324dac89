/* The small plots in the list of routines.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "html/sparklines.h"

#include <string.h>

#define STEPS HTML_SPARKLINES_STEPS

/* The greatest values on the axes. */
typedef struct {
   uint64_t size, cost;
} axes;

static void widen(axes *a, assessment *routine)
{
   const prof_tuple *points = assess_points(routine);

   for (size_t i = 0; i < routine->points_trms; i++) {
      if (points[i].size > a->size)
         a->size = points[i].size;
      if (points[i].cost.max > a->cost)
         a->cost = points[i].cost.max;
   }
}

static void draw(assessment *routine, const axes *a,
                 char text[HTML_SPARKLINES_TEXT])
{
   static const char letters[STEPS + 1] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"
                                          "klmnopqrstuvwxyz0123456789-_";
   const prof_tuple *points = assess_points(routine);
   int height[STEPS];

   memset(height, -1, sizeof height);
   for (size_t i = 0; i < routine->points_trms; i++) {
      double x = a->size ? (double)points[i].size / a->size : 0;
      double y = a->cost ? (double)points[i].cost.max / a->cost : 0;
      int column = x * (STEPS - 1) + .5, row = y * (STEPS - 1) + .5;

      if (row > height[column])
         height[column] = row;
   }
   for (int x = 0; x < STEPS; x++) {
      if (height[x] < 0)
         continue;
      *text++ = letters[x];
      *text++ = letters[height[x]];
   }
   *text = '\0';
}

void html_sparklines_draw(assessment *now, assessment *old,
                          char now_text[HTML_SPARKLINES_TEXT],
                          char old_text[HTML_SPARKLINES_TEXT])
{
   axes a = { 0, 0 };

   widen(&a, now);
   if (old)
      widen(&a, old);
   draw(now, &a, now_text);
   *old_text = '\0';
   if (old)
      draw(old, &a, old_text);
}
