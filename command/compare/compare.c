/* The costs of one routine in two profiles, at the sizes that both have.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "compare/compare.h"

#include <math.h>
#include <string.h>

/* A difference counts from this many standard errors, and from one standard
   deviation of a single size: the activations of a run are no independent
   samples, so their number proves less than it seems to. */
#define STANDARD_ERRORS 3
#define DEVIATIONS 1
/* Standard errors if the routine itself has done the same. */
#define STANDARD_ERRORS_OF_SAME 2
/* Between sizes that differ by no more than this factor, costs are taken to
   follow a power law. */
#define NEAR 1.25
/* The same factor where sizes nearer to each other show little of the cost, and
   the least number of sizes from which the error of that is known: runs on
   inputs each of which is twice as large as the one before. */
#define WIDE 2.5
#define LEAST_WIDE 4
/* Sizes that differ by no more than this factor count as equal if nothing
   nearer is known: even a cubic cost differs by 3 % then, less than a threshold
   that makes sense. */
#define NEARLY_EQUAL 1.01

/* Two single points whose sizes differ by no more than this factor are compared
   as if cost grew as this power of the size, so that the difference of the
   sizes explains as much as it can.  The factor that is left is a change from
   the least one on. */
#define COMPARABLE 2
#define STEEPEST 3
#define LEAST_FACTOR 1.5
/* The confidence of such a change. */
#define CONFIDENCE_OF_SINGLE 0.95

/* The cost at one size. */
typedef struct {
   double calls, mean, max;
   double variance;                   /* relative to the square of the mean */
} cost_level;

static cost_level level_of(const prof_tuple *p)
{
   const long double calls = p->calls, mean = p->cost.sum / calls;
   const long double v = p->cost.squares / calls - mean * mean;
   cost_level l = { (double)calls, (double)mean, (double)p->cost.max, 0 };

   if (p->cost.min < p->cost.max && v > 0 && mean > 0)
      l.variance = (double)(v / (mean * mean));
   /* A routine without a branch costs nothing in basic blocks. */
   l.mean = fmax(l.mean, 0.5);
   l.max = fmax(l.max, 0.5);
   return l;
}

/* Interpolate on the line between two points of a doubly logarithmic plot. */
static double between(double a, double b, double part)
{
   return exp(log(a) + part * log(b / a));
}

static bool are_nearly_equal(uint64_t a, uint64_t b)
{
   return (double)a <= NEARLY_EQUAL * (double)b &&
          (double)b <= NEARLY_EQUAL * (double)a;
}

/* Find the cost at a size that is nearly equal: of the neighbours before and at
   `next` the nearer one. */
static bool find_nearly_equal(const prof_tuple *points, size_t count,
                              uint64_t size, size_t next, cost_level *l)
{
   const prof_tuple *found = NULL;

   if (next < count && are_nearly_equal(points[next].size, size))
      found = &points[next];
   if (next > 0 && are_nearly_equal(points[next - 1].size, size) &&
       (found == NULL || size - points[next - 1].size < found->size - size))
      found = &points[next - 1];
   if (found)
      *l = level_of(found);
   return found != NULL;
}

/* Find the cost at a size: at that size itself, between two neighbours that are
   near enough, or at a size that is nearly equal.  The points ascend, and all
   points before *next are smaller.  near: the factor between such neighbours;
   noise: the variance of the log of a cost between them.  Return false if there
   is no such cost. */
static bool find_level(const prof_tuple *points, size_t count, uint64_t size,
                       double near, double noise, size_t *next, cost_level *l)
{
   cost_level a, b;
   double part;

   while (*next < count && points[*next].size < size)
      (*next)++;
   if (*next < count && points[*next].size == size) {
      *l = level_of(&points[*next]);
      return true;
   }
   if (*next == 0 || *next == count ||
       (double)points[*next].size > near * (double)points[*next - 1].size)
      return find_nearly_equal(points, count, size, *next, l);
   b = level_of(&points[*next]);
   a = level_of(&points[*next - 1]);
   part = log((double)size / (double)points[*next - 1].size) /
          log((double)points[*next].size / (double)points[*next - 1].size);
   *l = (cost_level){ fmin(a.calls, b.calls), between(a.mean, b.mean, part),
                 between(a.max, b.max, part),
                 fmax(a.variance, b.variance) + noise };
   return true;
}

