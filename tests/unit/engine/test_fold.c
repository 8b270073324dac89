/* Pages of stamps that the fast engine gives back (engine/fast/fold.h), against
   sizes worked out by hand, in windows where they can be had.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/fast.h"
#include "engine/fast/fold.h"
#include "engine/fast/state.h"
#include "engine/fast/windows.h"

#define ENGINE trms_fast
#include "by_hand_events.h"

static trms_thread *t1, *t2;

#include "two_in_windows.h"

/* A chunk goes from t1, which has touched other chunks, too, to t2.  When t2
   has touched more chunks, the pages of t1's stamps of it are folded, the one
   that it shares with its neighbour in part.  They still record
   which activations had accessed the cells before, though stamps are
   renumbered every 100 calls, and whatever else happens to parts of the
   chunk. */
static void folded(void **state)
{
   trms_options options = { .cell_shift = 2, .timestamp_limit = 100 };
   size_t before;
   int i;

   start_two(&options);
   call_often(t1, 50);
   call(t1);
   ENGINE.write(t1, CHUNK, CHUNK);
   for (i = 0; i < 7; i++)
      rd(t1, (uintptr_t)(100 + i) * CHUNK);
   call(t1);
   call(t2);
   ENGINE.write(t2, CHUNK, CHUNK);
   before = platform_host_discarded();
   for (i = 2; i < 10; i++)
      wr(t2, (uintptr_t)i * CHUNK);
   assert_int_equal(platform_host_discarded() - before, PAGES * 4096);

   call_often(t1, 300);
   ENGINE.move(CHUNK + CHUNK / 2, 64 * CHUNK + 4, CHUNK / 2);
   ENGINE.forget(CHUNK, 4);
   ENGINE.read(t1, CHUNK, CHUNK / 2);
   ENGINE.read(t1, 64 * CHUNK + 4, CHUNK / 2);
   /* The second activation has not accessed any of it before.  The forgotten
      cell is new for both activations, and no thread has written it since. */
   ret(t1, CELLS, CELLS, CELLS, 0, CELLS - 1);
   ret(t1, 8, 8, CELLS + 7, 0, CELLS - 1);
   ret(t2, 0, 0, 0, 0, 0);
   finish(state);
}

/* t2 writes what t1 has written, and touches chunks until all pages that can be
   folded are. */
static void take_over(uintptr_t a, size_t n)
{
   int i;

   for (i = 0; i < 7; i++)
      rd(t1, (uintptr_t)(100 + i) * CHUNK);
   call(t2);
   ENGINE.write(t2, a, n);
   for (i = 0; i < 10; i++)
      wr(t2, (uintptr_t)(200 + i) * CHUNK);
}

/* In all pages but one, one cell is another activation's: at the beginning
   of the first page, at the end of the next, and so on.  Only the page
   without such a cell is folded, and the last page, in part. */
static void folded_but_for_one(void **state)
{
   trms_options options = { .cell_shift = 2 };
   uintptr_t first;
   size_t before;
   int i;

   start_two(&options);
   call(t1);
   first = windows_page_up(windows_base(0) + CHUNK) - windows_base(0);
   ENGINE.write(t1, CHUNK, CHUNK);
   call(t1);
   for (i = 0; i < PAGES - 2; i++)
      wr(t1, first + 4096 * (uintptr_t)i + (i % 2 ? 4092 : 0));
   before = platform_host_discarded();
   take_over(CHUNK, CHUNK);
   assert_int_equal(platform_host_discarded() - before, 2 * 4096);
   ENGINE.read(t1, CHUNK, CHUNK);
   ret(t1, CELLS + 7 - (PAGES - 2), CELLS + 7 - (PAGES - 2), CELLS + 7, 0,
       CELLS);
   ret(t1, 7, 7, CELLS + 7, 0, CELLS);
   ret(t2, 0, 0, 0, 0, 0);
   finish(state);
}

/* Is the page with t1's stamp of a given back, though it has a word? */
static bool is_folded(uintptr_t a)
{
   const uint32_t *c = windows_stamp(t1->slot, a);

   return *c == 0 && *windows_page_word(t1->slot, c) != 0;
}

static bool is_part(uintptr_t a)
{
   return *windows_page_word(t1->slot, windows_stamp(t1->slot, a)) & FOLD_PART;
}

