/* Growth by several runs: see assess/run_growth.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/run_growth.h"
#include "assess/doubts.h"
#include "assess/runtime_objects.h"
#include "base/memory.h"
#include "infer/curve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Groups of runs, at the least. */
#define LEAST_GROUPS 3
/* Fewer cells from outside are no data: a number in digits, say. */
#define LEAST_EXTERNAL 64
/* A routine with a smaller part of the cost is not what has the input. */
#define MOST_OF_RUN 0.5
/* A larger input than this many times the largest one is too far away (as for a
   curve: infer/curve.h). */
#define FARTHEST 100
/* With these warnings a curve does not tell of larger inputs.  (A few runs are
   few sizes, and there are no more.) */
#define UNWARRANTED (WARN_UNEXPLAINED | WARN_COST_FALLS | WARN_ONE_SIZE | \
                     WARN_SHORT_REGIME | WARN_LARGEST_OFF)
/* The slopes between neighbours, in a doubly logarithmic plot, are those of one
   power if they differ by no more. */
#define ONE_POWER 0.5
/* Of runs that are known by their sum alone. */
#define HIGHEST_POWER 6.0
#define REST_ERROR 0.1
enum { BISECTIONS = 40 };

/* --- the input --- */

static bool is_ascending(const double *x, size_t count)
{
   for (size_t i = 1; i < count; i++)
      if (x[i] <= x[i - 1])
         return false;
   return run_groups_vary(x, count);
}

/* Keep the input that has the widest range. */
static void consider(run_growth *g, const double *x)
{
   const size_t last = g->groups.count - 1;

   if (!is_ascending(x, last + 1))
      return;
   if (g->input == NULL)
      g->input = memory_new(last + 1, sizeof *g->input);
   else if (x[last] / x[0] <= g->input[last] / g->input[0])
      return;
   memcpy(g->input, x, (last + 1) * sizeof *x);
}

static bool is_of_linker(const model *m, size_t routine)
{
   return runtime_objects_is_linker(
      m->objects[m->routines[routine].object].name);
}

/* Return how many cells from outside a run's dynamic linker reads before the
   program begins: headers of libraries, and their list, which are no input.  The
   linker's routine that starts the program is left out. */
static double read_by_linker(const model *m)
{
   bool *starts = memory_new(m->routine_count + 1, sizeof *starts);
   double most = 0;

   for (size_t i = 0; i < m->edge_count; i++)
      starts[m->edges[i].caller] |= !is_of_linker(m, m->edges[i].callee);
   for (size_t i = 0; i < m->routine_count; i++) {
      const prof_tuple sums = model_sums(m, i, MODEL_ALL_THREADS);

      if (is_of_linker(m, i) && !starts[i] && sums.calls == m->run_count)
         most = fmax(most, (double)sums.external);
   }
   free(starts);
   return most / (double)m->run_count;
}

/* Set the cells from outside, but for those of the linker; return whether there
   are some. */
static bool set_external(const run_growth *g, double *x)
{
   const double linker = read_by_linker(g->groups.m);
   const size_t count = g->groups.count;

   run_groups_costs(&g->groups, RUN_COSTS_EXTERNAL, x);
   for (size_t i = 0; i < count; i++)
      x[i] -= linker;
   return x[count - 1] >= LEAST_EXTERNAL;
}

static void consider_routines(run_growth *g, double *x)
{
   const model *m = g->groups.m;
   const double half = MOST_OF_RUN * (double)m->total.cost;
   const prof_sum **work = memory_new(g->groups.count, sizeof *work);

   for (size_t i = 0; i < m->routine_count; i++)
      if ((double)model_sums(m, i, MODEL_ALL_THREADS).outermost >= half &&
          run_groups_work(&g->groups, i, work) &&
          run_groups_sizes(&g->groups, work, x))
         consider(g, x);
   free(work);
}

