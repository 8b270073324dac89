/* A plain power law through points.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "powerlaw.h"
#include "memory.h"

#include <gsl/gsl_fit.h>
#include <math.h>
#include <stdlib.h>

bool powerlaw_exponent(const prof_tuple *points, size_t count,
                       double *exponent)
{
   double *x = memory_new(count, sizeof *x), *y = memory_new(count, sizeof *y);
   double constant, c00, c01, c11, rest;
   size_t n = 0;

   for (size_t i = 0; i < count; i++) {
      if (points[i].size > 0 && points[i].cost.max > 0) {
         x[n] = log((double)points[i].size);
         y[n] = log((double)points[i].cost.max);
         n++;
      }
   }
   if (n >= 2)
      gsl_fit_linear(x, 1, y, 1, n, &constant, exponent, &c00, &c01, &c11,
                     &rest);
   free(x);
   free(y);
   /* Huge sizes may have one logarithm. */
   return n >= 2 && isfinite(*exponent);
}