/* t1 has accessed every other cell of a chunk when t2 takes it over: its pages
   are folded in part.  It touches more cells, and t2 takes these, too: pages
   that were folded are folded anew, without a thread that joins a chunk.  At
   last t1 has touched all cells of the upper half. */
static void folded_in_part(void **state)
{
   trms_options options = { .cell_shift = 2, .timestamp_limit = 100,
                            .small_ranges = true };
   uintptr_t a, middle = CHUNK + CHUNK / 2, page = middle - 3 * 4096;

   start_two(&options);
   call_often(t1, 50);
   call(t1);
   for (a = CHUNK; a < 2 * CHUNK; a += 8)
      wr(t1, a);
   take_over(CHUNK, CHUNK);
   assert_true(is_folded(page) && is_part(page));
   assert_true(is_folded(middle + 4096) && is_part(middle + 4096));

   for (a = CHUNK; a < middle; a += 64)
      wr(t1, a + 4);
   for (a = middle; a < 2 * CHUNK; a += 8)
      wr(t1, a + 4);
   assert_false(is_folded(page + 4));
   ENGINE.write(t2, CHUNK, CHUNK);
   assert_true(is_folded(page) && is_part(page));
   assert_true(is_folded(page + 4));
   assert_true(is_folded(middle + 4096) && !is_part(middle + 4096));
   assert_null(ENGINE.broken(8));

   call(t1);
   call_often(t1, 300);
   ENGINE.move(CHUNK + 8192, 64 * CHUNK + 4, 16384);
   ENGINE.forget(middle, 16384);
   ENGINE.read(t1, CHUNK, CHUNK);
   ENGINE.read(t1, 64 * CHUNK + 4, 16384);
   assert_null(ENGINE.broken(8));
   /* The cells that t1 had accessed before: in the lower half every other one,
      and one of 16 more; in the upper half all but those that are forgotten,
      which no thread has written.  Those that moved have left new ones. */
   ret(t1, CELLS + 4096, CELLS + 4096, CELLS + 4096, 0, CELLS - 4096);
   ret(t1, 7 + CELLS + 4096 - (CELLS / 4 + CELLS / 32) - (CELLS / 2 - 4096),
       7 + CELLS + 4096 - (CELLS / 4 + CELLS / 32) - (CELLS / 2 - 4096),
       7 + CELLS + 4096, 0, CELLS - 4096);
   ret(t2, 0, 0, 0, 0, 0);
   finish(state);
}

/* Memory that is folded in part and forgotten, again and again, takes no more
   places for that. */
static void folded_in_part_and_forgotten(void **state)
{
   trms_options options = { .cell_shift = 2, .small_ranges = true };
   size_t first = 0;
   uintptr_t a;
   int i;

   start_two(&options);
   call(t1);
   for (i = 0; i < 4; i++) {
      for (a = CHUNK; a < 2 * CHUNK; a += 8)
         wr(t1, a);
      take_over(CHUNK, CHUNK);
      assert_true(is_folded(CHUNK + CHUNK / 2));
      ENGINE.forget(CHUNK, CHUNK);
      if (i == 0)
         first = fold_parts_count();
   }
   assert_int_equal(fold_parts_count(), first);
   ENGINE.read(t1, CHUNK, CHUNK);
   ret(t1, 7 + CELLS, 7 + CELLS, 7 + CELLS, 0, 0);
   finish(state);
}

/* Cells of one line that were never accessed, beside cells that were, in a page
   that is folded in part: they are read together. */
static void folded_in_part_read(void **state)
{
   trms_options options = { .cell_shift = 2, .small_ranges = true };
   uintptr_t a = CHUNK + CHUNK / 2;
   int i;

   start_two(&options);
   call(t1);
   for (i = 0; i < 16; i++)
      if (i != 3 && i != 4 && i != 11)
         wr(t1, a + 4 * (uintptr_t)i);
   take_over(CHUNK, CHUNK);
   assert_true(is_folded(a) && is_part(a));
   trms_fast_run(t1);
   call(t1);
   trms_fast_read8(a + 8);
   trms_fast_read8(a + 16);
   ENGINE.read(t1, a, 64);
   trms_fast_run(NULL);
   ret(t1, 16, 16, 16, 0, 16);
   ret(t1, 7 + 3, 7 + 3, 7 + 16, 0, 16);
   ENGINE.thread_end(t1);
   ret(t2, 0, 0, 0, 0, 0);
   finish(state);
}

