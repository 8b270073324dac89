/* The points of an inference, made ready: thinned, scaled, and weighted.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer/sample.h"

#include <math.h>

/* Undecided with fewer sizes, or a smaller range. */
static const size_t fewest_sizes = 5;
static const double least_range = 2;
/* Sizes nearer to each other are one: what they cost tells of scatter. */
static const double least_apart = 1.02;
/* Residuals beyond so many standard deviations are outliers. */
static const double outlier_cut = 3;
/* The response is logarithmic where the scatter is larger. */
static const double logarithmic_scatter = .25;
/* No scatter is taken to be less when outliers are looked for. */
static const double least_scatter = .02;

size_t sample_sizes_apart(const infer_point *points, size_t count)
{
   double last = 0;
   size_t n = 0;

   for (size_t i = 0; i < count; i++)
      if (points[i].size >= last * least_apart) {
         last = points[i].size;
         n++;
      }
   return n;
}

bool sample_is_enough(const infer_point *points, size_t count)
{
   return sample_sizes_apart(points, count) >= fewest_sizes &&
          points[count - 1].size >= least_range * points[0].size;
}

/* Beyond SAMPLE_MAX sizes: the range is cut into intervals of equal ratio, and
   of each the size in the middle stays.  What stays are observations, no
   averages: the scatter is still that of the points, and a curve through exact
   counts still exact.  The least and the largest size always stay. */
static size_t thin(const infer_point *points, size_t count, size_t *kept)
{
   size_t n = 0;
   double first = log(points[0].size);
   double width = (log(points[count - 1].size) - first) / (SAMPLE_MAX - 2);

   if (count <= SAMPLE_MAX) {
      for (; n < count; n++)
         kept[n] = n;
      return n;
   }
   kept[n++] = 0;
   for (size_t begin = 1, end; begin < count - 1; begin = end) {
      double slot = floor((log(points[begin].size) - first) / width);

      for (end = begin + 1; end < count - 1; end++)
         if (floor((log(points[end].size) - first) / width) > slot)
            break;
      if (n < SAMPLE_MAX - 1)
         kept[n++] = begin + (end - begin) / 2;
   }
   kept[n++] = count - 1;
   return n;
}

/* A cost of 0 has no logarithm: it is half a block, or half of the least cost
   where that is less. */
static double least_cost(const infer_point *points, size_t count)
{
   double least = 1;

   for (size_t i = 0; i < count; i++)
      if (points[i].cost > 0)
         least = fmin(least, points[i].cost);
   return least / 2;
}

static void take(sample *s, const infer_point *points, size_t count)
{
   size_t kept[SAMPLE_MAX];
   double least = least_cost(points, count);

   s->count = thin(points, count, kept);
   s->unit = fmax(points[count - 1].cost, least);
   for (size_t i = 0; i < s->count; i++) {
      const infer_point *p = &points[kept[i]];

      s->size[i] = p->size;
      s->log_size[i] = log(p->size);
      s->cost[i] = fmax(p->cost, least) / s->unit;
      s->noise[i] = 1;
   }
   s->offset = 0;
   sample_set_terms(s);
   s->growth_rate = log(s->cost[s->count - 1] / s->cost[0]) /
                    (s->size[s->count - 1] - s->size[0]);
}

/* sample_scatter of all, by the noise that is usual at each size. */
static double usual_scatter(const sample *s)
{
   double step[SAMPLE_MAX];

   for (size_t i = 1; i < s->count; i++)
      step[i - 1] = fabs(s->residual[i] - s->residual[i - 1]) /
                    sqrt(s->noise[i] * s->noise[i - 1]);
   return 1.4826 * median_of(step, s->count - 1) / sqrt(2);
}

static void weigh(sample *s)
{
   double usual = usual_scatter(s);
   bool is_logarithmic = s->scatter > logarithmic_scatter;

   for (size_t i = 0; i < s->count; i++) {
      double cut = outlier_cut * fmax(usual * s->noise[i], least_scatter);
      double r = s->residual[i];
      double share = cut / fmax(fabs(r), 1e-300);

      s->weight[i] = share >= 1 ? 1 : share * share;
      if (is_logarithmic)
         s->response[i] = 1 + r;
      else if (share >= 1)
         s->response[i] = s->cost[i] / s->pilot[i];
      else
         s->response[i] = exp(copysign(cut, r));
   }
   s->top = s->pilot[s->count - 1];
}

void sample_prepare(sample *s, const infer_point *points, size_t count)
{
   take(s, points, count);
   pilot_fit(s);
   weigh(s);
}
