/* May nobody be sure of a class, however much evidence there is for it?

   Evidence compares models, as if one of them were right.  These are the ways in
   which routines were found not to follow any, and looked surely like another
   class.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer/confidence_caps.h"
#include "infer/steps.h"

#include <math.h>

/* Nobody is sure of a steep class whose exponent's interval is wider than the
   first; nor, unless costs are as exact as the second, of one that is likely
   another without the smallest sizes, or of which a slower one has the third as
   its posterior at the larger ones. */
static const double any_power = 1, exact = .005, rather = .5;
/* Nor of more than n^2 where the interval is wider than this, and where costs
   scatter as much as the second not of n^2 where it is wider than the third. */
static const double wide_cubic = .3, wild = .15, wide_square = .15;
/* Nor of n^1.5 by fewer sizes than these, where another class leaves less than
   so many times as much. */
static const size_t few_for_n15 = 14;
static const double near_n15 = 2;
/* Nor of a logarithm in so little of the cost, unless costs are exact: of a line
   whose slope changes by 2 % on its way it is as much.  Nor of n^2 log n, unless
   they are as exact as the second: what costs n^2 less n^1.5, as filling bins
   does, is nearer to that than to n^2. */
static const double little_log = .15, exact_log = .0005;
/* Nor of n log n where the exponent's interval is wider than this; nor by an offset
   of more than this part of the smallest size, in a range of less than that, by a
   curve that leaves so much: an offset that grows a little would do as well. */
static const double wide_linearithmic = .6, large_offset = .6,
                    range_for_offset = 40, left_by_offset = .025;
/* Nor of a class by a regime that reaches across such a gap, with fewer sizes than
   these below it, and a smaller range above: it hangs on a few points. */
static const double regime_gap = 2.5, range_above_gap = 4;
static const size_t few_below_gap = 4;

double unsure_lead_share(const verdict *v)
{
   const infer_curve *c = &v->curve;

   if (c->count == 0)
      return 0;
   return infer_lead_at(c, v->size_max) / infer_curve_at(c, v->size_max);
}

/* Is there a curve of another class that leaves hardly more than the answer's,
   up to so many times as much?  A plain one has neither an offset nor a part of
   the sizes only. */
static bool is_near_other(const verdict *v, double times, bool is_plain)
{
   size_t own = 0;

   while (own < v->model_count && v->models[own].credit != v->growth.kind)
      own++;
   for (size_t i = 0; i < v->model_count && own < v->model_count; i++) {
      const infer_curve *c = &v->models[i].curve;

      if (v->models[i].credit != v->growth.kind &&
          !(is_plain && (c->offset > 0 || c->from > 0)) &&
          v->models[i].spread < times * v->models[own].spread)
         return true;
   }
   return false;
}

/* Is the class what it is by an offset, where a curve of another class without
   one leaves hardly more?  With many points that little is much evidence, as
   long as one of the two is right; but offsets differ a little from call to
   call. */
static bool hangs_on_offset(const verdict *v)
{
   const double hardly_more = 1.1;

   return v->curve.offset > 0 && is_near_other(v, hardly_more, true);
}

/* Few sizes hardly tell n^1.5 from n^2 with lower terms where costs go by steps,
   as of strcat in a loop: that leaves 1.1 to 1.6 times as much.  Of the product
   of matrices, which is n^1.5 in its cells, others leave 6 times as much. */
static bool is_n15_by_few(const verdict *v)
{
   return v->growth.kind == GROWTH_N15 && v->sizes_apart < few_for_n15 &&
          v->models[0].spread >= exact && is_near_other(v, near_n15, false);
}

/* Does n log n bend where a line with one step would? */
static bool hangs_on_step(const verdict *v, const sample *s)
{
   return v->growth.kind == GROWTH_LINEARITHMIC && v->curve.from <= 0 &&
          v->models[0].spread >= exact && steps_explain(s, &v->curve);
}

