/* The timestamp engine against sizes worked out by hand, and at the sizes
   that the quick and obvious tests do not reach: deep stacks, many threads,
   much memory.  (test_property.c holds it to the definition.)

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/trms.h"

#define ENGINE trms_timestamps
#include "by_hand.h"

/* A million frames, each with two cells of its own.  Before it returns, frame
   k reads a cell of frame 0 and one of frame k / 2: that frame has to be found
   among all. */
static void bears_a_million_frames(void **state)
{
   const uintptr_t frames = 1000000, stack = 0x7fff00000000;
   uintptr_t k;

   (void)state;
   for (k = 0; k < frames; k++) {
      call(t1);
      ENGINE.read(t1, stack - 8 * k, 8);
   }
   for (k = frames; k-- > 0;) {
      /* Input of frame k: the cells of all frames from k up, the cell of frame
         0, and the cells of the frames low to high below k, which the frames k
         to frames - 1 have read. */
      uintptr_t low = k / 2 > 1 ? k / 2 : 1;
      uintptr_t high = k - 1 < (frames - 1) / 2 ? k - 1 : (frames - 1) / 2;
      uintptr_t size = 2 * (frames - k) + (k > 0)
                       + (k > 0 && high >= low ? high - low + 1 : 0);

      rd(t1, stack);
      rd(t1, stack - 8 * (k / 2));
      ret(t1, size, size, size, 0, 0);
   }
}

/* Deep, with renumbering, against the definition. */
static void agrees_at_two_thousand_frames(void **state)
{
   const trms_engine *const engines[] = { &trms_definition, &ENGINE };
   trms_options options = { .cell_shift = 2, .timestamp_limit = 4000 };
   static trms_sizes told[2][2000];
   trms_thread *t[2], *other[2];
   uintptr_t i;
   int e;

   (void)state;
   ENGINE.finish();
   for (e = 0; e < 2; e++) {
      engines[e]->init(&options);
      t[e] = engines[e]->thread_new();
      other[e] = engines[e]->thread_new();
      for (i = 0; i < 2000; i++) {
         engines[e]->call(t[e]);
         engines[e]->read(t[e], X + i * i % 911 * 4, 8);
         if (i % 3 == 0)
            engines[e]->write(other[e], X + i * 7 % 911 * 4, 16);
         if (i % 5 == 0)
            engines[e]->kernel_write(X + i * 11 % 911 * 4, 16);
         engines[e]->read(t[e], X + i * 13 % 911 * 4, 8);
      }
      engines[e]->pending(t[e], told[e]);
   }
   for (i = 0; i < 2000; i++) {
      const trms_sizes *s = &told[0][i];
      expect(&told[1][i], s->rms, s->ext, s->trms, s->external, s->thread);
   }
   assert_true(told[0][0].external > 100 && told[0][0].thread > 100);
   trms_definition.finish();
}

/* Every thread gives back all that it took, live ones do not disturb it. */
static void bears_many_threads(void **state)
{
   enum { LIVE = 450 };
   trms_thread *live[LIVE], *t;
   size_t before, i;

   (void)state;
   for (i = 0; i < LIVE; i++) {
      live[i] = ENGINE.thread_new();
      call(live[i]);
      wr(live[i], X + 4 * i);
      rd(live[i], X + 4 * ((i + LIVE - 1) % LIVE));
   }
   before = platform_host_pieces();
   for (i = 0; i < 20000; i++) {
      t = ENGINE.thread_new();
      call(t);
      rd(t, X);
      wr(t, 0x7fff0000 - 0x10000 * (i % 8));
      ret(t, 1, 1, 1, 0, 1);
      ENGINE.thread_end(t);
   }
   /* What these wrote last stays written. */
   assert_true(platform_host_pieces() <= before + 2 * 8 + 1);
   ret(live[0], 1, 1, 1, 0, 0);
   for (i = 1; i < LIVE; i++)
      ret(live[i], 1, 1, 1, 0, 1);
}

/* Memory that comes and goes leaves nothing behind. */
static void gives_shadow_back(void **state)
{
   size_t before, i;

   (void)state;
   call(t1);
   wr(t1, X);
   rd(t2, X);
   before = platform_host_mapped();
   for (i = 0; i < 100; i++) {
      uintptr_t a = 0x1000000 + 0x30000 * i;
      ENGINE.write(t1, a, 0x30000);
      ENGINE.read(t2, a, 0x30000);
      ENGINE.forget(a, 0x30000);
      assert_int_equal(platform_host_mapped(), before);
   }
   /* Of a terabyte only what was touched is visited. */
   wr(t1, (uintptr_t)1 << 40);
   ENGINE.forget((uintptr_t)1 << 39, (uintptr_t)1 << 40);
   rd(t1, (uintptr_t)1 << 40);
   rd(t1, X);
   ret(t1, 1, 1, 1, 0, 0);
}

/* Cell by cell: that each one's timestamps are its own. */
static void tells_cells_apart(void **state)
{
   uintptr_t i;

   (void)state;
   call(t1);
   for (i = 0; i < 0x40000; i += 8)
      wr(t2, X + i);
   ENGINE.read(t1, X, 0x40000);
   ret(t1, 0x10000, 0x10000, 0x10000, 0, 0x8000);
}

static uintptr_t asked[8];
static size_t times_asked;

static bool is_odd_word(uintptr_t a)
{
   if (times_asked < 8)
      asked[times_asked] = a;
   times_asked++;
   return a & 8;
}

/* is_file_content gets the address of the cell, and is called only for cells
   that were never written and that the thread has not accessed. */
static void asks_about_files_rarely(void **state)
{
   (void)state;
   ENGINE.finish();
   setup_with(3, is_odd_word);
   times_asked = 0;
   call(t1);
   wr(t1, 0x20020);
   ENGINE.kernel_write(0x20028, 8);
   ENGINE.read(t1, 0x2000c, 0x1c);     /* the words at 08, 10, 18, 20 */
   ENGINE.read(t1, 0x20008, 0x28);
   assert_int_equal(times_asked, 3);
   assert_int_equal(asked[0], 0x20008);
   assert_int_equal(asked[1], 0x20010);
   assert_int_equal(asked[2], 0x20018);
   rd(t2, 0x20008);                    /* has a writer now: the kernel */
   assert_int_equal(times_asked, 3);
   ret(t1, 4, 4, 4, 3, 0);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      BY_HAND_TESTS,
      BY_HAND(bears_a_million_frames),
      BY_HAND(agrees_at_two_thousand_frames),
      BY_HAND(bears_many_threads),
      BY_HAND(gives_shadow_back),
      BY_HAND(tells_cells_apart),
      BY_HAND(asks_about_files_rarely),
   };

   return cmocka_run_group_tests(tests, NULL, NULL);
}
