/* Periods between samples.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "recorder/periods.h"

uint64_t periods_next(periods_random *r)
{
   uint64_t z = r->state += 0x9e3779b97f4a7c15;

   z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
   z = (z ^ z >> 27) * 0x94d049bb133111eb;
   return z ^ z >> 31;
}

/* Return a number in [-1, 1). */
static double signed_unit(periods_random *r)
{
   return (double)(periods_next(r) >> 11) / (double)(1ull << 52) - 1;
}

uint64_t periods_lasting(periods_random *r, uint64_t mean)
{
   uint64_t period = mean * (1 + 0.03 * signed_unit(r));

   return period % 1000 == 0 ? period + 1 : period;
}

uint64_t periods_redrawn(periods_random *r, uint64_t mean)
{
   return mean / (1 + 0.25 * signed_unit(r));
}

double periods_rate(double part, uint64_t cost, double most)
{
   double rate = cost > 0 ? part * 1e9 / cost : most;

   return rate < most ? rate : most;
}

double periods_lowered(double rate, double budget, double by_samples,
                       double by_recorder)
{
   const double left = budget - by_recorder > budget / 4 ? budget - by_recorder
                                                         : budget / 4;

   return by_samples > left ? rate * left / by_samples : rate;
}
