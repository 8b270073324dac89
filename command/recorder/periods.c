/* Periods between samples.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "recorder/periods.h"

#include <math.h>

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

/* Return by how much the pace may rise, or has to fall, so that what took a
   part of the time takes another part; a rise is slow, since bursts are
   short. */
static double change(double taken, double allowed)
{
   return taken > allowed / 2 ? allowed / taken : 2;
}

periods_pace periods_keep(periods_pace now, periods_pace first, double budget,
                          periods_taken taken)
{
   const double left = fmax(budget - taken.recorder, budget / 4);
   periods_pace next = { .faults = fmax(now.faults / change(taken.faults,
                                                            left / 4),
                                        first.faults) };
   const double faults = taken.faults * now.faults / next.faults;

   next.rate = fmin(now.rate * change(taken.samples, left - faults),
                    first.rate);
   return next;
}
