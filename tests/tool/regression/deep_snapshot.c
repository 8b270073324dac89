/* Snapshots in the middle of a deep recursion look at all frames, packed ones
   too; then the recursion goes on, deeper and back.

   engines: fast timestamps check
   varies: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include "aprof.h"

/* At depths of 20,000, 100,000, 180,000 and 200,000. */
static inline void ask(long n)
{
   if (n == 180000 || n == 100000 || n == 20000 || n == 0)
      must(APROF_SNAPSHOT() == RUNNING_ON_VALGRIND, "snapshot");
}

#define AT_LEVEL(n) ask(n)
#define DEPTH 200000
#define GROUP 1000
#define ROUNDS 1
#include "deep.h"
