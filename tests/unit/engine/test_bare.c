/* Bare pages of the fast engine against sizes worked out by hand, in windows
   where they can be had; and how little memory they take.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "engine/fast/bare.h"
#include "engine/fast/fast.h"
#include "engine/fast/state.h"
#include "engine/fast/windows.h"

#define ENGINE trms_fast
#include "in_windows.h"
#include "../cmocka_names.h"

enum { SHARERS = 4, PAGE = 4096 };

static trms_thread *sharer[SHARERS];
static const uintptr_t region = 40 * CHUNK;

static void start_sharers(bool small_ranges)
{
   trms_options options = { .cell_shift = 2, .small_ranges = small_ranges };
   int i;

   start(&options);
   trms_fast_guard();
   for (i = 0; i < SHARERS; i++) {
      sharer[i] = ENGINE.thread_new();
      call(sharer[i]);
   }
}

/* A thread reads a word, and writes it, as code does whose checks have failed. */
static void take(trms_thread *t, uintptr_t a)
{
   trms_fast_run(t);
   trms_fast_guarded_read8(a);
   trms_fast_guarded_write8(a);
   trms_fast_run(NULL);
}

/* The first two write lines of two pages by turns, until they are bare. */
static void make_bare(uintptr_t page)
{
   int i, k;

   for (i = 0; i < 4; i++)
      for (k = 0; k < 4; k++)
         wr(sharer[k / 2], page + PAGE * (uintptr_t)(k % 2)
                           + 64 * (uintptr_t)(4 * i + 2 * (k / 2) + 4));
   assert_int_equal(fast.bare_pages, 2);
}

/* The page of stamps that lies over both is given back, for each thread of the
   two: other pages of the chunk may stay as they are. */
static void given_back(void **state)
{
   size_t before;

   start_sharers(true);
   before = platform_host_discarded();
   make_bare(region);
   assert_int_equal(platform_host_discarded() - before, 2 * PAGE);
   assert_null(ENGINE.broken(1));
   finish(state);
}

/* Two threads take a word from each other; then a third has it, and the
   kernel. */
static void taken(void **state)
{
   enum { TIMES = 3 };
   uintptr_t a = region + 2048;
   int i;

   start_sharers(true);
   make_bare(region);
   for (i = 0; i < TIMES; i++) {
      take(sharer[0], a);
      take(sharer[1], a);
   }
   rd(sharer[2], a);                   /* of two, one is new */
   rd(sharer[0], a);                   /* has another's */
   rd(sharer[0], a);
   rd(sharer[1], a);                   /* its own */
   ENGINE.kernel_write(a, 4);
   rd(sharer[0], a);
   rd(sharer[0], a + 4);               /* still the second's */
   assert_int_equal(fast.bare_pages, 2);
   assert_null(ENGINE.broken(1));
   ret(sharer[0], 2, 3, 2 * TIMES + 3, 1, 2 * (TIMES - 1) + 2);
   ret(sharer[1], 2, 2, 2 * TIMES, 0, 2 * TIMES);
   ret(sharer[2], 1, 1, 1, 0, 1);
   finish(state);
}

/* A routine that is called later accesses a bare page: it has other times.  What
   its caller has accessed before stays known. */
static void called(void **state)
{
   uintptr_t a = region + 2048;

   start_sharers(true);
   make_bare(region);
   take(sharer[0], a);
   take(sharer[0], a + 512);
   take(sharer[1], a + 512);
   call(sharer[0]);
   rd(sharer[0], a);                   /* the caller's */
   assert_int_equal(fast.bare_pages, 1);
   rd(sharer[0], a + 512);             /* the second's */
   rd(sharer[0], a + 1024);            /* new to both */
   assert_null(ENGINE.broken(1));
   ret(sharer[0], 3, 3, 3, 0, 1);
   rd(sharer[0], a + 1024);
   ret(sharer[0], 5, 5, 6, 0, 1);
   ret(sharer[1], 2, 2, 2, 0, 2);
   finish(state);
}

