/* The fast engine against sizes worked out by hand, in windows where they can
   be had.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/directory.h"
#include "engine/fast/fast.h"
#include "engine/fast/state.h"
#include "engine/fast/windows.h"

#include <string.h>

#define ENGINE trms_fast
#include "by_hand.h"
#include "../cmocka_names.h"
#include "two_in_windows.h"
#include "words.h"

/* A new thread reads a cell at each step through 64 chunks: return how many
   chunks were populated. */
static size_t populated_by_steps(size_t step, bool down)
{
   trms_thread *t = ENGINE.thread_new();
   size_t before = platform_host_populated(), at;

   for (at = 0; at < 64 * CHUNK; at += step)
      rd(t, 64 * CHUNK + (down ? 64 * CHUNK - 4 - at : at));
   ENGINE.thread_end(t);
   return (platform_host_populated() - before) / CHUNK;
}

/* The only sharer of a line is known to be t1, and its memory moves away.  Then t2
   gets the place from calloc, and is a sharer before it has accessed the cell. */
static void cleared_where_sharers_are_known(void **state)
{
   trms_options options = { .cell_shift = 2, .small_ranges = true };
   trms_thread *more[DIRECTORY_FEW + 1];
   size_t i;

   start_two(&options);
   for (i = 0; i <= DIRECTORY_FEW; i++)
      rd(more[i] = ENGINE.thread_new(), CHUNK);
   wr(t1, CHUNK);
   assert_true(directory_knows_sharers(CHUNK));
   ENGINE.move(CHUNK, 8 * CHUNK, 4096);
   call(t2);
   ENGINE.clear(t2, CHUNK, 4096);
   rd(t1, CHUNK);
   wr(t1, CHUNK);
   rd(t2, CHUNK);
   ret(t2, 0, 0, 1, 0, 1);
   assert_null(ENGINE.broken(1));
   finish(state);
}

/* Chunks are populated where a thread goes through memory, up or down, and not
   where it touches a page here and there, however regularly. */
static void populated(void **state)
{
   trms_options options = { .cell_shift = 2 };
   int down;
   size_t pages;

   start(&options);
   for (down = 0; down <= 1; down++) {
      assert_uint_in_range(populated_by_steps(4, down), 60, 63);
      assert_uint_in_range(populated_by_steps(4096, down), 60, 63);
      for (pages = 2; pages < 40; pages++)
         assert_int_equal(populated_by_steps(4096 * pages, down), 0);
   }
   finish(state);
}

static void call_down(int n)
{
   for (; n > 0; n--)
      call(t1);
}

static void read_and_return(uintptr_t a, int n)
{
   rd(t1, a);
   for (; n > 0; n--)
      ret(t1, 1, 1, 1, 0, 0);
}

/* The engine keeps which activation had started at a stamp (ancestor_search).
   After renumbering, the same times are those of other activations: the cell
   was written by the activation that ends last, the first time by one that has
   ended. */
static void found_before_renumbering(void **state)
{
   trms_options options = { .cell_shift = 2, .timestamp_limit = 100 };

   start(&options);
   t1 = ENGINE.thread_new();
   call(t1);                              /* at 2 */
   call(t1);                              /* at 3 */
   wr(t1, CHUNK);
   ret(t1, 0, 0, 0, 0, 0);
   call_down(5);                          /* the last one at 8 */
   read_and_return(CHUNK, 5);
   call_often(t1, 90);
   call(t1);                              /* at 99, which becomes 3 */
   wr(t1, CHUNK + 64);
   call_down(5);                          /* the last one at 8 */
   read_and_return(CHUNK + 64, 5);
   ret(t1, 0, 0, 0, 0, 0);
   ret(t1, 0, 0, 0, 0, 0);
   finish(state);
}

/* Chunks move: the target has their last writers and their stamps, and the
   source has nothing any more, not even memory. */