static bool differ(double old, double new, double threshold)
{
   return fabs(new - old) > threshold * old;
}

/* Sums over the common sizes. */
typedef struct {
   double old, new;                   /* costs, weighted by the new calls */
   double calls;                      /* least of both sides, at one size */
   double weights, squared_weights;
   double variance;                   /* weighted, within sizes */
   /* Weighted moments of x, the log of the size, and of y, the log of new /
      old. */
   double x, y, xx, xy, yy;
} size_sums;

static void add_size(size_sums *s, double size, const cost_level *old,
                     const cost_level *new)
{
   const double x = log1p(size), y = log(new->mean / old->mean);
   const double weight = new->calls * sqrt(old->mean * new->mean);

   s->old += new->calls * old->mean;
   s->new += new->calls * new->mean;
   s->calls = fmax(s->calls, fmin(old->calls, new->calls));
   s->variance += weight * (old->variance + new->variance);
   s->weights += weight;
   s->squared_weights += weight * weight;
   s->x += weight * x;
   s->y += weight * y;
   s->xx += weight * x * x;
   s->xy += weight * x * y;
   s->yy += weight * y * y;
}

/* Return the variance of the ratio's log from size to size around a trend: a
   changed class makes a trend. */
static double variance_between(const size_sums *s, size_t sizes)
{
   const double x = s->x / s->weights, y = s->y / s->weights;
   const double xx = s->xx / s->weights - x * x;
   const double xy = s->xy / s->weights - x * y;
   double yy = s->yy / s->weights - y * y;

   if (sizes < 3)
      return sizes < 2 ? 0 : yy * 2;
   if (xx > 0)
      yy -= xy * xy / xx;
   return fmax(yy, 0) * (double)sizes / (double)(sizes - 2);
}

static void conclude(const size_sums *s, double threshold, bool same_steps,
                     comparison *c)
{
   const double change = fabs(log(s->new / s->old));
   double variance = s->variance / s->weights, error;

   c->ratio = s->new / s->old;
   if (c->same_workload) {
      c->confidence = 1;
   } else if (c->common == 1 && s->calls < 2) {
      return;                         /* the scatter is unknown */
   } else {
      variance = fmax(variance, variance_between(s, c->common));
      c->scatter = sqrt(variance);
      error = c->scatter * sqrt(s->squared_weights) / s->weights;
      c->confidence = error > 0 ? erf(change / error / M_SQRT2) : 1;
      same_steps &= differ(c->costs[0], c->costs[1], threshold);
      if (same_steps ? change < STANDARD_ERRORS_OF_SAME * error
                     : change < DEVIATIONS * c->scatter ||
                       change < STANDARD_ERRORS * error)
         return;
   }
   c->significant = change > log1p(threshold);
   /* As many calls cost as much in total: only the sizes have moved a
      little. */
   if (c->calls[0] == c->calls[1] &&
       !differ(c->costs[0], c->costs[1], threshold))
      c->significant = false;
}

static void add_all(const prof_tuple *points, size_t count, comparison *c,
                    int side)
{
   for (size_t i = 0; i < count; i++) {
      c->calls[side] += (double)points[i].calls;
      c->costs[side] += (double)points[i].cost.sum;
      c->outermost[side] += (double)points[i].outermost;
   }
}

/* Return whether both sides have as many calls at each size.  A single size may
   be nearly equal: `main` reads a few cells more in a new build. */
static bool equal_calls(const prof_tuple *old, size_t old_count,
                        const prof_tuple *new, size_t new_count)
{
   if (old_count == 1 && new_count == 1)
      return old->calls == new->calls &&
             are_nearly_equal(old->size, new->size);
   for (size_t i = 0; i < new_count && i < old_count; i++)
      if (old[i].size != new[i].size || old[i].calls != new[i].calls)
         return false;
   return old_count == new_count;
}

