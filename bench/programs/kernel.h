/* Code that the benchmark's kernels share: their argument, and numbers that are
   the same on every machine and for every number of threads.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef KERNEL_H
#define KERNEL_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Return the amount of work, in the kernel's own unit: a positive number. */
static inline long work(int argc, char **argv, const char *unit)
{
   long n = argc == 2 ? strtol(argv[1], NULL, 10) : 0;

   if (n <= 0) {
      fprintf(stderr, "usage: %s %s\n", argv[0], unit);
      exit(2);
   }
   return n;
}

static inline void *room(size_t bytes)
{
   void *p = malloc(bytes);

   if (p == NULL) {
      fprintf(stderr, "no memory for %zu bytes\n", bytes);
      exit(1);
   }
   return p;
}

static inline uint32_t next_random(uint64_t *state)
{
   *state = *state * 6364136223846793005ull + 1442695040888963407ull;
   return (uint32_t)(*state >> 33);
}

#endif