static void moved(void **state)
{
   trms_options options = { .cell_shift = 2 };
   uintptr_t from = CHUNK, to = 64 * CHUNK + 4096;
   size_t before;

   start_two(&options);
   call(t1);
   call(t2);
   ENGINE.write(t1, from, 4 * CHUNK);
   ENGINE.kernel_write(from + CHUNK + 4, CHUNK);
   ENGINE.write(t2, from + 3 * CHUNK + 8, 4);
   before = platform_host_discarded();
   ENGINE.move(from, to, 4 * CHUNK);
   assert_uint_in_range(platform_host_discarded() - before, 5 * CHUNK - 8192,
                        5 * CHUNK);
   call(t1);
   ENGINE.read(t1, from, 4 * CHUNK);
   ret(t1, 4 * CELLS, 4 * CELLS, 4 * CELLS, 0, 0);
   call(t1);
   ENGINE.read(t1, to, 4 * CHUNK);
   ret(t1, 4 * CELLS, 4 * CELLS, 4 * CELLS, CELLS, 1);
   call(t2);
   ENGINE.read(t2, to, 4 * CHUNK);
   ret(t2, 4 * CELLS, 4 * CELLS, 4 * CELLS, CELLS, 3 * CELLS - 1);
   finish(state);
}

/* Much memory moves there and back: whole pages of stamps move without a copy,
   so that the source's need not be given back. */
static void moved_at_once(void **state)
{
   trms_options options = { .cell_shift = 2 };
   uintptr_t from = CHUNK, to = 64 * CHUNK + 4096;
   size_t before;

   start_two(&options);
   call(t1);
   call(t2);
   ENGINE.write(t1, from, 8 * CHUNK);
   ENGINE.write(t2, from + CHUNK + 4, 4);
   before = platform_host_discarded();
   ENGINE.move(from, to, 8 * CHUNK);
   assert_uint_in_range(platform_host_discarded() - before, 0, CHUNK);
   call(t1);
   ENGINE.read(t1, from, 8 * CHUNK);
   ret(t1, 8 * CELLS, 8 * CELLS, 8 * CELLS, 0, 0);
   call(t1);
   ENGINE.read(t1, to, 8 * CHUNK);
   ret(t1, 8 * CELLS, 8 * CELLS, 8 * CELLS, 0, 1);
   ENGINE.move(to, from, 8 * CHUNK);
   call(t2);
   ENGINE.read(t2, from, 8 * CHUNK);
   ret(t2, 8 * CELLS, 8 * CELLS, 8 * CELLS, 0, 8 * CELLS - 1);
   call(t2);
   rd(t2, to);
   ret(t2, 1, 1, 1, 0, 0);
   finish(state);
}

/* Memory moves from beyond the windows into a chunk that the thread has not
   joined so far: writes of other threads must find its stamps there. */
static void moved_into_window(void **state)
{
   trms_options options = { .cell_shift = 2 };
   uintptr_t from = WINDOWS_END + CHUNK, to = 500 * CHUNK;

   start_two(&options);
   call(t1);
   rd(t1, from);
   rd(t1, from + 4);
   ENGINE.move(from, to, 64);
   wr(t2, to);
   rd(t1, to);
   rd(t1, to + 4);
   ret(t1, 2, 2, 3, 0, 1);
   finish(state);
}

/* Memory moves into pages that no thread has touched, where another thread
   writes: in each of them it must find the stamps that have moved. */
static void moved_pages(void **state)
{
   trms_options options = { .cell_shift = 2 };
   uintptr_t from = CHUNK, to = 64 * CHUNK, page;

   start_two(&options);
   call(t1);
   ENGINE.write(t1, from, CHUNK);
   ENGINE.move(from, to, CHUNK);
   for (page = to; page < to + CHUNK; page += 4096) {
      wr(t2, page + 512);
      rd(t1, page + 512);
   }
   ret(t1, 0, 0, PAGES, 0, PAGES);
   finish(state);
}

/* Much memory is forgotten at once, most of which was never touched: the kernel
   has written in one place, a thread in another, and a thread without a window
   has read in a third. */
static void forgotten(void **state)
{
   trms_options options = { .cell_shift = 2 };
   uintptr_t much = (uintptr_t)1 << 30, at = 5 * CHUNK;

   start(&options);
   t1 = ENGINE.thread_new();
   t2 = ENGINE.context_new();
   call(t1);
   call(t2);
   ENGINE.kernel_write(2 * much + at, 4);
   wr(t1, 3 * much + at);
   rd(t2, 4 * much + at);
   ENGINE.forget(much + 4, 4 * much);
   rd(t1, 2 * much + at);
   rd(t1, 3 * much + at);
   rd(t2, 4 * much + at);
   ret(t1, 2, 2, 2, 0, 0);
   ret(t2, 2, 2, 2, 0, 0);
   finish(state);
}

/* Places that threads touch in the next test: chunks side by side, some of them
   at the ends of windows. */
enum { PLACES = 3, SIDE_BY_SIDE = 100, AT_A_TIME = 4 };

