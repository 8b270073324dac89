/* Prediction: what a routine would cost on a larger input.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/predict.h"
#include "assess/scaled_cost.h"
#include "base/memory.h"
#include "infer/curve.h"

#include <math.h>
#include <stdlib.h>

/* Warnings with which no extrapolation is warranted. */
#define UNWARRANTED (WARN_FEW_SIZES | WARN_NARROW_RANGE | WARN_UNEXPLAINED | \
                     WARN_COST_FALLS | WARN_ONE_SIZE | WARN_SHORT_REGIME | \
                     WARN_LARGEST_OFF)

/* What is this many times the largest size is too far away, as for a curve
   (infer/curve.h). */
#define FARTHEST 100

bool predict(assessment *a, double size, prediction *p)
{
   const verdict *v = assess_verdict(a);
   const double all = (double)a->m->total.cost;
   const double routine = (double)a->sums.outermost;
   double now, low, high, then;

   if (v->growth.kind == GROWTH_UNDECIDED || v->warnings & UNWARRANTED ||
       !curve_predict(v, v->size_max, &now, &low, &high) ||
       !curve_predict(v, size, &p->cost, &p->low, &p->high))
      return false;
   p->size = size;
   p->factor = p->cost / now;
   then = routine * fmin(p->factor, scaled_cost_factor(a, size / v->size_max));
   p->run = then + fmax(all - routine, 0) * size / v->size_max;
   p->percent = 100 * then / p->run;
   return now > 0 && isfinite(p->cost) && isfinite(p->high) &&
          isfinite(p->percent);
}

/* Return the highest cost of an activation. */
static double highest_cost(assessment *a)
{
   const prof_tuple *points = assess_points(a);
   double highest = 0;

   for (size_t i = 0; i < a->points_trms; i++)
      highest = fmax(highest, (double)points[i].cost.max);
   return highest;
}

static bool is_reachable(double scale)
{
   return scale >= 1 && scale <= FARTHEST;
}

/* Return by which factor a cost grows if a part of it is the square of the
   input and the rest is in proportion to it. */
static double square_of_part(double part, double scale)
{
   return part * scale * scale + (1 - part) * scale;
}

/* Return which part of a cost a loop with ever more turns has: each turn is a
   basic block at the least. */
static double part_of_turns(const ranked_turns *t, double cost)
{
   const double turns = (double)t->turns + (double)t->inner;

   return t->of_operations ? t->work
                           : fmin(fmax(t->work, turns / fmax(cost, 1)), 1);
}

/* Return what the calls cost that read again and again. */
static double reread_cost(const ranked *r)
{
   return (double)r->reread.cost +
          (r->also.callee == RANKED_NONE ? 0 : (double)r->also.cost);
}

bool predict_reread(const ranked *r, double size, prediction *p)
{
   assessment *a = r->assessment;
   const double all = (double)a->m->total.cost;
   const double routine = (double)a->sums.outermost;
   const double scale = size / fmax((double)a->size_max, 1);
   const double again = r->reread.callee == RANKED_NONE
                        ? part_of_turns(&r->turns, routine)
                        : fmin(reread_cost(r) / routine, 1);
   const double now = highest_cost(a);

   if (a->points_trms == 0 || !is_reachable(scale) || routine <= 0)
      return false;
   p->size = size;
   p->factor = square_of_part(again, scale);
   p->low = now * scale;
   p->cost = p->high = now * p->factor;
   p->run = routine * p->factor + fmax(all - routine, 0) * scale;
   p->percent = 100 * routine * p->factor / p->run;
   return true;
}

verdict_point *predict_self_points(assessment *a)
{
   const prof_tuple *from = assess_points(a);
   verdict_point *points = memory_new(a->points_trms, sizeof *points);

   for (size_t i = 0; i < a->points_trms; i++)
      points[i] = (verdict_point){
         from[i].size, (double)from[i].self.sum / from[i].calls, from[i].calls,
      };
   return points;
}

bool predict_self(assessment *a, double scale, self_prediction *p)
{
   verdict_point *points;
   double now = 0, then = 0, mean, low, high;
   verdict v;

   if (a->points_trms < DOUBTS_FEWEST_SIZES)
      return false;
   points = predict_self_points(a);
   infer(points, a->points_trms, SIZE_OF_ANY, &v);
   for (size_t i = 0; i < a->points_trms; i++) {
      now += points[i].calls * points[i].cost;
      then += points[i].calls * curve_at(&v.curve, scale * points[i].size);
   }
   free(points);
   if (v.growth.kind == GROWTH_UNDECIDED || v.warnings & UNWARRANTED ||
       !curve_predict(&v, scale * v.size_max, &mean, &low, &high) ||
       now <= 0 || mean <= 0)
      return false;
   p->growth = v.growth;
   p->factor = then / now;
   p->low = p->factor * fmax(low, 0) / mean;
   p->high = p->factor * high / mean;
   return isfinite(p->factor) && isfinite(p->high) && p->factor > 0;
}

bool predict_self_reread(const ranked *suspect, double scale,
                         self_prediction *p)
{
   const ranked_reread *reread = &suspect->reread;
   double again;

   if (!is_reachable(scale))
      return false;
   if (reread->callee == RANKED_NONE)
      again = part_of_turns(&suspect->turns,
                            (double)suspect->assessment->sums.self.sum);
   else {
      const prof_tuple all = model_sums(suspect->assessment->m, reread->callee,
                                        MODEL_ALL_THREADS);

      if (all.outermost == 0)
         return false;
      again = fmin((double)reread->cost / (double)all.outermost, 1);
   }
   p->growth = (growth){ GROWTH_QUADRATIC, 0 };
   p->factor = p->high = square_of_part(again, scale);
   p->low = scale;
   return true;
}
