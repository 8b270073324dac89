/* The points of an inference: their scatter, and what they sum up to.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer/sample.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int compare_doubles(const void *a, const void *b)
{
   double x = *(const double *)a, y = *(const double *)b;

   return (x > y) - (x < y);
}

double median_of(double *values, size_t count)
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
   return 1.4826 * median_of(step, count) / sqrt(2);
}

static void add_point(sums *to, const sample *s, size_t point)
{
   double scale = 1 / s->pilot[point], x[FIXED_TERMS];
   double w = s->weight[point] / (s->noise[point] * s->noise[point]);
   double z = s->response[point];

   for (int a = 0; a < FIXED_TERMS; a++)
      x[a] = s->term[point][a] * scale;
   for (int a = 0; a < FIXED_TERMS; a++) {
      double wx = w * x[a];

      to->right[a] += wx * z;
      for (int b = 0; b <= a; b++)
         to->gram[a][b] += wx * x[b];
   }
   to->square += w * z * z;
   to->weight += s->weight[point];
}

void sums_of(sums *to, const sample *s, size_t first, size_t past)
{
   memset(to, 0, sizeof *to);
   for (size_t i = first; i < past; i++)
      add_point(to, s, i);
}

void sums_set_free(sums *to, const sample *s, size_t first, size_t past,
                   const double *values)
{
   double one = 0, linear = 0, itself = 0, right = 0;

   for (size_t i = first; i < past; i++) {
      double scale = 1 / (s->pilot[i] * s->noise[i]);
      double wx = s->weight[i] * values[i] * scale;

      right += wx / s->noise[i] * s->response[i];
      wx *= scale;
      one += wx;
      linear += wx * s->term[i][GROWTH_LINEAR];
      itself += wx * values[i];
   }
   to->right[TERM_FREE] = right;
   to->gram[TERM_FREE][TERM_FREE] = itself;
   to->gram[TERM_FREE][GROWTH_CONSTANT] = one;
   to->gram[TERM_FREE][GROWTH_LINEAR] = linear;
}
