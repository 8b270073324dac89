/* Infer which function of the input size costs follow.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer/infer.h"
#include "infer/curve.h"
#include "infer/diagnostics.h"
#include "infer/estimate.h"
#include "infer/tally.h"
#include "infer/top.h"
#include "infer/tuning.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

/* Below this confidence there is no class. */
static const double min_confidence = .4;
/* Conditions of warnings. */
static const size_t few_sizes = 8;
static const double narrow_range = 10;
static const double large_scatter = .3;

/* The verdict is the mean of these estimates: of all points, and of parts. */
enum { ESTIMATES = 1 + ESTIMATE_PARTS };

/* Set what depends on the sizes alone. */
static void describe_sizes(verdict *v, const verdict_point *points,
                           size_t count)
{
   v->sizes = count;
   v->sizes_apart = sample_distinct_sizes(points, count);
   if (count == 0)
      return;
   v->size_min = points[0].size;
   v->size_max = points[count - 1].size;
   if (v->sizes_apart < few_sizes)
      v->warnings |= WARN_FEW_SIZES;
   if (count > 1 && v->size_max < narrow_range * v->size_min)
      v->warnings |= WARN_NARROW_RANGE;
}

/* Return whether the class is steeper than n log n, and one of the estimates
   says that it is not. */
static bool is_unconfirmed(const verdict *v, const estimate *estimates,
                           size_t count)
{
   const growth bound = { GROWTH_LINEARITHMIC, 0 };

   if (!growth_is_steep(v->growth))
      return false;
   for (size_t i = 0; i < count; i++) {
      const verdict *part = &estimates[i].verdict;

      if (verdict_at_least(part, bound) - part->posterior[bound.kind] < .5)
         return true;
   }
   return false;
}

/* Return whether no class may be sure: large inputs do not follow the curve, or
   smaller ones cost many times as much. */
static bool is_capped(const verdict *v, const sample *s, scatter_change change)
{
   return change == SCATTER_GROWS || v->warnings & WARN_LARGEST_OFF ||
          (v->curve.from > 0 &&
           diagnostics_falls_at(s, &v->curve, v->curve.from));
}

/* Return whether sizes are cells and the costs look as if they grew more slowly
   than these: a constant from some size on, or O(n) that may as well be a
   root. */
static bool is_sublinear(const verdict *v, const sample *s)
{
   return s->kind == SIZE_IN_CELLS &&
          ((v->growth.kind == GROWTH_CONSTANT && v->curve.from > 0) ||
           (v->growth.kind == GROWTH_LINEAR && v->has_exponent &&
            v->exponent_lo < tuning_values.least_exponent));
}

/* Return the width of the exponent's interval up to which the class may be
   sure.  What looks steep is often a mixture of activations, the smaller of one
   kind and the larger of another: then its exponent is not known well. */
static double widest_interval(const verdict *v)
{
   return growth_is_steep(v->growth) ? tuning_values.steep_interval
                                      : tuning_values.max_interval;
}

/* Return the highest confidence of the class.  From O(n) on, if the exponent is
   not known well, then neither is the class. */
static double highest_confidence(const verdict *v, const sample *s,
                                 scatter_change change)
{
   const double width = v->exponent_hi - v->exponent_lo;
   const double widest = widest_interval(v);
   double most = 1;

   if (is_capped(v, s, change) || is_sublinear(v, s))
      most = tuning_values.cap;
   if (v->has_exponent && growth_power(v->growth) >= 1 &&
       width > widest)
      most = fmax(tuning_values.cap * widest / width, .5);
   return most;
}

static void set_warnings(verdict *v, const sample *s, scatter_change change)
{
   const double offset = curve_offset(&v->curve);
   size_t first = 0;

   /* Cells that cost nothing are no input: the range is that of the rest. */
   if (offset > 0 && offset < v->size_min &&
       v->size_max - offset >= narrow_range * (v->size_min - offset))
      v->warnings &= ~WARN_NARROW_RANGE;

   if (s->scatter > large_scatter)
      v->warnings |= WARN_SCATTER;
   if (diagnostics_is_unexplained(s))
      v->warnings |= WARN_UNEXPLAINED;
   if (change != SCATTER_IS_EVEN)
      v->warnings |= WARN_SCATTER_CHANGES;
   /* A drop from one regime to the next is not a falling cost. */
   while ((v->warnings & WARN_TWO_REGIMES) && s->size[first] < v->break_size)
      first++;
   if (diagnostics_is_falling(s, first))
      v->warnings |= WARN_COST_FALLS;
   if (diagnostics_is_largest_off(s, &v->curve))
      v->warnings |= WARN_LARGEST_OFF;
}