/* Is it so with stamps that are valid? */
static bool is_folded_valid(uintptr_t a)
{
   return is_folded(a)
          && stamp_is_valid(fold_untouched_stamp(t1, windows_stamp(t1->slot,
                                                                   a)));
}

/* t1 sets up memory that t2 only reads at first: t1's pages are folded with
   their valid stamps, which are renumbered.  t2 writes half of a chunk and the
   kernel a quarter: that is induced for t1, and the rest is not.  What t1 reads
   is opened. */
static void folded_while_valid(void **state)
{
   trms_options options = { .cell_shift = 2, .timestamp_limit = 100,
                            .small_ranges = true };
   uintptr_t middle = CHUNK + CHUNK / 2, quarter = CHUNK / 4;

   start_two(&options);
   call_often(t1, 50);
   call(t1);
   ENGINE.write(t1, CHUNK, 4 * CHUNK);
   call(t1);
   call(t2);
   ENGINE.read(t2, CHUNK, 4 * CHUNK);
   assert_true(is_folded_valid(middle) && is_folded_valid(middle + CHUNK));
   assert_null(ENGINE.broken(8));
   call_often(t1, 300);
   assert_true(is_folded_valid(middle) && is_folded_valid(middle + CHUNK));

   ENGINE.write(t2, CHUNK, CHUNK / 2);
   ENGINE.kernel_write(middle, quarter);
   assert_true(is_folded(middle - 4096) && !is_folded_valid(middle - 4096));
   assert_true(is_folded(middle) && !is_folded_valid(middle));
   assert_true(is_folded_valid(middle + quarter + 4096));
   assert_null(ENGINE.broken(8));
   ENGINE.read(t1, CHUNK, CHUNK);
   assert_false(is_folded(middle + quarter + 4096));
   assert_null(ENGINE.broken(8));
   ret(t1, CELLS, CELLS, CELLS, CELLS / 4, CELLS / 2);
   ret(t1, 0, CELLS / 4, 3 * CELLS / 4, CELLS / 4, CELLS / 2);
   ret(t2, 4 * CELLS, 4 * CELLS, 4 * CELLS, 0, 4 * CELLS);
   finish(state);
}

/* t2 takes all of t1's cells but one in each page, which are exclusive there:
   the pages are folded, and the cells become shared.  t1 reads one and writes
   one; t2 writes and reads them after that. */
static void folded_but_for_few(void **state)
{
   trms_options options = { .cell_shift = 2, .small_ranges = true };
   uintptr_t a, first = CHUNK + 4096, second = CHUNK + 3 * 4096;

   start_two(&options);
   call(t1);
   ENGINE.write(t1, CHUNK, 4 * CHUNK);
   call(t1);
   call(t2);
   for (a = CHUNK; a < 5 * CHUNK; a += 4096)
      ENGINE.write(t2, a + 4, 4092);
   assert_true(is_folded_valid(first) && is_folded_valid(second));
   assert_true(is_folded(first + 4) && !is_folded_valid(first + 4));
   assert_null(ENGINE.broken(8));
   rd(t1, first);
   assert_true(is_folded(first + 4));
   wr(t1, second);
   assert_null(ENGINE.broken(8));
   rd(t2, second);
   wr(t2, second + 4096);
   rd(t1, second + 4096);
   wr(t2, first);
   rd(t1, first);
   assert_null(ENGINE.broken(8));
   ret(t1, 2, 2, 3, 0, 2);
   ret(t1, 0, 0, 2, 0, 2);
   ret(t2, 1, 1, 1, 0, 1);
   finish(state);
}

/* t1 sets up memory that no other thread touches, and sleeps, while t2 calls and
   touches chunks: t1's pages are folded with their exclusive stamps, which
   become shared.  Then t1 reads and writes some of it, the kernel and t2 write
   some, and t2 reads some. */
