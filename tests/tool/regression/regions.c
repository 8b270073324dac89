/* Regions become routines of their own.

   same: --vex-guest-max-insns=1

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include "aprof.h"

static volatile int cells[200];

READER_OF(leaf, cells)

static unsigned under_aprof;

ROUTINE void requests(void)
{
   for (int n = 10; n < 14; n++) {
      must(APROF_REGION_BEGIN("request") == under_aprof, "begin");
      leaf(n);
      if (n == 12)
         continue;                   /* ends with the next BEGIN */
      must(APROF_REGION_BEGIN("part") == under_aprof, "begin");
      leaf(2 * n);
      if (n == 10)
         must(APROF_REGION_END("part") == under_aprof, "end");
      must(APROF_REGION_END("request") == under_aprof, "end");
      must(APROF_REGION_END("request") == 0, "end twice");
   }
}

/* A region that ends with its routine; nested in an activation of its own. */
ROUTINE long nested(int n)
{
   APROF_REGION_BEGIN("request");
   return n == 0 ? leaf(50) : nested(n - 1) + 1;
}

ROUTINE void ends_for_others(void)
{
   must(APROF_REGION_END("request") == 0, "end by another routine");
}

/* A loop that is entered at the routine's first instruction. */
ROUTINE void plain(int n)
{
   APROF_REGION_BEGIN("outer");
   ends_for_others();
   leaf(n);
   APROF_REGION_END("outer");
   leaf(n + 1);
}

int main(void)
{
   under_aprof = RUNNING_ON_VALGRIND;
   requests();
   nested(2);
   APROF_REGION_BEGIN("request");
   plain(60);
   must(APROF_REGION_END("request") == under_aprof, "end in main");
   must(APROF_REGION_BEGIN(NULL) == 0, "no name");
   must(APROF_REGION_BEGIN("") == 0, "an empty name");
   return 0;
}
