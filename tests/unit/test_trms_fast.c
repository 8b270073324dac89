/* The fast engine against sizes worked out by hand, in windows where they can
   be had.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "trms.h"

#define ENGINE trms_fast
#include "by_hand.h"

int main(void)
{
   const struct CMUnitTest tests[] = { BY_HAND_TESTS };

   return cmocka_run_group_tests(tests, NULL, NULL);
}