/* Compare two single points of different sizes. */
static void compare_single(const prof_tuple *old, const prof_tuple *new,
                           comparison *c)
{
   const double sizes = (double)new->size / (double)old->size;
   const double most = pow(fmax(sizes, 1 / sizes), STEEPEST);
   double ratio = level_of(new).mean / level_of(old).mean;

   if (old->size == 0 || new->size == 0 || old->calls != new->calls ||
       fmax(sizes, 1 / sizes) > COMPARABLE)
      return;
   if (ratio > 1 && sizes > 1)
      ratio = fmax(1, ratio / most);
   else if (ratio < 1 && sizes < 1)
      ratio = fmin(1, ratio * most);
   if (fmax(ratio, 1 / ratio) < LEAST_FACTOR)
      return;
   c->ratio = ratio;
   c->common = 1;
   c->covered = 1;
   c->confidence = CONFIDENCE_OF_SINGLE;
   c->significant = true;
}

/* Return the variance of the log of a cost that is interpolated between two
   neighbours: how far the points are from the lines between their own
   neighbours, which are twice as far from each other. */
static double interpolation_noise(const prof_tuple *points, size_t count)
{
   double sum = 0;

   for (size_t i = 1; i + 1 < count; i++) {
      const double low = log1p((double)points[i - 1].size);
      const double high = log1p((double)points[i + 1].size);
      const double part = (log1p((double)points[i].size) - low) / (high - low);
      const double off = log(level_of(&points[i]).mean /
                             between(level_of(&points[i - 1]).mean,
                                     level_of(&points[i + 1]).mean, part));

      sum += off * off;
   }
   return sum / (double)(count - 2);
}

/* Compare the costs at common sizes.  near, noise: as of find_level. */
static void compare_common(const prof_tuple *old, size_t old_count,
                           const prof_tuple *new, size_t new_count,
                           double threshold, bool same_steps, double near,
                           double noise, comparison *c)
{
   size_sums s = { 0 };
   size_t next = 0;
   double at_common = 0;

   c->common = 0;
   for (size_t i = 0; i < new_count; i++) {
      const cost_level b = level_of(&new[i]);
      cost_level a;

      if (!find_level(old, old_count, new[i].size, near, noise, &next, &a))
         continue;
      c->touched |= differ(a.mean, b.mean, threshold) ||
                    differ(a.max, b.max, threshold);
      add_size(&s, (double)new[i].size, &a, &b);
      at_common += (double)new[i].cost.sum;
      c->common++;
   }
   if (c->common == 0)
      return;
   c->covered = c->costs[1] > 0 ? at_common / c->costs[1] : 1;
   conclude(&s, threshold, same_steps, c);
}

void compare_points(const prof_tuple *old, size_t old_count,
                    const prof_tuple *new, size_t new_count,
                    double threshold, compare_hints hints, comparison *c)
{
   comparison strict;

   memset(c, 0, sizeof *c);
   c->same_workload = hints.same_workload &&
                      equal_calls(old, old_count, new, new_count);
   add_all(old, old_count, c, 0);
   add_all(new, new_count, c, 1);
   strict = *c;
   compare_common(old, old_count, new, new_count, threshold, hints.same_steps,
                  NEAR, 0, &strict);
   /* Nothing is concluded of one call on each side, at nearly equal sizes. */
   if ((strict.common == 0 || strict.covered < COMPARE_COVERED ||
        strict.confidence == 0) && old_count >= LEAST_WIDE) {
      compare_common(old, old_count, new, new_count, threshold,
                     hints.same_steps, WIDE,
                     interpolation_noise(old, old_count), c);
      if (c->covered < COMPARE_COVERED)
         *c = strict;
   } else {
      *c = strict;
   }
   if (c->common == 0) {
      c->touched = true;
      if (old_count == 1 && new_count == 1 && hints.other_code)
         compare_single(old, new, c);
      return;
   }
   c->touched |= c->covered < COMPARE_COVERED;
}

double compare_excess(const comparison *c, const double costs[2])
{
   if (c->same_workload)
      return costs[1] - costs[0];
   return c->ratio > 0 ? costs[1] * (1 - 1 / c->ratio) : 0;
}
