/* Caps on confidence: conditions under which no class may exceed 0.85.

   Evidence compares models, as if one of them were right.  In each of these
   conditions routines were found that follow none of the models, and surely
   looked like another class.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer/confidence_caps.h"
#include "infer/curve.h"

#include <gsl/gsl_fit.h>
#include <math.h>

/* The spread around the curve below which costs are exact; for a class with a
   logarithm as its leading term. */
static const double exact = .005, exact_log = .0005;
/* The largest width of the exponent's interval: of any steep class, of a class
   above n^2, of a class from n^2 on whose scatter is above `wild`, and of
   n log n. */
static const double wide_steep = 1, wide_cubic = .3, wild = .15;
static const double wide_square = .15, wide_linearithmic = .6;
/* n^1.5 with fewer sizes, if another class's spread is less than this multiple
   of its own. */
static const size_t few_for_n15 = 14;
static const double near_n15 = 2;
/* The least share of a logarithm's term: a line whose slope changes by 2 %
   looks like less. */
static const double little_log = .15;
/* n log n with an offset above this part of the smallest size, in a range below
   this, with a spread above this: an offset that grows a little looks alike. */
static const double large_offset = .6, range_for_offset = 40,
                    offset_spread = .025;
/* A regime across a gap of this ratio, with fewer sizes below the gap and a
   smaller range above it, depends on a few points. */
static const double regime_gap = 2.5, range_above_gap = 4;
static const size_t few_below_gap = 4;
/* Posterior of a slower class in the upper half of the sizes. */
static const double min_slower = .5;
/* Two lines with a step: points on each side, and the largest ratio of their
   spread to that of n log n.  At a ratio of a half, true n log n with scatter
   would be capped. */
enum { MIN_ON_SIDE = 3 };
static const double far_better = .33;

double confidence_caps_lead_share(const verdict *v)
{
   const infer_curve *c = &v->curve;

   if (c->count == 0)
      return 0;
   return curve_lead_at(c, v->size_max) / infer_curve_at(c, v->size_max);
}

/* Return whether a model of another class has a spread below a multiple of the
   class's.  is_plain: only models without an offset and of all sizes. */
static bool is_near_other(const verdict *v, double times, bool is_plain)
{
   size_t own = 0;

   while (own < v->model_count && v->models[own].counts_for != v->growth.kind)
      own++;
   for (size_t i = 0; i < v->model_count && own < v->model_count; i++) {
      const infer_curve *c = &v->models[i].curve;

      if (v->models[i].counts_for != v->growth.kind &&
          !(is_plain && (c->offset > 0 || c->from > 0)) &&
          v->models[i].spread < times * v->models[own].spread)
         return true;
   }
   return false;
}

/* The class needs an offset, and another class without an offset has hardly
   more spread. With many points a small difference is strong evidence, but only
   if the offset is the same in every call. */
static bool depends_on_offset(const verdict *v)
{
   const double hardly_more = 1.1;

   return v->curve.offset > 0 && is_near_other(v, hardly_more, true);
}

/* n^1.5 from few sizes, which may be n^2 with lower terms if costs have steps.
   For strcat in a loop the ratio of spreads is 1.1 to 1.6; for the product of
   matrices, which is n^1.5 in its cells, it is 6. */
static bool is_n15_by_few(const verdict *v)
{
   return v->growth.kind == GROWTH_N15 && v->sizes_apart < few_for_n15 &&
          v->models[0].spread >= exact && is_near_other(v, near_n15, false);
}

/* Return the residual sum of squares, relative to the costs, of the best line
   through some points; infinite if it falls.  `weights` are those of squares in
   units of cost. */
static double line_rss(const sample *s, const double *weights, size_t first,
                       size_t past)
{
   double constant, slope, variance[3], rss;

   gsl_fit_wlinear(s->size + first, 1, weights + first, 1, s->cost + first, 1,
                   past - first, &constant, &slope, &variance[0], &variance[1],
                   &variance[2], &rss);
   return slope > 0 ? rss : INFINITY;
}

/* n log n, where two lines with a step have far less spread.  A copy that moves
   many bytes at a time up to some length, and single bytes beyond, costs as
   two lines; n log n is as near to them as any smooth curve. */
static bool looks_like_step(const verdict *v, const sample *s)
{
   double by_curve = 0, by_lines = INFINITY, weights[SAMPLE_MAX];

   if (v->growth.kind != GROWTH_LINEARITHMIC || v->curve.from > 0 ||
       v->models[0].spread < exact)
      return false;
   for (size_t i = 0; i < s->count; i++) {
      const double off = infer_curve_at(&v->curve, s->size[i]) / s->unit -
                         s->cost[i];

      weights[i] = s->weight[i] / (s->cost[i] * s->cost[i]);
      by_curve += weights[i] * off * off;
   }
   for (size_t i = MIN_ON_SIDE; i + MIN_ON_SIDE <= s->count; i++)
      by_lines = fmin(by_lines, line_rss(s, weights, 0, i) +
                                line_rss(s, weights, i, s->count));
   return by_lines < far_better * far_better * by_curve;
}

