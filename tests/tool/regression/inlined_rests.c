/* Inlined calls in the rest of a routine that others jump to, and inlined
   routines that only call one with a loop.

   engines: fast check
   flags: -O2
   needs: work.part.0.cold
   compiler: gcc

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

#define INLINE static inline __attribute__((always_inline))
#define HOST __attribute__((noipa))

volatile unsigned sink, more;

INLINE unsigned sum(const unsigned *a, unsigned n)
{
   unsigned s = 0;

   for (unsigned i = 0; i < n; i++)
      s = s * 3 + a[i];
   return s;
}

HOST __attribute__((cold)) void rare(unsigned i)
{
   sink += i;
}

/* What it does rarely stands in the cold part of its host. */
INLINE unsigned highest(const unsigned *a, unsigned n)
{
   unsigned h = 0;

   for (unsigned i = 0; i < n; i++) {
      if (a[i] > h)
         h = a[i];
      if (a[i] == 12)
         rare(i);
   }
   return h;
}

/* It calls others that have loops. */
INLINE unsigned both(const unsigned *a, unsigned n)
{
   unsigned s = sum(a, n);

   return s ^ highest(a, n);
}

HOST unsigned outside(unsigned i)
{
   return i + sink;
}

/* Its symbol is that of a rest, which gcc makes of a routine that it splits. */
HOST unsigned rest(const unsigned *a, unsigned n) __asm__("work.part.0");
HOST unsigned rest(const unsigned *a, unsigned n)
{
   unsigned s = outside(n);

   return both(a, n) + s;
}

/* The head of the routine, inlined into what jumps to the rest. */
INLINE unsigned work(const unsigned *a, unsigned n)
{
   while (more > 0)
      more--;
   return n == 0 ? 0 : rest(a, n);
}

HOST unsigned host_jumps(const unsigned *a, unsigned n)
{
   return rest(a, n);
}

HOST unsigned host_of_head(const unsigned *a, unsigned n)
{
   return work(a, n);
}

HOST unsigned host_calls(const unsigned *a, unsigned n)
{
   return rest(a, n) + 1;
}

int main(void)
{
   static unsigned a[64];

   for (unsigned i = 0; i < 64; i++)
      a[i] = i * i % 13;
   for (unsigned n = 1; n <= 4; n++)
      sink += host_jumps(a, 10 * n);
   for (unsigned n = 1; n <= 3; n++)
      sink += host_of_head(a, 10 * n + 1);
   for (unsigned n = 1; n <= 2; n++)
      sink += host_calls(a, 10 * n + 2);
   return 0;
}
