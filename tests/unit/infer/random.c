/* Random numbers of our own, so that every machine has the same: splitmix64.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "random.h"

#include <math.h>

static uint64_t state;

void random_seed(uint64_t seed)
{
   state = seed;
}

uint64_t random_bits(void)
{
   uint64_t z = state += 0x9e3779b97f4a7c15;

   z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
   z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
   return z ^ (z >> 31);
}

double random_unit(void)
{
   return (random_bits() >> 11) * 0x1p-53;
}

double random_between(double low, double high)
{
   return low + (high - low) * random_unit();
}

double random_log(double low, double high)
{
   return exp(random_between(log(low), log(high)));
}

unsigned random_below(unsigned bound)
{
   return random_bits() % bound;
}

double random_normal(void)
{
   double radius = sqrt(-2 * log(1 - random_unit()));

   return radius * cos(2 * 3.14159265358979323846 * random_unit());
}
