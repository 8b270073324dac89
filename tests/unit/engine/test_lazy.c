/* Lazy pages of the fast engine against sizes worked out by hand, in windows
   where they can be had.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/fast.h"
#include "engine/fast/lazy_set.h"
#include "engine/fast/state.h"
#include "engine/fast/windows.h"

#define ENGINE trms_fast
#include "in_windows.h"
#include "words.h"

enum { SHARERS = 5, PAGE = 4096 };

static trms_thread *sharer[SHARERS];

/* The stamps of a word. */
static void store_stamps(uintptr_t at, uint32_t stamp)
{
   *(uint32_t *)at = *(uint32_t *)(at + 4) = stamp;
}

static void all_read(uintptr_t a)
{
   int i;

   for (i = 0; i < SHARERS; i++)
      rd(sharer[i], a);
}

/* The first thread writes lines of a page that all know, so that the page
   becomes lazy. */
static void make_lazy(uintptr_t page, int line)
{
   int i;

   for (i = 0; i < 3; i++)
      wr(sharer[0], page + 64 * (uintptr_t)(line + 4 * i));
   assert_int_equal(fast.lazy_pages, 1);
}

static void start_sharers(void)
{
   trms_options options = { .cell_shift = 2, .small_ranges = true };
   int i;

   start(&options);
   for (i = 0; i < SHARERS; i++) {
      sharer[i] = ENGINE.thread_new();
      call(sharer[i]);
   }
}

/* Threads that have read the first cell of a lazy page, and no other cell of
   it. */
static void start_lazy(uintptr_t page)
{
   start_sharers();
   all_read(page);
   make_lazy(page, 4);
}

/* One cell, which all threads come to share: by a write, by the kernel's, and
   when the page is not lazy any more. */
static void shared(void **state)
{
   uintptr_t page = 40 * CHUNK, a = page + 2048;
   int i;

   start_lazy(page);
   wr(sharer[0], a);
   all_read(a);                        /* new for all but the first */
   all_read(a);                        /* for none */
   wr(sharer[2], a);
   all_read(a);                        /* for all but the third */
   all_read(a);
   assert_int_equal(fast.lazy_pages, 1);
   ENGINE.kernel_write(a, 4);
   all_read(a);                        /* for all */
   wr(sharer[4], a);
   rd(sharer[1], a);
   rd(sharer[3], a);                   /* for the second and the fourth */
   ENGINE.forget(page + 1024, 4);
   assert_int_equal(fast.lazy_pages, 0);
   all_read(a);                        /* for the first and the third */
   all_read(a);
   assert_null(ENGINE.broken(1));
   ret(sharer[0], 1, 2, 4, 1, 2);
   for (i = 1; i <= 3; i += 2)
      ret(sharer[i], 2, 3, 5, 1, 3);
   ret(sharer[2], 2, 3, 4, 1, 2);
   ret(sharer[4], 2, 3, 4, 1, 2);
   finish(state);
}

/* A word that lies in two lines makes its page lazy when its second cell is
   written.  The code that writes it stores both stamps after that.  Then the page
   is not lazy any more, and the first cell is read and written by turns. */
static void across_lines(void **state)
{
   uintptr_t page = 40 * CHUNK, a = page + 1024 - 4;
   trms_fast_view v;

   start_sharers();
   wr(sharer[0], a);                   /* exclusive from now on */
   all_read(page);
   wr(sharer[0], page + 256);
   wr(sharer[0], page + 512);
   assert_int_equal(fast.lazy_pages, 0);
   write_word(sharer[0], a);
   assert_int_equal(fast.lazy_pages, 1);
   v = trms_fast_view_of(sharer[0]);
   store_stamps(v.base + a, v.stamp);
   assert_null(ENGINE.broken(1));
   ENGINE.forget(page + 2048, 4);
   assert_int_equal(fast.lazy_pages, 0);
   assert_null(ENGINE.broken(1));
   rd(sharer[1], a);                   /* new */
   wr(sharer[0], a);
   rd(sharer[1], a);                   /* induced */
   ret(sharer[0], 1, 1, 1, 0, 0);
   ret(sharer[1], 2, 2, 3, 0, 2);
   finish(state);
}

/* Threads come to share a cell one after the other: its set stands in two bytes
   until there are three, one of them of no low slot.  Then one writes it. */