static uintptr_t place(unsigned i)
{
   static const uintptr_t first[PLACES] = {
      0, 1000 * CHUNK, WINDOWS_END - SIDE_BY_SIDE * CHUNK
   };
   return first[i];
}

static unsigned random_below(unsigned n)
{
   static uint64_t state = 1;

   state = state * 6364136223846793005u + 1442695040888963407u;
   return (unsigned)(state >> 33) % n;
}

static uintptr_t random_address(void)
{
   uintptr_t chunk = random_below(random_below(2) ? 12 : SIDE_BY_SIDE);

   return place(random_below(PLACES)) + chunk * CHUNK
          + (random_below(2) ? 0 : random_below(CHUNK) & ~3u);
}

static bool is_zero(uintptr_t from, uintptr_t past)
{
   static const char zeros[WINDOWS_PAGE_BYTES];

   for (from = windows_page_down(from); from < past; from += WINDOWS_PAGE_BYTES)
      if (memcmp((void *)from, zeros, WINDOWS_PAGE_BYTES) != 0)
         return false;
   return true;
}

/* All that may have been touched of a window, and of the words of its pages, is
   zero. */
static void expect_empty(const trms_thread *t)
{
   uintptr_t base = trms_fast_view_of(t).base;
   unsigned slot = (unsigned)((base - WINDOWS_FIRST) / WINDOWS_STEP), i;

   assert_int_equal(base, windows_base(slot));
   for (i = 0; i < PLACES; i++) {
      uintptr_t from = place(i), past = from + SIDE_BY_SIDE * CHUNK;
      uint32_t *words = windows_page_words(slot);

      assert_true(is_zero(base + from, base + past));
      assert_true(is_zero((uintptr_t)&words[from / WINDOWS_PAGE_BYTES],
                          (uintptr_t)&words[past / WINDOWS_PAGE_BYTES + 1]));
   }
}

/* One random event in random memory, up to the end of a chunk or beyond it. */
static void touch_some(trms_thread *t)
{
   uintptr_t a = random_address(), to = random_address();
   size_t n = 4 + random_below(random_below(8) ? 400 : CHUNK);

   if (a + n > WINDOWS_END)
      n = WINDOWS_END - a;
   switch (random_below(8)) {
   case 0: case 1: ENGINE.read(t, a, n); break;
   case 2: case 3: ENGINE.write(t, a, n); break;
   case 4: ENGINE.write(t, a & ~(uintptr_t)(CHUNK - 1), CHUNK); break;
   case 5: ENGINE.kernel_write(a, n); break;
   case 6: ENGINE.forget(a, n); break;
   default:
      n &= ~(size_t)3;
      if ((a + n <= to || to + n <= a) && to + n <= WINDOWS_END)
         ENGINE.move(a, to, n);
   }
}

/* Whatever threads do before they end, and in whatever order: the next
   thread in a window finds nothing in it. */
static void given_back(void **state)
{
   trms_options options = { .cell_shift = 2, .unchecked_writes = true };
   trms_thread *threads[AT_A_TIME] = { NULL };
   int round, i;

   start(&options);
   threads[0] = ENGINE.thread_new();
   /* An unchecked write, to memory that no mapping has. */
   *(uint32_t *)(trms_fast_view_of(threads[0]).base + CHUNK)
      = trms_fast_view_of(threads[0]).stamp;
   for (round = 0; round < 300; round++) {
      trms_thread **t = &threads[random_below(AT_A_TIME)];

      if (*t)
         ENGINE.thread_end(*t);
      *t = ENGINE.thread_new();
      expect_empty(*t);
      for (i = random_below(random_below(4) ? 10 : 200); i > 0; i--) {
         t = &threads[random_below(AT_A_TIME)];
         if (*t == NULL)
            continue;
         if (random_below(8) == 0)
            call(*t);
         touch_some(*t);
      }
   }
   finish(state);
}

/* When a thread ends that has touched little, its window is not given back as a
   whole. */
static void little_given_back(void **state)
{
   trms_options options = { .cell_shift = 2 };
   size_t before;
   int i;

   start(&options);
   t1 = ENGINE.thread_new();
   for (i = 0; i < 2 * PAGES; i++)
      rd(t1, 2 * CHUNK + i * WINDOWS_PAGE_BYTES);
   wr(t1, 900 * CHUNK);
   before = platform_host_discarded();
   ENGINE.thread_end(t1);
   assert_uint_in_range(platform_host_discarded() - before,
                        3 * CHUNK, 4 * CHUNK);
   finish(state);
}

