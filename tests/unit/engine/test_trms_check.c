/* The check engine against sizes worked out by hand, and that it notices where
   its two engines differ.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/reference/check.h"

#define ENGINE trms_check
#include "by_hand.h"

static void agrees(void **state)
{
   (void)state;
   call(t1);
   rd(t1, X);
   ret(t1, 1, 1, 1, 0, 0);
   assert_int_equal(trms_check_results()->compared, 1);
   assert_int_equal(trms_check_results()->different, 0);
}

/* A read goes to one of the engines only. */
static void notices_a_difference(void **state)
{
   trms_sizes sizes;

   (void)state;
   call(t1);
   trms_check_read(t1, X, 4);
   ENGINE.ret(t1, &sizes);
   assert_int_equal(trms_check_results()->different, 1);
   assert_int_equal(trms_check_results()->fast.trms, 0);
   assert_int_equal(trms_check_results()->timestamps.trms, 1);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      BY_HAND_TESTS,
      BY_HAND(agrees),
      BY_HAND(notices_a_difference),
   };

   return cmocka_run_group_tests(tests, NULL, NULL);
}