static void shared_by_more(void **state)
{
   uintptr_t page = 40 * CHUNK, a = page + 2048;
   const uint64_t *bits = lazy_set_bits_of(lazy_set_of(a));
   int i;

   start_lazy(page);
   wr(sharer[0], a);
   for (i = 1; i < SHARERS; i++) {
      rd(sharer[i], a);                /* new for this one */
      assert_int_equal(*bits != 0, i == SHARERS - 1);
   }
   assert_int_equal(sharer[SHARERS - 1]->slot, lazy_set_low_slots());
   all_read(a);                        /* for none */
   assert_int_equal(fast.lazy_pages, 1);
   wr(sharer[1], a);
   all_read(a);                        /* for all but the second */
   assert_int_equal(fast.lazy_pages, 1);
   assert_null(ENGINE.broken(1));
   ret(sharer[0], 1, 1, 2, 0, 1);
   ret(sharer[1], 2, 2, 2, 0, 1);
   for (i = 2; i < SHARERS; i++)
      ret(sharer[i], 2, 2, 3, 0, 2);
   finish(state);
}

/* Two threads take a cell from each other by turns, read it and write it.  Then
   one of them ends, and a new thread gets its window. */
static void taken(void **state)
{
   enum { TIMES = 7 };
   uintptr_t page = 40 * CHUNK, a = page + 2048;
   int i;

   start_lazy(page);
   for (i = 0; i < TIMES; i++) {
      rd(sharer[1], a);
      wr(sharer[1], a);
      rd(sharer[1], a);
      rd(sharer[2], a);
      wr(sharer[2], a);
   }
   assert_int_equal(fast.lazy_pages, 1);
   assert_null(ENGINE.broken(1));
   ret(sharer[1], 2, 2, TIMES + 1, 0, TIMES - 1);
   ENGINE.thread_end(sharer[2]);
   sharer[2] = ENGINE.thread_new();
   call(sharer[2]);
   rd(sharer[2], a);
   rd(sharer[2], a);
   ret(sharer[2], 1, 1, 1, 0, 1);
   finish(state);
}

/* All threads of a lazy page have ended.  Then a context, whose stamps are in a
   table, and a new thread share a cell of it. */
static void left_to_table(void **state)
{
   uintptr_t page = 40 * CHUNK, a = page + 2048;
   trms_thread *context, *t;
   int i;

   start_lazy(page);
   wr(sharer[0], a);
   for (i = 0; i < SHARERS; i++)
      ENGINE.thread_end(sharer[i]);
   assert_int_equal(fast.lazy_pages, 1);
   context = ENGINE.context_new();
   call(context);
   rd(context, a);                     /* new */
   assert_int_equal(fast.lazy_pages, 0);
   assert_null(ENGINE.broken(1));
   t = ENGINE.thread_new();
   call(t);
   wr(t, a);
   rd(context, a);                     /* new again */
   wr(context, a);
   rd(t, a);                           /* new */
   assert_null(ENGINE.broken(1));
   ret(context, 1, 1, 2, 0, 2);
   ret(t, 0, 0, 1, 0, 1);
   finish(state);
}

static void take_word(trms_thread *t, uintptr_t a)
{
   read_word(t, a);
   write_word(t, a);
}

/* The same for two cells at once, in the caller and in a routine that is called
   after the cells were taken. */
static void words_taken(void **state)
{
   enum { TIMES = 7 };
   uintptr_t page = 40 * CHUNK, a = page + 2048;
   int i;

   start_lazy(page);
   for (i = 0; i < TIMES; i++) {
      take_word(sharer[1], a + 64);    /* so that the page is in the turn */
      take_word(sharer[1], a);
      take_word(sharer[2], a + 64);
      take_word(sharer[2], a);
      assert_null(ENGINE.broken(1));
   }
   call(sharer[1]);
   take_word(sharer[1], a + 64);
   take_word(sharer[1], a);
   assert_int_equal(fast.lazy_pages, 1);
   assert_null(ENGINE.broken(1));
   ret(sharer[1], 4, 4, 4, 0, 4);
   ret(sharer[1], 5, 5, 4 * TIMES + 5, 0, 4 * TIMES);
   ret(sharer[2], 5, 5, 4 * TIMES + 1, 0, 4 * TIMES);
   finish(state);
}

/* Words that are written without having been read, and that are read by those
   who know them. */
