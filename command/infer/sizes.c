/* The sizes of a sample, as they are or without cells that cost nothing, and the
   terms there.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer/sample.h"

#include <math.h>

/* Of the smallest size so many parts may be cells that cost nothing but for
   one. */
static const double most_cut = 100;

void sample_set_terms(sample *s)
{
   const size_t last = s->count - 1;

   for (size_t k = 0; k <= last; k++) {
      const size_t i = last - k;        /* the largest size gives the scales */
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

double sample_cut_range(const sample *s)
{
   return fmin(log(s->size[0]), log(most_cut));
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
   sample_set_terms(s);
}