/* Is hardly anything of the cost a logarithm's, or, of n^2 log n, maybe nothing? */
static bool is_little_log(const verdict *v)
{
   const bool is_little = unsure_lead_share(v) < little_log;

   if (v->growth.kind == GROWTH_LINEARITHMIC)
      return is_little && !doubt_is_exact(v);
   return v->growth.kind == GROWTH_QUADRATIC_LOG &&
          v->models[0].spread >= exact_log;
}

/* May n log n be something else altogether, or only n less some cells? */
static bool is_loose_log(const verdict *v)
{
   return v->growth.kind == GROWTH_LINEARITHMIC &&
          v->models[0].spread >= exact &&
          ((v->has_exponent &&
            v->exponent_hi - v->exponent_lo > wide_linearithmic) ||
           (v->curve.offset > large_offset * v->size_min &&
            v->size_max < range_for_offset * v->size_min &&
            v->models[0].spread > left_by_offset));
}

/* Does a regime that is none of n begin with a few sizes, a gap, and others which
   are near to each other? */
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

/* May the exponent of what is called steep be another one altogether? */
static bool is_any_power(const verdict *v)
{
   return v->has_exponent && growth_power(v->growth) > 1 &&
          v->exponent_hi - v->exponent_lo > any_power;
}

/* May what is called steeper than n^2 be that?  Cells of an allocator that
   differ from call to call are most of small sizes, and make n^2 steeper. */
static bool may_be_square(const verdict *v)
{
   const double power = growth_power(v->growth);

   return power > 2 && isfinite(power) && v->models[0].spread >= exact &&
          v->has_exponent && v->exponent_hi - v->exponent_lo > wide_cubic;
}

/* May what is called n^2, or steeper, be less where costs scatter? */
static bool is_wild(const verdict *v)
{
   const double power = growth_power(v->growth);

   return power >= 2 && isfinite(power) && v->scatter > wild &&
          v->has_exponent && v->exponent_hi - v->exponent_lo > wide_square;
}

/* What the sizes from `first` on say, if that is another class. */
static bool says_other(const verdict *v, const infer_point *points, size_t count,
                       size_t first, doubt_judge *judge_part, verdict *part)
{
   return first > 0 && judge_part(part, points + first, count - first) &&
          part->growth.kind != v->growth.kind;
}

static size_t first_from(const infer_point *points, double size)
{
   size_t first = 0;

   while (points[first].size < size)
      first++;
   return first;
}

/* Is the class likely another one without the smallest quarter of the sizes, where
   lower terms are at their largest, whatever they are?  Or is what is above n
   rather a slower one at the larger sizes?  Cells beside the input are more for
   larger inputs where memory is taken by doubling, and not the same for each
   call: over small inputs n looks like n log n, n^2 like more. */
static bool hangs_on_smallest(const verdict *v, const infer_point *points,
                              size_t count, doubt_judge *judge_part)
{
   const double least = points[0].size, most = points[count - 1].size;
   /* The upper half in three ways: by number, by ratio, and the last decade. */
   const size_t starts[] = {
      count / 2, first_from(points, sqrt(least * most)),
      first_from(points, most / 10),
   };
   verdict part;

   if (v->models[0].spread < exact)
      return false;
   if (says_other(v, points, count, count / 4, judge_part, &part) &&
       part.confidence >= INFER_LIKELY)
      return true;
   if (growth_compare(v->growth, (growth){ GROWTH_LINEAR, 0 }) <= 0)
      return false;
   for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
      if (says_other(v, points, count, starts[i], judge_part, &part) &&
          growth_compare(part.growth, v->growth) < 0 &&
          part.confidence >= rather)
         return true;
   return false;
}

bool unsure_is_due(const verdict *v, const sample *s, const infer_point *points,
                   size_t count, doubt_judge *judge_part)
{
   return hangs_on_offset(v) || is_n15_by_few(v) || hangs_on_step(v, s) ||
          is_little_log(v) || is_loose_log(v) ||
          is_across_gap(v, points, count) || is_any_power(v) ||
          may_be_square(v) || is_wild(v) ||
          hangs_on_smallest(v, points, count, judge_part);
}
