/* The fast engine against sizes worked out by hand, in windows where they can
   be had.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "trms_fast.h"

#define ENGINE trms_fast
#include "by_hand.h"

enum { CHUNK = 0x10000, PAGES = CHUNK / 4096, CELLS = CHUNK / 4 };

/* A chunk goes from t1 to t2.  When t2 has touched some more, the pages of t1's
   stamps of it have been folded: not the one that it shares with its neighbour.
   They still tell who had accessed the cells before, though stamps are renumbered
   every 100 calls, and whatever else happens to parts of the chunk. */
static void folded(void **state)
{
   trms_options options = { .cell_shift = 2, .timestamp_limit = 100 };
   size_t before;
   int i;

   (void)state;
   ENGINE.init(&options);
   if (!trms_fast_has_windows()) {
      ENGINE.finish();
      skip();
   }
   t1 = ENGINE.thread_new();
   t2 = ENGINE.thread_new();
   for (i = 0; i < 50; i++) {
      call(t1);
      ret(t1, 0, 0, 0, 0, 0);
   }
   call(t1);
   ENGINE.write(t1, CHUNK, CHUNK);
   call(t1);
   call(t2);
   ENGINE.write(t2, CHUNK, CHUNK);
   before = platform_host_discards();
   for (i = 2; i < 10; i++)
      wr(t2, (uintptr_t)i * CHUNK);
   assert_int_equal(platform_host_discards() - before, PAGES - 1);

   for (i = 0; i < 300; i++) {
      call(t1);
      ret(t1, 0, 0, 0, 0, 0);
   }
   ENGINE.move(CHUNK + CHUNK / 2, 64 * CHUNK + 4, CHUNK / 2);
   ENGINE.forget(CHUNK, 4);
   ENGINE.read(t1, CHUNK, CHUNK / 2);
   ENGINE.read(t1, 64 * CHUNK + 4, CHUNK / 2);
   /* The second activation has not accessed any of it before.  The forgotten cell
      is a new one for both, which nobody has written. */
   ret(t1, CELLS, CELLS, CELLS, 0, CELLS - 1);
   ret(t1, 1, 1, CELLS, 0, CELLS - 1);
   ret(t2, 0, 0, 0, 0, 0);
   ENGINE.finish();
   assert_int_equal(platform_host_pieces(), 0);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      BY_HAND_TESTS,
      cmocka_unit_test(folded),
   };

   return cmocka_run_group_tests(tests, NULL, NULL);
}
