/* The points of an inference, prepared for fitting.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer/sample.h"
#include "infer/tuning.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* With fewer distinct sizes, or a smaller ratio of the largest to the smallest
   size, there is no class. */
static const size_t min_sizes = 5;
static const double min_range = 2;
/* Sizes whose ratio is smaller are one distinct size. */
static const double distinct_ratio = 1.02;
/* Residuals beyond this number of standard deviations are outliers. */
static const double outlier_cut = 3;
/* The least scatter when outliers are looked for. */
static const double min_scatter = .02;
/* The largest offset leaves this part of the smallest size: 1 / max_cut. */
static const double max_cut = 100;
/* The median of the absolute value of a normal variable, as a standard
   deviation. */
static const double median_to_deviation = 1.4826;

/* --- statistics --- */

static int compare_doubles(const void *a, const void *b)
{
   double x = *(const double *)a, y = *(const double *)b;

   return (x > y) - (x < y);
}

double sample_median(double *values, size_t count)
{
   if (count == 0)
      return 0;
   qsort(values, count, sizeof *values, compare_doubles);
   return count % 2 ? values[count / 2]
                    : (values[count / 2 - 1] + values[count / 2]) / 2;
}

double sample_scatter(const sample *s, size_t first, size_t past)
{
   double step[SAMPLE_MAX];
   size_t count = 0;

   for (size_t i = first + 1; i < past; i++)
      step[count++] = fabs(s->residual[i] - s->residual[i - 1]);
   return median_to_deviation * sample_median(step, count) / sqrt(2);
}

/* --- sizes and terms --- */

size_t sample_distinct_sizes(const verdict_point *points, size_t count)
{
   double last = 0;
   size_t n = 0;

   for (size_t i = 0; i < count; i++)
      if (points[i].size >= last * distinct_ratio) {
         last = points[i].size;
         n++;
      }
   return n;
}

bool sample_is_enough(const verdict_point *points, size_t count)
{
   return sample_distinct_sizes(points, count) >= min_sizes &&
          points[count - 1].size >= min_range * points[0].size;
}

/* Thin to SAMPLE_MAX points: cut the range into intervals of equal ratio and
   keep the size in the middle of each.  What is kept are observations, not
   averages, so the scatter does not change, and a curve through exact counts
   remains exact.  The smallest and the largest size are always kept.  Return
   the number of points kept; `kept` are their indices. */
static size_t thin(const verdict_point *points, size_t count, size_t *kept)
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

/* Return the cost that replaces 0, which has no logarithm: half a unit, or half
   of the smallest cost if that is less. */
static double min_cost(const verdict_point *points, size_t count)
{
   double least = 1;

   for (size_t i = 0; i < count; i++)
      if (points[i].cost > 0)
         least = fmin(least, points[i].cost);
   return least / 2;
}

static void set_terms(sample *s)
{
   const size_t last = s->count - 1;

   for (size_t k = 0; k <= last; k++) {
      const size_t i = last - k;        /* the largest size sets the scales */
      const double n = s->size[i], lg = log2(n), root = sqrt(n);
      const double value[FIXED_TERMS] = {
         [GROWTH_CONSTANT] = 1, [GROWTH_LOG] = lg, [GROWTH_SQRT] = root,
         [GROWTH_LINEAR] = n, [GROWTH_LINEARITHMIC] = n * lg,
         [GROWTH_N15] = n * root, [GROWTH_QUADRATIC] = n * n,
         [GROWTH_QUADRATIC_LOG] = n * n * lg, [GROWTH_CUBIC] = n * n * n,
      };

      for (int t = 0; t < FIXED_TERMS; t++) {
         if (i == last)
            s->scale[t] = value[t];
         s->term[i][t] = value[t] / s->scale[t];
      }
   }
}

double sample_sublinear_prior(const sample *s)
{
   return s->kind == SIZE_IN_CELLS ? tuning_values.sublinear_prior : 1;
}