/* Return the number of points with less than one cell. */
static size_t count_empty(const verdict_point *points, size_t count)
{
   size_t empty = 0;

   while (empty < count && points[empty].size < 1)
      empty++;
   return empty;
}

/* Return whether an estimate gives a class, and the size explains the costs.
   Otherwise there is no class, whatever parts of the points say. */
static bool has_class(const estimate *e, const sample *s)
{
   double most = 0;

   for (int i = 0; i < GROWTH_KINDS; i++)
      most = fmax(most, e->verdict.posterior[i]);
   return most >= min_confidence && !diagnostics_is_unexplained(s);
}

/* Return whether sizes are cells, the class is steep and not sure, and the
   highest costs of the largest sizes grow hardly faster than n log n: then
   small and large activations do different things. */
static bool is_flat(const verdict *v, const sample *s,
                    const verdict_point *points, size_t count)
{
   bool flat;

   if (s->kind != SIZE_IN_CELLS || !growth_is_steep(v->growth) ||
       v->confidence >= tuning_values.flat_top)
      return false;
   top_slope(points, count, &v->curve, &flat);
   return flat;
}

/* Return whether sizes are cells and the class grows more slowly than these.
   What looks so is a copy, whose steps read many cells each, or a mixture. */
static bool is_below_cells(const verdict *v, const sample *s)
{
   return s->kind == SIZE_IN_CELLS &&
          (v->growth.kind == GROWTH_LOG || v->growth.kind == GROWTH_SQRT ||
           (v->growth.kind == GROWTH_POWER &&
            v->growth.power < TALLY_SUBLINEAR));
}

/* Return whether the points leave the class open: two classes as far apart as
   O(n) and O(n^3) say no more than none.  Costs over cells are counts, whose
   exponent is hardly known only if different things are mixed; of scattered
   measurements the nearest class is still the best guess.  That of an
   exponential has no bound. */
static bool is_open(const verdict *v, const sample *s)
{
   const double widest = growth_is_steep(v->growth) ? tuning_values.steep_open
                                                    : tuning_values.max_open;

   return v->confidence < min_confidence || is_below_cells(v, s) ||
          (s->kind == SIZE_IN_CELLS && v->confidence < VERDICT_LIKELY &&
           !(v->has_exponent && v->exponent_hi - v->exponent_lo <= widest));
}

/* Leave the class open.  What only looks steep, as activations of two kinds do,
   may be O(n) as well: a part of the sizes that costs nothing, or small inputs
   that cost little, make its exponent larger. */
static void leave_open(verdict *v, const sample *s)
{
   if (s->kind == SIZE_IN_CELLS && v->has_exponent && growth_is_steep(v->growth))
      v->exponent_lo = fmin(v->exponent_lo, 1);
   posterior_set_undecided(v);
}

void infer(const verdict_point *points, size_t count, verdict_size kind,
           verdict *v)
{
   const size_t empty = count_empty(points, count);
   estimate estimates[ESTIMATES];
   size_t estimate_count = 1;
   scatter_change change;
   sample s;

   points += empty;
   count -= empty;
   verdict_clear(v);
   describe_sizes(v, points, count);
   if (!sample_is_enough(points, count))
      return;

   estimate_points(&estimates[0], &s, points, count, kind);
   if (has_class(&estimates[0], &s)) {
      estimate_parts(&estimates[1], &estimates[0], &s, points, count);
      estimate_count = ESTIMATES;
   }
   posterior_average(v, estimates, estimate_count);

   v->scatter = s.scatter;
   change = diagnostics_scatter_change(&s);
   set_warnings(v, &s, change);
   if (is_unconfirmed(v, estimates, estimate_count))
      v->warnings |= WARN_UNCONFIRMED;
   posterior_cap(v, highest_confidence(v, &s, change));
   if (v->warnings & (WARN_UNEXPLAINED | WARN_COST_FALLS))
      verdict_withdraw(v);
   else if (is_open(v, &s) || is_flat(v, &s, points, count))
      leave_open(v, &s);
}