static void consider_arguments(run_growth *g, double *x)
{
   for (size_t i = 1; run_groups_has_argument(&g->groups, i); i++)
      if (run_groups_numbers(&g->groups, i, x))
         consider(g, x);
}

run_growth run_growth_find(const model *m)
{
   run_growth g = { run_groups_find(m), NULL };
   const size_t count = g.groups.count;
   double *x;

   if (count < LEAST_GROUPS)
      return g;
   x = memory_new(count, sizeof *x);
   if (set_external(&g, x))
      consider(&g, x);
   if (g.input == NULL) {
      consider_routines(&g, x);
      consider_arguments(&g, x);
   }
   free(x);
   return g;
}

void run_growth_free(run_growth *g)
{
   run_groups_free(&g->groups);
   free(g->input);
   g->input = NULL;
}

/* --- predictions --- */

/* Set the sums of the groups all of whose runs have a record; return how many
   there are.  (In the others the routine has too small a part of the cost.) */
static size_t points_of(const run_growth *g, size_t routine, int which,
                        verdict_point *points)
{
   const prof_sum **work = memory_new(g->groups.count, sizeof *work);
   size_t n = 0;

   run_groups_work(&g->groups, routine, work);
   for (size_t i = 0; i < g->groups.count; i++)
      if (work[i] && work[i][which] > 0 &&
          work[i][RUN_WORK_RUNS] == g->groups.list[i].sums[RUN_COSTS_RUNS])
         points[n++] = (verdict_point){
            g->input[i], run_groups_mean(work[i], which), 1 };
   free(work);
   return n;
}

static bool by_curve(const verdict_point *points, size_t count, double largest,
                     double scale, run_prediction *p)
{
   double now, then, low, high;
   verdict v;

   if (count < DOUBTS_FEWEST_SIZES)
      return false;
   infer(points, count, SIZE_OF_ANY, &v);
   if (v.growth.kind == GROWTH_UNDECIDED || v.warnings & UNWARRANTED ||
       !curve_predict(&v, scale * largest, &then, &low, &high))
      return false;
   now = curve_at(&v.curve, largest);
   *p = (run_prediction){ v.growth, then / now, fmax(low, 0) / now,
                          high / now };
   return now > 0 && isfinite(p->factor) && isfinite(p->high) && p->factor > 0;
}

/* Few groups: go on as the largest do, if all of them agree on about a power. */
static bool by_power(const verdict_point *points, size_t count, double largest,
                     double scale, run_prediction *p)
{
   const verdict_point *last = &points[count - 1];
   const verdict_point *first = &points[count - LEAST_GROUPS];
   double least = INFINITY, most = -INFINITY, power;

   if (scale * largest > FARTHEST * last->size)
      return false;
   for (size_t i = 1; i < count; i++) {
      const double slope = log(points[i].cost / points[i - 1].cost) /
                           log(points[i].size / points[i - 1].size);

      least = fmin(least, slope);
      most = fmax(most, slope);
   }
   power = log(last->cost / first->cost) / log(last->size / first->size);
   *p = (run_prediction){ { GROWTH_UNDECIDED, 0 }, pow(scale, power),
                          pow(scale, least), pow(scale, most) };
   return most - least <= ONE_POWER;
}

/* --- the rest --- */

/* What the groups without a point have together: all that the profile has, but
   for the points.  Where a routine has a small part of the cost in the larger
   runs, or in the smaller ones, this tells how it goes on there. */
typedef struct {
   const run_growth *g;
   verdict_point point;               /* the one beside the rest */
   double value;                      /* of the rest */
   bool *has_point;                   /* by group */
} rest;

/* Return what the rest would be if the sum were a power of the input. */
static double rest_by(const rest *r, double power)
{
   const run_groups *groups = &r->g->groups;
   double sum = 0;

   for (size_t i = 0; i < groups->count; i++)
      if (!r->has_point[i])
         sum += (double)groups->list[i].sums[RUN_COSTS_RUNS] * r->point.cost *
                pow(r->g->input[i] / r->point.size, power);
   return sum;
}

