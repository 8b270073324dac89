/* What the programs of bench/predict share.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef BENCH_GROW_H
#define BENCH_GROW_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUTINE __attribute__((noinline, noclone))

static unsigned random_state = 1;

static unsigned any(unsigned below)
{
   random_state = random_state * 1664525 + 1013904223;
   return (unsigned)((unsigned long)(random_state >> 1) * below >> 31);
}

#endif
