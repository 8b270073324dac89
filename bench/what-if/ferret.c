/* As ferret of the PARSEC benchmarks: pictures go through stages that load them,
   extract their features, and rank them against a data base.  BETTER: the
   features are those of every second pixel.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "queue.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { FEATURES = 64, KNOWN = 2500, PICTURES = 600, PIXELS = 60000 };
#ifdef BETTER
enum { STEP = 2 };
#else
enum { STEP = 1 };
#endif

typedef struct {
   uint32_t seed;
   int features[FEATURES];
   long nearest;
} picture;

static int known[KNOWN][FEATURES];
static queue loaded = QUEUE(1), extracted = QUEUE(1), ranked = QUEUE(2);
static unsigned long sum;

static void *load(void *unused)
{
   for (uint32_t i = 0; i < PICTURES; i++) {
      picture *p = calloc(1, sizeof *p);

      p->seed = i * 2654435761u + 1;
      queue_put(&loaded, p);
   }
   queue_end(&loaded);
   return unused;
}

/* A histogram of the pixels. */
static __attribute__((noipa)) void find_features(picture *p)
{
   uint32_t s = p->seed;

   for (int i = 0; i < PIXELS; i += STEP) {
      s ^= s << 13;
      s ^= s >> 17;
      s ^= s << 5;
      p->features[s % FEATURES] += s >> 28;
   }
}

static void *extract(void *unused)
{
   picture *p;

   while ((p = queue_get(&loaded)) != NULL) {
      find_features(p);
      queue_put(&extracted, p);
   }
   queue_end(&extracted);
   return unused;
}

static long distance(const int *a, const int *b)
{
   long d = 0;

   for (int i = 0; i < FEATURES; i++)
      d += (long)(a[i] - b[i]) * (a[i] - b[i]);
   return d;
}

static void *rank(void *unused)
{
   picture *p;

   while ((p = queue_get(&extracted)) != NULL) {
      p->nearest = 1l << 60;
      for (int i = 0; i < KNOWN; i++) {
         const long d = distance(p->features, known[i]);

         if (d < p->nearest)
            p->nearest = d;
      }
      queue_put(&ranked, p);
   }
   queue_end(&ranked);
   return unused;
}

static void *write_out(void *unused)
{
   picture *p;

   while ((p = queue_get(&ranked)) != NULL) {
      sum += p->nearest;
      free(p);
   }
   return unused;
}

int main(void)
{
   void *(*const work[])(void *) = { load, extract, rank, rank, write_out };
   pthread_t threads[5];
   uint32_t s = 7;

   for (int i = 0; i < KNOWN; i++)
      for (int k = 0; k < FEATURES; k++) {
         s = s * 1664525 + 1013904223;
         known[i][k] = PIXELS / FEATURES * 7 + (int)(s >> 20) - 2048;
      }
   for (int i = 0; i < 5; i++)
      pthread_create(&threads[i], NULL, work[i], NULL);
   for (int i = 0; i < 5; i++)
      pthread_join(threads[i], NULL);
   printf("%lu\n", sum);
   return 0;
}
