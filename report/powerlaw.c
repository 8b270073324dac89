/* A plain power law through points.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "powerlaw.h"
#include "memory.h"

#include <gsl/gsl_fit.h>
#include <math.h>
#include <stdlib.h>

/* Few points, or sizes that hardly differ, have an exponent that means nothing:
   the smallest and the largest size must differ by a factor of 2. */
enum { FEWEST = 5 };

static bool is_enough(const double *log_sizes, size_t n)
{
   return n >= FEWEST && log_sizes[n - 1] - log_sizes[0] >= log(2);
}

bool powerlaw_exponent(const prof_tuple *points, size_t count,
                       double *exponent)
{
   double *x = memory_new(count, sizeof *x), *y = memory_new(count, sizeof *y);
   double constant, c00, c01, c11, rest;
   size_t n = 0;
   bool fits;

   for (size_t i = 0; i < count; i++) {
      if (points[i].size > 0 && points[i].cost.max > 0) {
         x[n] = log((double)points[i].size);
         y[n] = log((double)points[i].cost.max);
         n++;
      }
   }
   fits = is_enough(x, n);
   if (fits)
      gsl_fit_linear(x, 1, y, 1, n, &constant, exponent, &c00, &c01, &c11,
                     &rest);
   free(x);
   free(y);
   return fits && isfinite(*exponent);
}