/* A thread begins, accesses a cell in each of these pages, and ends.  What it
   finds of threads before it: who wrote the cells last.  Return the bytes that
   were given back. */
static size_t live_in(size_t first, size_t count)
{
   trms_thread *t = ENGINE.thread_new();
   unsigned slot = t->slot;
   size_t before, i;

   call(t);
   for (i = first; i < first + count; i++) {
      uintptr_t a = CHUNK / 2 + i * (CHUNK / 2);
      rd(t, a);
      wr(t, a + 4);
      rd(t, a + 4);
      rd(t, a + 8);
      wr(t, a + 8);
   }
   ret(t, 2 * count, 2 * count, 2 * count, 0, count);
   before = platform_host_discarded();
   ENGINE.thread_end(t);
   before = platform_host_discarded() - before;
   for (i = 0; i < 64; i++) {
      uintptr_t at = windows_base(slot) + i * (CHUNK / 2);
      assert_true(is_zero(at, at + WINDOWS_PAGE_BYTES));
   }
   return before;
}

/* The pages of threads that touch few are kept for the next thread in the
   window, as long as all of them are few. */
static void kept(void **state)
{
   trms_options options = { .cell_shift = 2 };
   int i;

   start(&options);
   t1 = ENGINE.thread_new();
   call(t1);
   for (i = 0; i < 50; i++)
      wr(t1, CHUNK / 2 + i * (CHUNK / 2) + 8);
   ret(t1, 0, 0, 0, 0, 0);
   assert_int_equal(live_in(0, 10), 0);
   assert_int_equal(live_in(4, 12), 0);
   assert_int_equal(live_in(6, 5), 0);
   /* That are too many: those of the threads before are given back. */
   assert_uint_in_range(live_in(16, 6), 16 * WINDOWS_PAGE_BYTES,
                        32 * WINDOWS_PAGE_BYTES);
   assert_int_equal(live_in(16, 6), 0);
   assert_true(live_in(16, 17) > 0);
   finish(state);
}

/* Exclusive cells of one thread, and words whose halves are two threads', go
   to a third one, which looks first for the owner that it found before. */
static void taken_over(void **state)
{
   trms_options options = { .cell_shift = 2 };
   trms_thread *t3;

   start_two(&options);
   t3 = ENGINE.thread_new();
   call(t1);
   call(t2);
   call(t3);
   ENGINE.write(t1, CHUNK, 32);
   ENGINE.write(t2, CHUNK + 4, 8);
   wr(t3, CHUNK + 16);
   wr(t3, CHUNK + 20);
   wr(t3, CHUNK + 24);
   ENGINE.write(t3, CHUNK, 8);
   ENGINE.read(t1, CHUNK, 32);
   ENGINE.read(t2, CHUNK, 32);
   ENGINE.read(t3, CHUNK, 32);
   ret(t1, 0, 0, 6, 0, 6);
   ret(t2, 6, 6, 7, 0, 7);
   ret(t3, 3, 3, 3, 0, 3);
   finish(state);
}

/* --- calls and returns --- */

static void push(trms_thread *t)
{
   assert_true(trms_fast_can_call(t));
   trms_fast_push(t, trms_fast_next_starts(t));
}

static void expect_plain(trms_thread *t, uint64_t rms)
{
   uint64_t size;

   assert_true(trms_fast_is_plain(t, &size));
   assert_int_equal(size, rms);
}

static void expect_induced(trms_thread *t)
{
   uint64_t size;

   assert_false(trms_fast_is_plain(t, &size));
}

/* The first n activations of t1, from the top down, are plain, and no more. */
static void expect_plain_activations(size_t n)
{
   assert_int_equal(trms_fast_plain(t1), n);
}

/* Calls and returns as instrumented code makes them, in room that was made
   before.  Input is induced in the 20th activation only, and more room is made
   while activations are pending. */