/* n log n with a small share, or n^2 log n that may be n^2 minus a slower term:
   filling bins costs n^2 - n^1.5, which n^2 log n fits better than n^2 does. */
static bool has_little_log(const verdict *v)
{
   const bool is_little = confidence_caps_lead_share(v) < little_log;

   if (v->growth.kind == GROWTH_LINEARITHMIC)
      return is_little && !confirm_is_exact(v);
   return v->growth.kind == GROWTH_QUADRATIC_LOG &&
          v->models[0].spread >= exact_log;
}

/* n log n with an uncertain exponent, or with a large offset, so that n minus
   an offset may explain the costs as well. */
static bool has_uncertain_log(const verdict *v)
{
   return v->growth.kind == GROWTH_LINEARITHMIC &&
          v->models[0].spread >= exact &&
          ((v->has_exponent &&
            v->exponent_hi - v->exponent_lo > wide_linearithmic) ||
           (v->curve.offset > large_offset * v->size_min &&
            v->size_max < range_for_offset * v->size_min &&
            v->models[0].spread > offset_spread));
}

/* A regime, other than of O(n), that begins with a few sizes below a gap and
   has a small range above it. */
static bool is_across_gap(const verdict *v, const infer_point *points,
                          size_t count)
{
   size_t first = 0, gap = count - 1;

   if (v->curve.from <= 0 || v->growth.kind == GROWTH_LINEAR)
      return false;
   while (points[first].size < v->curve.from)
      first++;
   while (gap > first && points[gap].size < regime_gap * points[gap - 1].size)
      gap--;
   return gap > first && gap - first < few_below_gap &&
          v->size_max < range_above_gap * points[gap].size;
}

/* A steep class whose exponent is uncertain; less uncertainty is enough above
   n^2 (the cells of an allocator, which vary from call to call, are most of
   small sizes and make n^2 steeper) and from n^2 on where costs scatter. */
static bool has_uncertain_exponent(const verdict *v)
{
   const double power = growth_power(v->growth);
   const double width = v->exponent_hi - v->exponent_lo;

   if (!v->has_exponent || power <= 1)
      return false;
   return width > wide_steep ||
          (isfinite(power) &&
           ((power > 2 && v->models[0].spread >= exact && width > wide_cubic) ||
            (power >= 2 && v->scatter > wild && width > wide_square)));
}

/* Infer from the sizes from `first` on.  Return whether they give another
   class. */
static bool gives_other_class(const verdict *v, const infer_point *points,
                              size_t count, size_t first,
                              confirm_infer *infer_part, verdict *part)
{
   return first > 0 && infer_part(part, points + first, count - first) &&
          part->growth.kind != v->growth.kind;
}

static size_t first_from(const infer_point *points, double size)
{
   size_t first = 0;

   while (points[first].size < size)
      first++;
   return first;
}

/* Without the smallest quarter of the sizes, where lower terms are largest,
   another class is likely; or for a class above n a slower one is probable at
   the larger sizes.  If memory is taken by doubling, the cells beside the input
   are more for larger inputs and vary from call to call: over small inputs n
   looks like n log n, and n^2 like a steeper class. */
static bool depends_on_smallest(const verdict *v, const infer_point *points,
                                size_t count, confirm_infer *infer_part)
{
   const double least = points[0].size, most = points[count - 1].size;
   /* The upper half by number, by ratio, and the last decade. */
   const size_t starts[] = {
      count / 2, first_from(points, sqrt(least * most)),
      first_from(points, most / 10),
   };
   verdict part;

   if (v->models[0].spread < exact)
      return false;
   if (gives_other_class(v, points, count, count / 4, infer_part, &part) &&
       part.confidence >= INFER_LIKELY)
      return true;
   if (growth_compare(v->growth, (growth){ GROWTH_LINEAR, 0 }) <= 0)
      return false;
   for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
      if (gives_other_class(v, points, count, starts[i], infer_part, &part) &&
          growth_compare(part.growth, v->growth) < 0 &&
          part.confidence >= min_slower)
         return true;
   return false;
}

bool confidence_caps_apply(const verdict *v, const sample *s,
                           const infer_point *points, size_t count,
                           confirm_infer *infer_part)
{
   return depends_on_offset(v) || is_n15_by_few(v) || looks_like_step(v, s) ||
          has_little_log(v) || has_uncertain_log(v) ||
          is_across_gap(v, points, count) || has_uncertain_exponent(v) ||
          depends_on_smallest(v, points, count, infer_part);
}
