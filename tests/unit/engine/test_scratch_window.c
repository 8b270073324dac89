/* The scratch window: where it has images, and that they are 0 and apart from
   what the program has mapped.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

#include <cmocka.h>

#include "engine/fast/scratch_window.h"

#define COVERED ((uintptr_t)320 << 30)
#define FAR     ((uintptr_t)40 << 40)

static bool is_zero(uintptr_t a)
{
   return *(volatile uint32_t *)(scratch_window_base() + a) == 0;
}

static int setup(void **state)
{
   (void)state;
   /* A sanitizer's own shadow may leave no room. */
   return scratch_window_reserve(COVERED) ? 0 : -1;
}

static int teardown(void **state)
{
   (void)state;
   scratch_window_unreserve();
   return 0;
}

static void covers_what_was_asked_for(void **state)
{
   (void)state;
   assert_true(is_zero(0));
   assert_true(is_zero(COVERED / 2));
   assert_true(is_zero(COVERED - 4));
}

static void follows_memory_far_away(void **state)
{
   uintptr_t before = scratch_window_base();

   (void)state;
   assert_true(scratch_window_follow(FAR, FAR + 4096));
   assert_true(is_zero(FAR));
   assert_true(is_zero(FAR + 4092));
   assert_true(is_zero(0));
   assert_int_equal(scratch_window_base(), before);
}

static void follows_across_granules(void **state)
{
   uintptr_t start = FAR + ((uintptr_t)1 << 34) - 4096;

   (void)state;
   assert_true(scratch_window_follow(start, start + 8192));
   assert_true(is_zero(start));
   assert_true(is_zero(start + 8188));
}

/* What was touched takes memory, until it is given back. */
static void gives_zeros_back(void **state)
{
   uintptr_t first = scratch_window_base() + 64 * 4096;
   uintptr_t last = scratch_window_base() + FAR;

   (void)state;
   assert_true(scratch_window_follow(FAR, FAR + 4096));
   *(volatile uint32_t *)first = *(volatile uint32_t *)last = 0;
   assert_int_equal(platform_resident(first, 1) + platform_resident(last, 1), 2);
   scratch_window_discard();
   assert_int_equal(platform_resident(first, 1) + platform_resident(last, 1), 0);
   assert_true(is_zero(64 * 4096) && is_zero(FAR));
}

/* The program takes the place of an image. */
static void moves_out_of_the_way(void **state)
{
   uintptr_t before = scratch_window_base(), at = before + 4096;
   volatile uint32_t *taken;

   (void)state;
   taken = mmap((void *)at, 4096, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
   assert_ptr_equal(taken, (void *)at);
   *taken = 42;
   assert_true(scratch_window_follow(at, at + 4096));
   assert_int_not_equal(scratch_window_base(), before);
   assert_true(is_zero(4096));
   assert_true(is_zero(at));
   assert_int_equal(*taken, 42);
   munmap((void *)at, 4096);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(covers_what_was_asked_for, setup,
                                      teardown),
      cmocka_unit_test_setup_teardown(follows_memory_far_away, setup,
                                      teardown),
      cmocka_unit_test_setup_teardown(follows_across_granules, setup,
                                      teardown),
      cmocka_unit_test_setup_teardown(gives_zeros_back, setup, teardown),
      cmocka_unit_test_setup_teardown(moves_out_of_the_way, setup, teardown),
   };

   return cmocka_run_group_tests(tests, NULL, NULL);
}