static void quick(void **state)
{
   trms_options options = { .cell_shift = 2 };
   trms_fast_stack *s;
   int i;

   start_two(&options);
   s = (trms_fast_stack *)t1;
   trms_fast_reserve(t1, 40);
   assert_true(s->last - s->bottom >= 40);
   push(t1);
   rd(t1, X);
   for (i = 2; i <= 20; i++)
      push(t1);
   wr(t2, X);
   rd(t1, X);
   for (i = 21; i <= 40; i++) {
      push(t1);
      rd(t1, Y);
      expect_plain(t1, 1);
   }
   trms_fast_reserve(t1, 1000);
   assert_true(s->last - s->bottom >= 1000);
   for (i = 40; i > 20; i--) {
      uint64_t below = s->top[-1].starts;
      expect_plain(t1, 1);
      assert_int_equal(trms_fast_pop(t1), below);
      assert_int_equal(trms_fast_starts(t1), below);
   }
   expect_plain_activations(0);
   for (i = 20; i > 1; i--) {
      expect_induced(t1);
      ret(t1, 2, 2, 2, 0, 1);
   }
   expect_induced(t1);
   push(t1);
   expect_plain(t1, 0);
   const uint64_t left = trms_fast_starts(t1);
   push(t1);
   push(t1);
   expect_plain_activations(3);
   assert_int_equal(trms_fast_pop_to(t1, trms_fast_below(t1, 2), 0),
                    left);
   expect_plain_activations(1);
   trms_fast_pop(t1);
   ret(t1, 2, 2, 3, 0, 1);
   finish(state);
}

/* There are as many such calls as times up to the limit; then a call of the
   engine renumbers. */
static void quick_until_the_limit(void **state)
{
   trms_options options = { .cell_shift = 2, .timestamp_limit = 100 };
   int n;

   start(&options);
   t1 = ENGINE.thread_new();
   call(t1);
   rd(t1, X);
   for (n = 0; n < 1000 && trms_fast_can_call(t1); n++) {
      push(t1);
      rd(t1, X);
      expect_plain(t1, 1);
      trms_fast_pop(t1);
   }
   assert_uint_in_range(n, 90, 99);
   call(t1);
   assert_true(trms_fast_can_call(t1));
   rd(t1, X);
   ret(t1, 1, 1, 1, 0, 0);
   ret(t1, 1, 1, 1, 0, 0);
   finish(state);
}

/* Unchecked writes of a single thread, in chunks that it has not touched
   otherwise, are found by renumbering (every 100 calls), by whatever happens to
   the memory, and by the second thread. */
static void unchecked(void **state)
{
   trms_options options = { .cell_shift = 2, .timestamp_limit = 100,
                            .unchecked_writes = true };
   uintptr_t i;

   platform_host_add_mapping(0, 8 * CHUNK);
   start(&options);
   t1 = ENGINE.thread_new();
   call_often(t1, 50);
   call(t1);
   ENGINE.kernel_write(6 * CHUNK, 4);
   for (i = 1; i < 7; i++)
      write_unchecked(t1, i * CHUNK);
   /* After renumbering the next start is earlier than those stamps were. */
   call_often(t1, 260);
   write_unchecked(t1, 7 * CHUNK);
   call(t1);
   ENGINE.move(2 * CHUNK, 64 * CHUNK, 4);
   ENGINE.move(7 * CHUNK, 65 * CHUNK, 4);
   ENGINE.kernel_write(3 * CHUNK, 4);
   ENGINE.forget(4 * CHUNK, 4);
   rd(t1, CHUNK);
   rd(t1, 64 * CHUNK);
   rd(t1, 65 * CHUNK);
   rd(t1, 3 * CHUNK);
   rd(t1, 4 * CHUNK);
   /* The activation below has written all of them but the forgotten cell. */
   ret(t1, 5, 5, 5, 1, 0);
   ret(t1, 1, 2, 2, 1, 0);

   t2 = ENGINE.thread_new();
   assert_true(trms_fast_view_of(t1).checked != 0);
   assert_false(trms_fast_has_unchecked_writes());
   call(t2);
   rd(t2, CHUNK);
   rd(t2, 64 * CHUNK);
   rd(t2, 3 * CHUNK);
   rd(t2, 5 * CHUNK);
   rd(t2, 6 * CHUNK);
   ret(t2, 5, 5, 5, 1, 4);
   call(t1);
   wr(t2, 5 * CHUNK);                  /* it finds the stamp left there */
   rd(t1, 5 * CHUNK);
   ret(t1, 1, 1, 1, 0, 1);
   finish(state);
}

/* What a single thread wrote last stays written when it ends. */
static void unchecked_and_gone(void **state)
{
   trms_options options = { .cell_shift = 2, .unchecked_writes = true };

   platform_host_add_mapping(CHUNK, 2 * CHUNK);
   start(&options);
   t1 = ENGINE.thread_new();
   write_unchecked(t1, CHUNK);
   ENGINE.thread_end(t1);
   t2 = ENGINE.thread_new();
   assert_true(trms_fast_view_of(t2).checked != 0);
   call(t2);
   rd(t2, CHUNK);
   ret(t2, 1, 1, 1, 0, 1);
   finish(state);
}

