/* The definition engine against sizes worked out by hand, and at the size of
   recursion that it must bear.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/trms.h"

#define ENGINE trms_definition
#include "by_hand.h"

/* Each of 2,000 frames reads two cells of its own and one of all. */
static void bears_deep_recursion(void **state)
{
   const uintptr_t frames = 2000, stack = 0x7fff0000;
   uintptr_t i;

   (void)state;
   for (i = 0; i < frames; i++) {
      call(t1);
      ENGINE.read(t1, stack - 8 * i, 8);
      rd(t1, X);
   }
   for (i = 1; i <= frames; i++)
      ret(t1, 2 * i + 1, 2 * i + 1, 2 * i + 1, 0, 0);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      BY_HAND_TESTS,
      BY_HAND(bears_deep_recursion),
   };

   return cmocka_run_group_tests(tests, NULL, NULL);
}