static void words_known(void **state)
{
   uintptr_t page = 40 * CHUNK, a = page + 2048;

   start_lazy(page);
   take_word(sharer[1], a);
   take_word(sharer[3], a + 64);
   write_word(sharer[2], a);           /* without a turn */
   assert_null(ENGINE.broken(1));
   write_word(sharer[2], a + 64);      /* in its turn, in another line */
   assert_null(ENGINE.broken(1));
   rd(sharer[1], a + 128);
   read_word(sharer[1], a);            /* new */
   rd(sharer[2], a + 128);
   read_word(sharer[2], a + 64);       /* its own */
   rd(sharer[3], a + 128);
   read_word(sharer[3], a + 64);       /* new */
   rd(sharer[1], a + 132);
   read_word(sharer[1], a + 64);       /* new; then two know it */
   write_word(sharer[2], a + 64);
   rd(sharer[1], a + 136);
   read_word(sharer[1], a + 64);       /* new */
   rd(sharer[3], a + 136);
   read_word(sharer[3], a + 64);       /* new, and it is the third */
   rd(sharer[1], a + 140);
   read_word(sharer[1], a + 64);       /* known */
   rd(sharer[3], a + 140);
   read_word(sharer[3], a + 64);       /* known */
   assert_int_equal(fast.lazy_pages, 1);
   assert_null(ENGINE.broken(1));
   ret(sharer[1], 9, 9, 13, 0, 6);
   ret(sharer[2], 2, 2, 2, 0, 0);
   ret(sharer[3], 6, 6, 10, 0, 4);
   finish(state);
}

/* The cells of a word that is read have different histories. */
static void halves(void **state)
{
   uintptr_t page = 40 * CHUNK, a = page + 2048;

   start_lazy(page);
   take_word(sharer[1], a);
   take_word(sharer[2], a);
   rd(sharer[3], a);
   rd(sharer[1], a + 64);    /* its turn begins */
   read_word(sharer[1], a);            /* new, but the first has one reader more */
   wr(sharer[2], a);
   rd(sharer[1], a + 68);
   read_word(sharer[1], a);            /* the first is new */
   wr(sharer[2], a + 4);
   rd(sharer[1], a + 72);
   read_word(sharer[1], a);            /* the second */
   ENGINE.kernel_write(a, 4);
   wr(sharer[2], a + 4);
   rd(sharer[1], a + 76);
   read_word(sharer[1], a);            /* both: the first is the kernel's */
   call(sharer[1]);
   rd(sharer[1], a);
   take_word(sharer[2], a);
   rd(sharer[1], a + 80);
   read_word(sharer[1], a);            /* new: they have stamps of two times */
   assert_int_equal(fast.lazy_pages, 1);
   assert_null(ENGINE.broken(1));
   ret(sharer[1], 3, 3, 4, 0, 2);
   ret(sharer[1], 8, 9, 16, 1, 7);
   ret(sharer[2], 3, 4, 4, 1, 2);
   ret(sharer[3], 2, 2, 2, 0, 1);
   finish(state);
}

/* A page that is lazy twice: a write between counts. */
static void again(void **state)
{
   uintptr_t page = 40 * CHUNK, a = page + 2048;

   start_lazy(page);
   all_read(a);
   ENGINE.forget(page + 1024, 4);
   wr(sharer[0], a);
   make_lazy(page, 40);
   all_read(a);
   ret(sharer[0], 2, 2, 2, 0, 0);
   ret(sharer[1], 2, 2, 3, 0, 1);
   finish(state);
}

/* A new activation of a thread reads again what its caller has read: in a lazy
   page the stamps keep the time of the thread's accesses. */
static void times(void **state)
{
   uintptr_t page = 40 * CHUNK, a = page + 2048;

   start_lazy(page);
   rd(sharer[1], a);
   wr(sharer[2], a + 4);
   call(sharer[1]);
   rd(sharer[1], a);
   wr(sharer[2], a);
   rd(sharer[1], a);
   assert_int_equal(fast.lazy_pages, 1);
   assert_null(ENGINE.broken(1));
   ret(sharer[1], 1, 1, 2, 0, 1);
   ret(sharer[1], 2, 2, 3, 0, 1);
   finish(state);
}

/* A page of calloc'ed memory becomes lazy by the first access to it: what
   calloc has written is the first thread's.  The page keeps its sharers when it
   is forgotten, since it is forgotten in two parts. */
static void cleared(void **state)
{
   uintptr_t page = 40 * CHUNK, a = page + 2048;

   start_sharers();
   all_read(page);
   wr(sharer[0], page + 4 * 64);
   wr(sharer[0], page + 8 * 64);
   ENGINE.forget(page, 2048);
   ENGINE.forget(page + 2048, 2048);
   ENGINE.clear(sharer[0], page, PAGE);
   assert_int_equal(fast.cleared, 1);
   wr(sharer[1], page + 12 * 64);
   assert_int_equal(fast.lazy_pages, 1);
   rd(sharer[2], a);                   /* what the first has written */
   wr(sharer[2], a);
   rd(sharer[0], a);                   /* what the third has written */
   assert_null(ENGINE.broken(1));
   ret(sharer[2], 2, 2, 2, 0, 1);
   ret(sharer[0], 1, 1, 2, 0, 1);
   finish(state);
}