/* A word that t1 writes, and others read by turns: first t2 alone, then so many
   that the sharers of the line become known, then two of them.  A context
   without a window always reads, too. */
static void by_turns(void **state)
{
   enum { TIMES = 5, OTHERS = 6 };
   trms_options options = { .cell_shift = 2 };
   trms_thread *other[OTHERS], *context;
   uintptr_t a = CHUNK + 8;
   int i;

   start_two(&options);
   context = ENGINE.context_new();
   call(t1);
   call(t2);
   call(context);
   for (i = 0; i < TIMES; i++) {
      write_word(t1, a);
      read_word(t2, a);
      ENGINE.read(context, a, 8);
      assert_null(ENGINE.broken(1));
   }
   for (i = 0; i < OTHERS; i++) {
      other[i] = ENGINE.thread_new();
      call(other[i]);
      read_word(other[i], a);
   }
   write_word(t1, a);
   assert_true(fast.lines_known);
   assert_null(ENGINE.broken(1));
   for (i = 0; i < TIMES; i++) {
      read_word(t2, a);
      call(other[0]);
      read_word(other[0], a);
      ENGINE.read(context, a, 8);
      ret(other[0], 2, 2, 2, 0, 2);
      write_word(t1, a);
      assert_null(ENGINE.broken(1));
   }
   ENGINE.kernel_write(a, 8);
   read_word(t2, a);
   ret(t1, 0, 0, 0, 0, 0);
   ret(t2, 2, 4, 2 + 4 * TIMES, 2, 4 * TIMES);
   ret(context, 2, 2, 4 * TIMES, 0, 4 * TIMES);
   ret(other[0], 2, 2, 2 + 2 * TIMES, 0, 2 + 2 * TIMES);
   ret(other[1], 2, 2, 2, 0, 2);
   finish(state);
}

/* While there is one thread only, a page of which it has nothing is copied.
   Later, what it has written is copied to the same place: it knows the copy. */
static void copied_by_single(void **state)
{
   trms_options options = { .cell_shift = 2, .unchecked_writes = true };
   const uintptr_t from = 40 * CHUNK, to = 60 * CHUNK;

   start(&options);
   t1 = ENGINE.thread_new();
   call(t1);
   wr(t1, X);
   ENGINE.copy(from, to, 4096);
   t2 = ENGINE.thread_new();
   call(t2);
   ENGINE.write(t1, from, 4096);
   ENGINE.copy(from, to, 4096);
   assert_null(ENGINE.broken(1));
   rd(t1, to + 8);
   rd(t2, to + 8);
   ret(t1, 0, 0, 0, 0, 0);
   ret(t2, 1, 1, 1, 0, 1);
   finish(state);
}

/* Two threads get the same pages from calloc, one after the other: the first one
   has written them, and then the second one has. */
static void cleared_by_another(void **state)
{
   trms_options options = { .cell_shift = 2, .small_ranges = true };

   start_two(&options);
   call(t1);
   call(t2);
   ENGINE.clear(t1, CHUNK, 8192);
   ENGINE.clear(t2, CHUNK, 8192);
   rd(t1, CHUNK + 8);
   rd(t2, CHUNK + 8);
   ret(t1, 0, 0, 1, 0, 1);
   ret(t2, 0, 0, 0, 0, 0);
   finish(state);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      BY_HAND_TESTS,
      cmocka_unit_test(cleared_where_sharers_are_known),
      cmocka_unit_test(populated),
      cmocka_unit_test(found_before_renumbering),
      cmocka_unit_test(moved),
      cmocka_unit_test(moved_at_once),
      cmocka_unit_test(moved_into_window),
      cmocka_unit_test(moved_pages),
      cmocka_unit_test(forgotten),
      cmocka_unit_test(given_back),
      cmocka_unit_test(little_given_back),
      cmocka_unit_test(kept),
      cmocka_unit_test(taken_over),
      cmocka_unit_test(quick),
      cmocka_unit_test(quick_until_the_limit),
      cmocka_unit_test(unchecked),
      cmocka_unit_test(unchecked_and_gone),
      cmocka_unit_test(by_turns),
      cmocka_unit_test(copied_by_single),
      cmocka_unit_test(cleared_by_another),
   };

   return cmocka_run_group_tests(tests, NULL, NULL);
}
