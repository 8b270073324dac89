/* The ladder of this machine's memory.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "recorder/ladder.h"
#include "base/memory.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#define FIRST ((size_t)16 << 10)
#define LINE 64
#define LOADS 100000
#define TRIES 3

static double now_ns(void)
{
   struct timespec t;

   clock_gettime(CLOCK_MONOTONIC, &t);
   return 1e9 * t.tv_sec + t.tv_nsec;
}

/* Make a circle through all lines in random order (Sattolo's shuffle). */
static void **make_circle(size_t lines)
{
   const size_t words = LINE / sizeof(void *);
   void **memory = memory_new(lines * words, sizeof *memory);
   uint64_t random = 1;

   for (size_t i = 0; i < lines; i++)
      memory[i * words] = &memory[i * words];
   for (size_t i = lines - 1; i > 0; i--) {
      size_t other;
      void *kept = memory[i * words];

      random = random * 6364136223846793005u + 1442695040888963407u;
      other = (random >> 33) % i;
      memory[i * words] = memory[other * words];
      memory[other * words] = kept;
   }
   return memory;
}

/* Return the ns of a load, the best of some tries: others may have been
   interrupted. */
static double chase(void **at)
{
   double best = INFINITY;

   for (int i = 0; i < TRIES; i++) {
      const double start = now_ns();

      for (int n = 0; n < LOADS; n++)
         at = *(void *volatile *)at;
      best = fmin(best, (now_ns() - start) / LOADS);
   }
   return best;
}

void ladder_measure(ladder *l)
{
   for (int i = 0; i < LADDER_STEPS; i++) {
      void **memory = make_circle((FIRST << (2 * i)) / LINE);

      l->ns[i] = chase(memory);
      if (i > 0 && l->ns[i] < l->ns[i - 1])
         l->ns[i] = l->ns[i - 1];
      free(memory);
   }
}

double ladder_at(const ladder *l, double bytes)
{
   const double place = log2(bytes / FIRST) / 2;
   const int step = (int)floor(place);

   if (!(place > 0))
      return l->ns[0];
   if (step >= LADDER_STEPS - 1)
      return l->ns[LADDER_STEPS - 1];
   return l->ns[step] * pow(l->ns[step + 1] / l->ns[step], place - step);
}

double ladder_slower(const ladder *l, double bytes, double scale)
{
   double most = 1;

   for (double spread = 1; spread <= 16; spread *= 2)
      most = fmax(most, ladder_at(l, bytes * spread * scale) /
                        ladder_at(l, bytes * spread));
   return most;
}