static void folded_asleep(void **state)
{
   trms_options options = { .cell_shift = 2, .timestamp_limit = 100,
                            .small_ranges = true };
   uintptr_t middle = 8 * CHUNK + CHUNK / 2;
   int i;

   start_two(&options);
   call(t1);
   ENGINE.write(t1, CHUNK, 16 * CHUNK);
   call(t1);
   call(t2);
   for (i = 0; i < 8; i++)
      wr(t2, (uintptr_t)(100 + i) * CHUNK);
   assert_false(is_folded(middle));
   for (i = 0; i < 16; i++) {
      call_often(t2, FOLD_TEST_SLEEP / 4);
      wr(t2, (uintptr_t)(200 + i) * CHUNK);
   }
   assert_true(is_folded_valid(middle) && is_folded_valid(2 * CHUNK));
   assert_null(ENGINE.broken(32));

   wr(t1, middle);
   assert_true(is_folded_valid(middle + 4));
   wr(t1, middle + 4);
   wr(t2, middle + 4);
   rd(t2, middle + 8);
   ENGINE.kernel_write(middle + 12, 4);
   assert_null(ENGINE.broken(32));
   ENGINE.read(t1, middle, 5 * 4);
   assert_false(is_folded(middle + 20));
   assert_null(ENGINE.broken(32));
   ret(t1, 3, 3, 4, 1, 1);
   ret(t1, 0, 1, 2, 1, 1);
   ret(t2, 1, 1, 1, 0, 1);
   finish(state);
}

/* t1 goes on calling, but accesses only one page of what it has set up: the
   others are folded for their age, that one is not, and an access opens one. */
static void folded_for_age(void **state)
{
   trms_options options = { .cell_shift = 2, .small_ranges = true };
   uintptr_t middle = 8 * CHUNK + CHUNK / 2;
   int i;

   start_two(&options);
   call(t1);
   ENGINE.write(t1, CHUNK, 16 * CHUNK);
   call(t2);
   for (i = 0; i < 16; i++) {
      call(t1);
      call_often(t1, FOLD_TEST_OLD);
      rd(t1, middle);
      ret(t1, 1, 1, 1, 0, 0);
      wr(t2, (uintptr_t)(200 + i) * CHUNK);
   }
   assert_true(is_folded_valid(2 * CHUNK) && is_folded_valid(12 * CHUNK));
   assert_false(is_folded(middle) || is_folded(middle + 4));
   assert_null(ENGINE.broken(32));
   ENGINE.read(t1, 2 * CHUNK, 8);
   wr(t2, 12 * CHUNK);
   assert_false(is_folded(2 * CHUNK + 64));
   assert_true(is_folded_valid(12 * CHUNK + 4));
   ENGINE.read(t1, 12 * CHUNK, 8);
   assert_null(ENGINE.broken(32));
   ret(t1, 0, 0, 1, 0, 1);
   ret(t2, 0, 0, 0, 0, 0);
   finish(state);
}

static void look_for_cold(void)
{
   trms_fast_look_for_cold(fast.cold_next);
}

/* A single thread sets up memory in its first activation, whose pages are looked
   at once in the second one. */
static void set_up_cold(void)
{
   const trms_options options = { .cell_shift = 2, .small_ranges = true,
                                  .unchecked_writes = true };

   platform_host_add_mapping(0, 32 * CHUNK);
   start(&options);
   t1 = ENGINE.thread_new();
   call(t1);
   for (uintptr_t a = CHUNK; a < 16 * CHUNK; a += 4)
      write_unchecked(t1, a);
   call(t1);
   look_for_cold();
}

/* Pages that are cold again, after a write and a read in them by the activation that
   has set them up, are folded again. */
static void folded_cold_again(void **state)
{
   set_up_cold();
   call(t1);
   write_unchecked(t1, 14 * CHUNK);
   look_for_cold();
   assert_true(is_folded_valid(2 * CHUNK) && is_folded_valid(8 * CHUNK));

   ret(t1, 0, 0, 0, 0, 0);
   ret(t1, 0, 0, 0, 0, 0);
   write_unchecked(t1, 2 * CHUNK);
   rd(t1, 8 * CHUNK);
   assert_false(is_folded(2 * CHUNK) || is_folded(8 * CHUNK));
   call(t1);
   call(t1);
   look_for_cold();
   assert_true(is_folded(2 * CHUNK) && is_folded(8 * CHUNK));
   assert_null(ENGINE.broken(32));
   rd(t1, 2 * CHUNK);
   rd(t1, 8 * CHUNK);
   rd(t1, 2 * CHUNK + 4);
   ret(t1, 3, 3, 3, 0, 0);
   ret(t1, 3, 3, 3, 0, 0);
   ret(t1, 0, 0, 0, 0, 0);
   assert_null(ENGINE.broken(32));
   finish(state);
}

/* A single thread sets up memory.  Between two looks it changes one page: the
   others are folded.  Then it goes on by unchecked writes and reads, and gets a
   part of the memory anew from calloc.  A second thread comes, and finds out who
   has written the cells. */