/* The second thread has read a lazy page but for `left` bytes in it, and the
   page's neighbours, and its turn is over.  Then another thread writes the
   neighbours, and the second one looks for pages of stamps to fold. */
static void look_beside_lazy(uintptr_t page, size_t left)
{
   int i;

   start_lazy(page);
   ENGINE.read(sharer[1], page - PAGE, PAGE + 2048 - left);
   ENGINE.read(sharer[1], page + 2048, 2 * PAGE - 2048);
   ENGINE.write(sharer[2], page - PAGE, PAGE);
   ENGINE.write(sharer[2], page + PAGE, PAGE);
   rd(sharer[2], page + 2052);
   for (i = 0; i < 20; i++)
      rd(sharer[1], (uintptr_t)(100 + i) * CHUNK);
   assert_int_equal(fast.lazy_pages, 1);
}

/* The page of the second's stamps is folded, though its stamps count as valid
   in the lazy page. */
static void fold_lazy(uintptr_t page)
{
   const uint32_t *c;

   look_beside_lazy(page, 0);
   c = windows_stamp(sharer[1]->slot, page + 2048);
   assert_int_equal(*c, 0);
   assert_int_not_equal(*windows_page_word(sharer[1]->slot, c), 0);
   call(sharer[1]);
}

/* Lazy pages are not folded in part: their stamps are touched by turns. */
static void not_folded(void **state)
{
   uintptr_t page = 40 * CHUNK;
   const uint32_t *c;

   look_beside_lazy(page, 4);
   c = windows_stamp(sharer[1]->slot, page + 2048);
   assert_int_not_equal(*c, 0);
   assert_int_equal(*windows_page_word(sharer[1]->slot, c), 0);
   assert_null(ENGINE.broken(1));
   finish(state);
}

static void folded(void **state)
{
   uintptr_t page = 40 * CHUNK;

   fold_lazy(page);
   rd(sharer[1], page + 2048);         /* its caller has read it */
   assert_int_equal(fast.lazy_pages, 1);
   assert_null(ENGINE.broken(1));
   ret(sharer[1], 1, 1, 1, 0, 0);
   finish(state);
}

/* The same after another thread has written the cells. */
static void folded_words(void **state)
{
   enum { READ = 3 * PAGE / 4 + 20 };
   uintptr_t page = 40 * CHUNK, a = page + 2048;

   fold_lazy(page);
   take_word(sharer[2], a);
   rd(sharer[1], page + 1024);         /* its turn begins */
   read_word(sharer[1], a);
   assert_int_equal(fast.lazy_pages, 1);
   assert_null(ENGINE.broken(1));
   ret(sharer[1], 3, 3, 3, 0, 2);
   ret(sharer[1], READ, READ, READ + 2, 0, 2 + 3);
   finish(state);
}

static void folded_ends(void **state)
{
   uintptr_t page = 40 * CHUNK;

   fold_lazy(page);
   ENGINE.forget(page + 1024, 4);
   assert_int_equal(fast.lazy_pages, 0);
   rd(sharer[1], page + 2048);
   ret(sharer[1], 1, 1, 1, 0, 0);
   finish(state);
}

/* A page moves to the place of a lazy one, with stamps that are valid. */
static void replaced(void **state)
{
   uintptr_t page = 40 * CHUNK, from = 80 * CHUNK;

   start_lazy(page);
   ENGINE.write(sharer[1], from, PAGE);
   ENGINE.move(from, page, PAGE);
   assert_int_equal(fast.lazy_pages, 0);
   wr(sharer[2], page + 2048);
   rd(sharer[1], page + 2048);         /* what the third has written */
   rd(sharer[1], page + 2052);
   assert_null(ENGINE.broken(1));
   ret(sharer[1], 1, 1, 2, 0, 1);
   finish(state);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(shared),
      cmocka_unit_test(across_lines),
      cmocka_unit_test(shared_by_more),
      cmocka_unit_test(taken),
      cmocka_unit_test(left_to_table),
      cmocka_unit_test(words_taken),
      cmocka_unit_test(words_known),
      cmocka_unit_test(halves),
      cmocka_unit_test(again),
      cmocka_unit_test(times),
      cmocka_unit_test(cleared),
      cmocka_unit_test(folded),
      cmocka_unit_test(not_folded),
      cmocka_unit_test(folded_words),
      cmocka_unit_test(folded_ends),
      cmocka_unit_test(replaced),
   };

   return cmocka_run_group_tests(tests, NULL, NULL);
}