/* A thread ends, and another gets its window.  The page is forgotten. */
static void ended(void **state)
{
   uintptr_t a = region + 2048;

   start_sharers(true);
   make_bare(region);
   take(sharer[1], a);
   take(sharer[1], a + 512);
   ENGINE.thread_end(sharer[1]);
   sharer[1] = ENGINE.thread_new();
   call(sharer[1]);
   rd(sharer[1], a);
   rd(sharer[1], a + 512);
   rd(sharer[1], a);
   assert_int_equal(fast.bare_pages, 2);
   assert_null(ENGINE.broken(1));
   ret(sharer[1], 2, 2, 2, 0, 2);
   ENGINE.forget(region, CHUNK);
   assert_int_equal(fast.bare_pages, 0);
   rd(sharer[0], a);
   ret(sharer[0], 1, 1, 1, 0, 0);
   finish(state);
}

/* Pages of the process that are in memory, but for the common page of zeros, if the
   kernel has one. */
static size_t resident(void)
{
   size_t all, pages = 0;
   FILE *f = fopen("/proc/self/statm", "r");

   assert_non_null(f);
   assert_int_equal(fscanf(f, "%zu %zu", &all, &pages), 2);
   fclose(f);
   return pages;
}

/* Return whether pages that are only read take no memory.  Kernels in some virtual
   machines have no common page of zeros for them. */
static bool reads_take_nothing(void)
{
   enum { READ = 256 };
   const size_t size = (size_t)READ * PAGE;
   volatile char *m = mmap(NULL, size, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   const size_t before = resident();
   size_t grown;

   assert_true(m != MAP_FAILED);
   for (size_t i = 0; i < size; i += PAGE)
      (void)m[i];
   grown = resident() - before;
   munmap((void *)m, size);
   return grown < READ / 2;
}

/* Pages in memory that hold a thread's stamps of the region, and only zeros: where
   other threads have looked. */
static size_t pages_of_zeros(const trms_thread *t, size_t pages)
{
   static const char zeros[PAGE];
   const uintptr_t past = windows_page_up(t->base + region + pages * PAGE);
   size_t found = 0;
   unsigned char there;

   for (uintptr_t at = windows_page_down(t->base + region); at < past; at += PAGE)
      found += mincore((void *)at, PAGE, &there) == 0 && (there & 1) &&
               memcmp((const void *)at, zeros, PAGE) == 0;
   return found;
}

/* Each thread adds to a quarter of all words, in scattered order, and in the next
   round to those of another.  Stamps of all threads would take four times the
   memory that they are of. */
static void scattered(void **state)
{
   enum { PAGES = 1024, WORDS = PAGES * (PAGE / 8), ROUNDS = 3 };
   enum { PART = WORDS / SHARERS, CELLS = 2 * PART };
   size_t before, grown, i, taken_by;
   int round, k;

   start_sharers(false);
   before = resident();
   for (round = 0; round < ROUNDS; round++)
      for (k = 0; k < SHARERS; k++) {
         taken_by = (size_t)(k + round) % SHARERS * PART;
         for (i = taken_by; i < taken_by + PART; i++)
            take(sharer[k], region + i * 2654435761u % WORDS * 8);
      }
   assert_uint_in_range(fast.bare_pages, PAGES - PAGES / 32, PAGES);
   grown = resident() - before;
   for (k = 0; k < SHARERS && !reads_take_nothing(); k++)
      grown -= pages_of_zeros(sharer[k], PAGES);
   assert_uint_in_range(grown, 0, PAGES + PAGES / 2);
   assert_null(ENGINE.broken(SHARERS));
   for (k = 0; k < SHARERS; k++)
      ret(sharer[k], ROUNDS * CELLS, ROUNDS * CELLS, ROUNDS * CELLS, 0,
          (ROUNDS - 1) * CELLS);
   finish(state);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(given_back),
      cmocka_unit_test(taken),
      cmocka_unit_test(called),
      cmocka_unit_test(ended),
      cmocka_unit_test(scattered),
   };

   return cmocka_run_group_tests(tests, NULL, NULL);
}
