/* An activation that has nearly all cost: see assess/lone.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/lone.h"
#include "profile/starts.h"

/* The part of the cost that it has.  A callee that matters has a twentieth of
   the program's cost (assess/rereads.c): more than half of that is in this
   activation then. */
#define NEARLY_ALL 0.98

bool lone_find(assessment *a, bool is_self, double *size)
{
   const prof_tuple *points;
   const double all = (double)(is_self ? a->sums.self.sum
                                       : a->sums.outermost);

   if (model_starts(a->m) != 1)
      return false;
   points = assess_points(a);
   for (size_t i = a->points_trms; i > 0; i--) {
      const prof_tuple *p = &points[i - 1];
      const double most = (double)(is_self ? p->self.max : p->cost.max);

      if (most > 0 && most >= NEARLY_ALL * all) {
         *size = (double)p->size;
         return true;
      }
   }
   return false;
}

bool lone_dearest(assessment *a, prof_tuple *point)
{
   const prof_tuple *points = assess_points(a);

   if (model_starts(a->m) != 1 || a->points_trms == 0)
      return false;
   *point = points[0];
   for (size_t i = 1; i < a->points_trms; i++)
      if (points[i].cost.max > point->cost.max)
         *point = points[i];
   return true;
}
