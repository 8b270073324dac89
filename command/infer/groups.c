/* Groups of sizes with gaps between them.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer/groups.h"
#include "infer/curve.h"
#include "infer/tuning.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_fit.h>
#include <math.h>

/* Return the least step between the logarithms of neighbouring sizes that is a
   gap: a ratio, and a multiple of the usual step, because sizes that double
   have no gaps.  The usual step is the upper quartile: of sizes in pairs, such
   as n and n + 1, or the squares of these, half of the steps are within a
   pair. */
static double min_gap(const sample *s)
{
   enum { USUAL_STEPS = 4 };
   double steps[SAMPLE_MAX];
   const size_t count = s->count - 1;

   for (size_t i = 0; i < count; i++)
      steps[i] = s->log_size[i + 1] - s->log_size[i];
   sample_median(steps, count);        /* sorts */
   return fmax(log(tuning_values.gap_ratio),
               USUAL_STEPS * steps[3 * count / 4]);
}

size_t groups_find(const sample *s, const verdict_point *points, size_t count,
                   size_t first[GROUPS_MAX + 1])
{
   const double ratio = exp(min_gap(s));
   size_t groups = 1;

   first[0] = 0;
   for (size_t i = 1; i < count; i++) {
      if (points[i].size <= ratio * points[i - 1].size)
         continue;
      if (groups == GROUPS_MAX) {
         groups = 1;
         break;
      }
      first[groups++] = i;
   }
   first[groups] = count;
   return groups;
}

static size_t end_of_group(const sample *s, size_t first, double gap)
{
   size_t past = first + 1;

   while (past < s->count &&
          s->log_size[past] - s->log_size[past - 1] <= gap)
      past++;
   return past;
}

/* Return whether the residuals of some points have a slope that is significant,
   and large compared with the slope of the curve. */
static bool has_slope(const verdict_curve *curve, const sample *s, size_t first,
                      size_t past)
{
   static const double min_scatter = .002;
   const size_t count = past - first, last = past - 1;
   double residual[SAMPLE_MAX] = { 0 }, constant, slope, variance[3], rss;
   double expected, error, freedom = -2;

   for (size_t i = first; i < past; i++) {
      const double value = curve_at(curve, s->size[i]) / s->unit;

      if (!(value > 0))
         return false;
      residual[i - first] = log(s->cost[i] / value);
      freedom += s->weight[i];
   }
   if (gsl_fit_wlinear(&s->log_size[first], 1, &s->weight[first], 1, residual,
                       1, count, &constant, &slope, &variance[0], &variance[1],
                       &variance[2], &rss) != GSL_SUCCESS || !(freedom > 0))
      return false;
   expected = log(curve_at(curve, s->size[last]) /
                  curve_at(curve, s->size[first])) /
              (s->log_size[last] - s->log_size[first]);
   /* variance[2] is that of the slope if the residuals have a variance of 1. */
   error = sqrt(variance[2] * fmax(rss / freedom, min_scatter * min_scatter));
   return fabs(slope) > tuning_values.slope_errors * error &&
          fabs(slope) > tuning_values.slope_part * fmax(expected, .5);
}

bool groups_contradict(const verdict_curve *curve, const sample *s)
{
   const double gap = min_gap(s);
   bool is_contradicted = false;
   size_t groups = 0;

   for (size_t first = 0, past; first < s->count; first = past, groups++) {
      past = end_of_group(s, first, gap);
      if (past - first >= tuning_values.min_group &&
          s->size[first] >= curve->from)
         is_contradicted |= has_slope(curve, s, first, past);
   }
   return is_contradicted && groups > 1 && groups <= GROUPS_MAX;
}