void sample_take(sample *s, const verdict_point *points, size_t count,
                 verdict_size kind)
{
   size_t kept[SAMPLE_MAX];
   double least = min_cost(points, count);

   s->kind = kind;
   s->count = thin(points, count, kept);
   s->unit = fmax(points[count - 1].cost, least);
   for (size_t i = 0; i < s->count; i++) {
      const verdict_point *p = &points[kept[i]];

      s->size[i] = p->size;
      s->log_size[i] = log(p->size);
      s->cost[i] = fmax(p->cost, least) / s->unit;
      s->noise[i] = 1;
   }
   s->offset = 0;
   set_terms(s);
   s->growth_rate = log(s->cost[s->count - 1] / s->cost[0]) /
                    (s->size[s->count - 1] - s->size[0]);
}

double sample_cut_range(const sample *s)
{
   return fmin(log(s->size[0]), log(max_cut));
}

double sample_offset(const sample *s, double cut)
{
   return s->size[0] * (1 - exp(-cut));
}

void sample_shift(sample *s, double offset)
{
   for (size_t i = 0; i < s->count; i++) {
      s->size[i] -= offset - s->offset;
      s->log_size[i] = log(s->size[i]);
   }
   s->offset = offset;
   set_terms(s);
}

/* --- robust weights --- */

/* Return the scatter of all points, in units of the noise at each size. */
static double standard_scatter(const sample *s)
{
   double step[SAMPLE_MAX];

   for (size_t i = 1; i < s->count; i++)
      step[i - 1] = fabs(s->residual[i] - s->residual[i - 1]) /
                    sqrt(s->noise[i] * s->noise[i - 1]);
   return median_to_deviation * sample_median(step, s->count - 1) / sqrt(2);
}

void sample_weigh(sample *s)
{
   double standard = standard_scatter(s);

   for (size_t i = 0; i < s->count; i++) {
      double cut = outlier_cut * fmax(standard * s->noise[i], min_scatter);
      double r = s->residual[i];
      double share = cut / fmax(fabs(r), 1e-300);

      s->weight[i] = share >= 1 ? 1 : share * share;
      s->response[i] = share >= 1 ? s->cost[i] / s->pilot[i]
                                  : exp(copysign(cut, r));
   }
   s->top = s->pilot[s->count - 1];
}

/* --- normal equations --- */

static void add_point(normal_equations *e, const sample *s, size_t point)
{
   double scale = 1 / s->pilot[point], x[FIXED_TERMS];
   double w = s->weight[point] / (s->noise[point] * s->noise[point]);
   double z = s->response[point];

   for (int a = 0; a < FIXED_TERMS; a++)
      x[a] = s->term[point][a] * scale;
   for (int a = 0; a < FIXED_TERMS; a++) {
      double wx = w * x[a];

      e->rhs[a] += wx * z;
      for (int b = 0; b <= a; b++)
         e->gram[a][b] += wx * x[b];
   }
   e->square += w * z * z;
   e->weight += s->weight[point];
}

void sample_equations(normal_equations *e, const sample *s, size_t first,
                      size_t past)
{
   memset(e, 0, sizeof *e);
   for (size_t i = first; i < past; i++)
      add_point(e, s, i);
}

void sample_set_free_term(normal_equations *e, const sample *s, size_t first,
                          size_t past, const double *values)
{
   double with_one = 0, with_linear = 0, with_itself = 0, rhs = 0;

   for (size_t i = first; i < past; i++) {
      double scale = 1 / (s->pilot[i] * s->noise[i]);
      double wx = s->weight[i] * values[i] * scale;

      rhs += wx / s->noise[i] * s->response[i];
      wx *= scale;
      with_one += wx;
      with_linear += wx * s->term[i][GROWTH_LINEAR];
      with_itself += wx * values[i];
   }
   e->rhs[TERM_FREE] = rhs;
   e->gram[TERM_FREE][TERM_FREE] = with_itself;
   e->gram[TERM_FREE][GROWTH_CONSTANT] = with_one;
   e->gram[TERM_FREE][GROWTH_LINEAR] = with_linear;
}
