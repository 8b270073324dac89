/* Executes the routines that generate.pl has made, each with some states, and
   prints the resulting states.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdint.h>
#include <stdio.h>

enum { STATES = 12, BYTES = 640 };

extern void (*const routines[])(void *state);

static uint64_t next_random(uint64_t *seed)
{
   *seed ^= *seed << 13;
   *seed ^= *seed >> 7;
   *seed ^= *seed << 17;
   return *seed;
}

/* Registers of all bits, and small ones. */
static void fill(uint64_t *state, uint64_t *seed)
{
   for (int i = 0; i < BYTES / 8; i++)
      state[i] = next_random(seed) >> next_random(seed) % 64;
}

static uint64_t hash(const uint64_t *state)
{
   uint64_t h = 0;

   for (int i = 0; i < BYTES / 8; i++)
      h = (h ^ state[i]) * 0x9E3779B97F4A7C15u + (h >> 29);
   return h;
}

int main(void)
{
   uint64_t seed = 88172645463325252u;
   uint64_t state[BYTES / 8] __attribute__((aligned(16)));

   for (int r = 0; routines[r]; r++) {
      printf("%d:", r);
      for (int i = 0; i < STATES; i++) {
         fill(state, &seed);
         routines[r](state);
         printf(" %016llx", (unsigned long long)hash(state));
      }
      putchar('\n');
   }
   return 0;
}
