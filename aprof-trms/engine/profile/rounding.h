/* Input sizes with fewer digits, for routines that have too many distinct ones.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ROUNDING_H
#define APROF_ROUNDING_H

#include <stdint.h>

/* The binary digits that the tool keeps: about three decimal ones, and never
   more than 28,000 distinct sizes. */
enum { ROUNDING_BITS = 10 };

/* Round a size down to its `bits` most significant binary digits, at least 1.
   Rounding to b and then to c digits is rounding to the fewer of the two, so
   the order in which profiles are merged does not matter. */
static inline uint64_t rounding_down(uint64_t size, unsigned bits)
{
   unsigned used = size ? 64 - (unsigned)__builtin_clzll(size) : 0;

   return used <= bits ? size : size >> (used - bits) << (used - bits);
}

#endif
