/* The checks of the engines' states find what is broken on purpose: the fast
   engine's, and that of the engine which compares two.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <string.h>

#include "../cmocka_names.h"
#include "platform_host.h"
#include "engine/fast/fold.h"
#include "engine/fast/ownership.h"
#include "engine/reference/check.h"

enum { CHUNK = 0x10000, ALL = 100 };

static trms_thread *t1, *t2, *context;

/* Two threads and a context, each with activations, some induced input, and
   cells in all states. */
static int setup(void **state)
{
   const trms_options options = { .cell_shift = 2 };

   (void)state;
   trms_fast.init(&options);
   t1 = trms_fast.thread_new();
   t2 = trms_fast.thread_new();
   context = trms_fast.context_new();
   trms_fast.call(t1);
   trms_fast.call(t2);
   trms_fast.call(context);
   trms_fast.write(t1, CHUNK, 4096);
   trms_fast.call(t1);
   trms_fast.read(t2, CHUNK, 64);
   trms_fast.write(t2, CHUNK + 64, 64);
   trms_fast.kernel_write(CHUNK + 128, 64);
   trms_fast.read(t1, CHUNK, 256);
   trms_fast.read(context, CHUNK, 64);
   trms_fast.write(context, 2 * CHUNK, 64);
   trms_fast.call(t1);
   return 0;
}

static int teardown(void **state)
{
   (void)state;
   trms_fast.finish();
   assert_int_equal(platform_host_pieces(), 0);
   return 0;
}

static void expect_whole(void)
{
   const char *broken = trms_fast.broken(ALL);

   if (broken)
      fail_msg("it is not so: %s", broken);
}

/* With the n bytes at `at` as they are there the check finds this; not before,
   nor when they are what they were. */
static void expect_broken(void *at, const void *bytes, size_t n,
                          const char *what)
{
   char before[16];
   const char *broken;

   assert_true(n <= sizeof before);
   expect_whole();
   memcpy(before, at, n);
   memcpy(at, bytes, n);
   broken = trms_fast.broken(ALL);
   assert_non_null(broken);
   assert_string_equal(broken, what);
   memcpy(at, before, n);
   expect_whole();
}

#define BREAK(lvalue, value, what) \
   do { \
      __typeof__(lvalue) broken_value = (value); \
      expect_broken(&(lvalue), &broken_value, sizeof broken_value, what); \
   } while (0)

static void stacks(void **state)
{
   trms_fast_activation *top = t1->stack.top;

   (void)state;
   BREAK(top->starts, top[-1].starts,
         "starts ascend from the bottom to the top");
   BREAK(top->starts, top->starts + 2, "both halves of starts are equal");
   BREAK(t1->stack.next_starts, top->starts,
         "the next start is later than the top's");
   BREAK(t1->stack.bottom->starts, 0, "the bottom is at time 1");
   BREAK(t1->stack.bottom[-1].starts, top->starts,
         "below the bottom is time 0");
   BREAK(t1->stack.top, t1->stack.last + 1, "the stack has room");
}

static void partials(void **state)
{
   trms_fast_activation *top = t1->stack.top;
   size_t depth = fast_depth(t1);

   (void)state;
   BREAK(top->rms, -1, "0 <= rms <= ext <= trms");
   BREAK(t1->cold[depth].induced[FAST_BY_KERNEL], 1,
         "no cold partials are above last_cold");
   BREAK(t1->cold[depth - 1].induced[FAST_BY_THREAD], 100000,
         "0 <= external + thread <= trms");
   BREAK(t1->stack.last_cold, top + 1, "last_cold is in the stack");
}

static void threads(void **state)
{
   (void)state;
   if (t1->base == 0)
      skip();
   BREAK(t1->slot, t2->slot, "a thread's base is its slot's");
   BREAK(fast.single, 1, "a single thread is the only one");
}

static void stamps(void **state)
{
   uint32_t *mine = windows_stamp(t1->slot, CHUNK + 512);
   uint32_t *other = windows_stamp(t2->slot, CHUNK + 512);
   uint32_t *next = windows_stamp(t1->slot, 9 * CHUNK);

   (void)state;
   if (t1->base == 0)
      skip();
   assert_true(stamp_is_exclusive(*mine));
   BREAK(*mine, *mine | 0x80000000u, "bit 31 of stamps is 0");
   BREAK(*mine, STAMP_VALID, "a stamp that is not 0 has a time");
   BREAK(*mine, *mine & ~STAMP_VALID, "an invalid stamp has S set");
   BREAK(*mine, (uint32_t)t1->stack.next_starts,
         "no stamp is later than the next start");
   BREAK(*other, fast_start(t2->stack.top) | STAMP_SHARED,
         "an exclusive stamp is the only valid");
   /* In a chunk that the thread has not joined, but another one has. */
   trms_fast.write(t2, 9 * CHUNK, 4);
   BREAK(*next, (STAMP_START(1) & ~STAMP_VALID) | STAMP_SHARED,
         "the directory knows who has stamps of a chunk");
}

static void directory(void **state)
{
   uint64_t *mask = &directory_chunks[1];

   (void)state;
   if (t1->base == 0)
      skip();
   BREAK(*mask, *mask & ~directory_bit(t1),
         "the directory knows who has stamps of a chunk");
   BREAK(directory_pages[CHUNK >> WINDOWS_PAGE_BITS], 0,
         "the directory knows who has stamps of a page");
   BREAK(*mask, *mask & ~((uint64_t)1 << DIRECTORY_TABLES),
         "the directory knows who has stamps of a chunk");
   BREAK(*mask, *mask & ~((uint64_t)1 << DIRECTORY_WRITERS),
         "the directory knows of last writers");
   BREAK(last_writer_map[(CHUNK + 512) >> 4], 0,
         "the last writer of an exclusive cell is exclusive");
   fast.lines_known = true;
   BREAK(directory_lines[CHUNK / DIRECTORY_LINE_BYTES], DIRECTORY_KNOWN,
         "the directory knows who shares a line");
}

/* The sample moves on: of many chunks each is looked at in its turn. */
static void samples(void **state)
{
   uint32_t *stamp;
   int i, found = 0;

   (void)state;
   if (t1->base == 0)
      skip();
   for (i = 0; i < 20; i++)
      trms_fast.write(t1, (uintptr_t)(20 + i) * CHUNK, 4);
   stamp = windows_stamp(t1->slot, 30 * CHUNK);
   *stamp |= 0x80000000u;
   for (i = 0; i < 30; i++)
      found += trms_fast.broken(1) != NULL;
   assert_uint_in_range(found, 1, 2);
   *stamp &= ~0x80000000u;
}

/* A call that only one engine gets makes the depths differ. */
static void two_engines(void **state)
{
   const trms_options options = { .cell_shift = 2 };
   trms_thread *t;

   (void)state;
   trms_fast.finish();
   trms_check.init(&options);
   t = trms_check.thread_new();
   trms_check.call(t);
   trms_check.write(t, CHUNK, 64);
   assert_null(trms_check.broken(ALL));
   trms_check_call(t);
   assert_string_equal(trms_check.broken(ALL),
                       "the stacks of both engines are equally deep");
   trms_check.finish();
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
   const struct CMUnitTest tests[] = {
      T(stacks),
      T(partials),
      T(threads),
      T(stamps),
      T(directory),
      T(samples),
      T(two_engines),
   };

   return cmocka_run_group_tests(tests, NULL, NULL);
}