/* Return the power by which the point goes on to the rest, from 0 on; NAN: there
   is none.  is_larger: the rest is of larger runs, so it gets larger with the
   power; else of smaller ones. */
static double power_of_rest(const rest *r, bool is_larger)
{
   const double at_0 = rest_by(r, 0), at_most = rest_by(r, HIGHEST_POWER);
   double low = 0, high = HIGHEST_POWER;

   if (r->value < fmin(at_0, at_most) || r->value > fmax(at_0, at_most))
      return NAN;
   for (int i = 0; i < BISECTIONS; i++) {
      const double middle = (low + high) / 2;
      const bool is_less = rest_by(r, middle) < r->value;

      *(is_less == is_larger ? &low : &high) = middle;
   }
   return low;
}

/* Return whether the groups with a point are beside each other. */
static bool is_in_one(const rest *r)
{
   size_t changes = 0;

   for (size_t i = 1; i < r->g->groups.count; i++)
      changes += r->has_point[i] != r->has_point[i - 1];
   return changes == 1;
}

/* Go on by the power that leads from the points to the rest, which must be of
   larger runs, or of smaller ones. */
static bool by_rest(const run_growth *g, size_t routine, int which,
                    const verdict_point *points, size_t count, double scale,
                    run_prediction *p)
{
   const prof_tuple sums = model_sums(g->groups.m, routine, MODEL_ALL_THREADS);
   const size_t last = g->groups.count - 1;
   const bool is_larger = points[count - 1].size < g->input[last];
   rest r = { g, points[is_larger ? count - 1 : 0],
              (double)(which == RUN_WORK_CALLS ? sums.calls : sums.self.sum),
              memory_new(g->groups.count, sizeof *r.has_point) };
   double power = NAN;

   for (size_t i = 0, k = 0; i <= last; i++) {
      r.has_point[i] = k < count && points[k].size <= g->input[i];
      if (r.has_point[i])
         r.value -= (double)g->groups.list[i].sums[RUN_COSTS_RUNS] *
                    points[k++].cost;
   }
   if (r.has_point[is_larger ? 0 : last] && is_in_one(&r))
      power = power_of_rest(&r, is_larger);
   free(r.has_point);
   *p = (run_prediction){ { GROWTH_UNDECIDED, 0 }, pow(scale, power),
                          pow(scale, fmax(power - REST_ERROR, 0)),
                          pow(scale, power + REST_ERROR) };
   return isfinite(power);
}

bool run_growth_tells(const run_growth *g, size_t routine)
{
   const prof_sum **work;
   bool tells;

   if (g->input == NULL)
      return false;
   work = memory_new(g->groups.count, sizeof *work);
   tells = run_groups_work(&g->groups, routine, work);
   free(work);
   return tells;
}

/* Go on from the points, `scale` times as far as the largest run. */
static bool by_points(const verdict_point *points, size_t count, double largest,
                      double scale, run_prediction *p)
{
   return count >= LEAST_GROUPS && points[0].size > 0 &&
          points[count - 1].size >= RUN_GROUPS_RANGE * points[0].size &&
          (by_curve(points, count, largest, scale, p) ||
           by_power(points, count, largest, scale, p));
}

bool run_growth_of_points(const verdict_point *points, size_t count, double scale,
                          run_prediction *p)
{
   return by_points(points, count, count > 0 ? points[count - 1].size : 0, scale,
                    p);
}

bool run_growth_predict(const run_growth *g, size_t routine, int which,
                        double scale, run_prediction *p)
{
   verdict_point *points;
   double largest;
   size_t count;
   bool known;

   if (g->input == NULL)
      return false;
   points = memory_new(g->groups.count, sizeof *points);
   count = points_of(g, routine, which, points);
   largest = g->input[g->groups.count - 1];
   known = count > 0 &&
           (by_points(points, count, largest, scale, p) ||
            by_rest(g, routine, which, points, count, scale, p));
   free(points);
   return known;
}