static void folded_cold(void **state)
{
   const uintptr_t middle = 8 * CHUNK + CHUNK / 2;

   set_up_cold();
   assert_false(is_folded(2 * CHUNK));
   call(t1);
   write_unchecked(t1, middle);
   look_for_cold();
   assert_true(is_folded_valid(2 * CHUNK) && is_folded_valid(12 * CHUNK));
   assert_false(is_folded(middle + 4));
   assert_null(ENGINE.broken(32));

   write_unchecked(t1, 2 * CHUNK);
   rd(t1, 2 * CHUNK + 4);
   ENGINE.kernel_write(6 * CHUNK, 4);
   ENGINE.read(t1, 6 * CHUNK, 8);
   ENGINE.clear(t1, 10 * CHUNK, CHUNK);
   ENGINE.read(t1, 10 * CHUNK, 8);
   ret(t1, 3, 3, 3, 1, 0);
   assert_null(ENGINE.broken(32));

   t2 = ENGINE.thread_new();
   assert_null(ENGINE.broken(32));
   call(t2);
   rd(t2, 2 * CHUNK);
   rd(t2, 6 * CHUNK);
   rd(t2, 12 * CHUNK);
   ENGINE.write(t2, 14 * CHUNK, 8);
   ret(t2, 3, 3, 3, 1, 2);
   ENGINE.read(t1, 14 * CHUNK, 12);
   ret(t1, 6, 6, 6, 1, 2);
   ret(t1, 0, 1, 3, 1, 2);
   assert_null(ENGINE.broken(32));
   finish(state);
}

/* Two chunks side by side: the page that both have cells in belongs to the
   first chunk, and is renumbered with it.  Forgotten pages are new to all
   activations. */
static void folded_across_chunks(void **state)
{
   trms_options options = { .cell_shift = 2, .timestamp_limit = 100 };
   const int cells = 2 * CELLS;
   size_t before;

   start_two(&options);
   call_often(t1, 50);
   call(t1);
   ENGINE.write(t1, CHUNK, 2 * CHUNK);
   before = platform_host_discarded();
   take_over(CHUNK, 2 * CHUNK);
   assert_int_equal(platform_host_discarded() - before, 2 * PAGES * 4096);
   call(t1);
   call_often(t1, 300);
   ENGINE.read(t1, CHUNK, CHUNK + CHUNK / 2);
   ENGINE.forget(2 * CHUNK + CHUNK / 2, CHUNK / 2);
   ENGINE.write(t2, 2 * CHUNK + CHUNK / 2, CHUNK / 2);
   ENGINE.read(t1, 2 * CHUNK + CHUNK / 2, CHUNK / 2);
   ret(t1, cells, cells, cells, 0, cells);
   ret(t1, 7 + CELLS / 2, 7 + CELLS / 2, 7 + cells, 0, cells);
   ret(t2, 0, 0, 0, 0, 0);
   finish(state);
}

/* Threads with little memory take cells from each other: pages of their stamps
   are folded, but not before the threads have lived for a while. */
static void folded_later(void **state)
{
   trms_options options = { .cell_shift = 2 };
   size_t before;
   int i;

   start_two(&options);
   call(t1);
   call(t2);
   ENGINE.write(t1, CHUNK, 12288);
   ENGINE.read(t2, CHUNK, 12288);
   before = platform_host_discards();
   for (i = 0; i < 20000; i++) {
      if (i == 2000)
         assert_int_equal(platform_host_discards(), before);
      wr(t1, CHUNK + 20480);
      rd(t2, CHUNK + 20480 + 64 * (i % 2));
      wr(t2, CHUNK + 20480);
   }
   assert_true(platform_host_discards() > before);
   finish(state);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(folded),
      cmocka_unit_test(folded_but_for_one),
      cmocka_unit_test(folded_in_part),
      cmocka_unit_test(folded_in_part_and_forgotten),
      cmocka_unit_test(folded_in_part_read),
      cmocka_unit_test(folded_while_valid),
      cmocka_unit_test(folded_but_for_few),
      cmocka_unit_test(folded_asleep),
      cmocka_unit_test(folded_for_age),
      cmocka_unit_test(folded_cold_again),
      cmocka_unit_test(folded_cold),
      cmocka_unit_test(folded_across_chunks),
      cmocka_unit_test(folded_later),
   };

   return cmocka_run_group_tests(tests, NULL, NULL);
}
