/* Random numbers for random traces: splitmix64.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_TRACE_RANDOM_H
#define APROF_TRACE_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

static uint64_t random_state;

static uint64_t random_bits(void)
{
   uint64_t z = random_state += 0x9e3779b97f4a7c15u;

   z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
   z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
   return z ^ (z >> 31);
}

static uint64_t below(uint64_t n)
{
   return random_bits() % n;
}

static bool percent(unsigned p)
{
   return below(100) < p;
}

#endif
