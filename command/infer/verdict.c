/* The result of an inference.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer/verdict.h"

#include <string.h>

static const growth undecided = { GROWTH_UNDECIDED, 0 };

void verdict_clear(verdict *v)
{
   memset(v, 0, sizeof *v);
   v->growth = v->runner_up = v->trace = undecided;
}

void verdict_withdraw(verdict *v)
{
   v->growth = v->runner_up = undecided;
   v->confidence = v->runner_up_confidence = 0;
   v->has_exponent = false;
   v->curve.count = v->model_count = 0;
   memset(v->posterior, 0, sizeof v->posterior);
}

double verdict_at_least(const verdict *v, growth bound)
{
   double sum = 0;

   for (int i = 0; i < GROWTH_KINDS; i++) {
      growth g = { i, 0 };

      if (i == GROWTH_POWER)
         g.power = v->growth.kind == GROWTH_POWER ? v->growth.power
                 : v->runner_up.kind == GROWTH_POWER ? v->runner_up.power
                 : v->exponent;
      if (growth_compare(g, bound) >= 0)
         sum += v->posterior[i];
   }
   return sum;
}
