/* Very deep stacks of the fast engine, whose lower activations and stamps are
   packed, against the paper's algorithm: at each return both have the same
   sizes.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "engine/fast/age.h"
#include "engine/fast/packed_pages.h"
#include "engine/fast/packed_stack.h"
#include "platform_host.h"

enum { FRAME = 32, DEEP = 100000, EVERY = 10000, SOME = 20000 };

/* The stack of the program grows down from here; it reads a heap, too. */
#define STACK ((uintptr_t)1 << 30)
#define HEAP  ((uintptr_t)1 << 20)
#define HEAP_BYTES ((size_t)1 << 16)

static trms_thread *fast_thread, *other_thread;
static size_t depth, most_packed, most_pages, returns;
static uint64_t seed;
static bool regular;       /* all frames are alike */

static uint64_t below(uint64_t n)
{
   seed = seed * 6364136223846793005u + 1442695040888963407u;
   return (seed >> 33) % n;
}

static uintptr_t frame_at(size_t number)
{
   return STACK - (number + 1) * FRAME;
}

/* A store of 8 bytes, as instrumented code makes it. */
static void store(uintptr_t a)
{
   trms_fast_view v = trms_fast_view_of(fast_thread);

   if (v.checked == 0) {
      memcpy((void *)(v.base + a), &v.stamp, 4);
      memcpy((void *)(v.base + a + 4), &v.stamp, 4);
   } else
      trms_fast.write(fast_thread, a, 8);
   trms_timestamps.write(other_thread, a, 8);
}

static void load(uintptr_t a, size_t n)
{
   if (n == 4)
      trms_fast_read4(a);
   else if (n == 8)
      trms_fast_read8(a);
   else
      trms_fast.read(fast_thread, a, n);
   trms_timestamps.read(other_thread, a, n);
}

static void call(void)
{
   store(frame_at(depth) + FRAME - 8);
   trms_fast.call(fast_thread);
   trms_timestamps.call(other_thread);
   depth++;
   store(frame_at(depth));
   if (!regular && below(4) == 0)
      store(frame_at(depth) + 8);
}

static void check_return(void)
{
   trms_sizes a, b;

   load(frame_at(depth), 8);
   trms_fast.ret(fast_thread, &a);
   trms_timestamps.ret(other_thread, &b);
   depth--;
   assert_memory_equal(&a, &b, sizeof a);
   returns++;
}

static void pack(void)
{
   trms_fast_pack(fast_thread);
   if (depth > 3000)
      trms_fast_pack_stamps(fast_thread, frame_at(depth - 3000), STACK);
   if (trms_fast_packed(fast_thread) > most_packed)
      most_packed = trms_fast_packed(fast_thread);
   if (fast.packed_pages > most_pages)
      most_pages = fast.packed_pages;
}

static uintptr_t any_frame(void)
{
   return frame_at(below(depth + 1));
}

/* What happens to memory, mostly deep in the stack. */
static void happen(void)
{
   uintptr_t a = any_frame();

   switch (below(8)) {
   case 0:
      trms_fast.kernel_write(a, 100);
      trms_timestamps.kernel_write(a, 100);
      break;
   case 1:
      trms_fast.forget(a, 5000);
      trms_timestamps.forget(a, 5000);
      break;
   case 2:
      trms_fast.move(a & ~(uintptr_t)7, HEAP + 2 * HEAP_BYTES, 6000);
      trms_timestamps.move(a & ~(uintptr_t)7, HEAP + 2 * HEAP_BYTES, 6000);
      break;
   case 3:
      trms_fast.copy(a & ~(uintptr_t)7, HEAP, 6000);
      trms_timestamps.copy(a & ~(uintptr_t)7, HEAP, 6000);
      break;
   case 4:
      load(HEAP + below(HEAP_BYTES / 8) * 8, 8);
      break;
   case 5:
      load(a, 4);
      break;
   case 6:
      store(a);
      break;
   default:
      load(a, 8 * (1 + below(12)));
   }
}

static void check_pending(void)
{
   static trms_sizes a[DEEP + 2 * EVERY], b[DEEP + 2 * EVERY];

   trms_fast.pending(fast_thread, a);
   trms_timestamps.pending(other_thread, b);
   assert_memory_equal(a, b, depth * sizeof *a);
}

/* A packed page tells single stamps as it has them when it is unpacked. */
static void check_single_stamps(void)
{
   size_t i, found = 0;

   for (i = 0; i < 200; i++) {
      uintptr_t a = frame_at(below(depth - SOME)) + 4 * below(FRAME / 4);
      uint32_t *c = windows_stamp(fast_thread->slot, a), stamp;
      uint32_t word = *windows_page_word(fast_thread->slot, c);

      if (!(word & PACKED_PAGE) || *c != 0)
         continue;
      stamp = packed_pages_stamp(c, word);
      packed_pages_open(a, 4);
      assert_int_equal(*c, stamp);
      found++;
   }
   assert_true(found > 20 || !regular);
}

static void walk(uint32_t timestamp_limit)
{
   trms_options options = { .cell_shift = 2, .unchecked_writes = true,
                            .timestamp_limit = timestamp_limit };
   size_t steps = 0, i;

   trms_fast.init(&options);
   trms_timestamps.init(&options);
   if (!trms_fast_has_windows()) {
      trms_fast.finish();
      trms_timestamps.finish();
      skip();
   }
   platform_host_add_mapping(HEAP, HEAP + 4 * HEAP_BYTES);
   platform_host_add_mapping(STACK - DEEP * FRAME * 2, STACK + 4096);
   fast_thread = trms_fast.thread_new();
   other_thread = trms_timestamps.thread_new();
   trms_fast_run(fast_thread);
   depth = most_packed = most_pages = returns = 0;
   call();
   while (depth < DEEP) {
      if (regular || depth < 2 || below(10) > 0)
         call();
      else
         check_return();
      if (++steps % EVERY == 0) {
         pack();
         for (i = 0; i < 20; i++)
            happen();
      }
   }
   assert_null(trms_fast.broken(DEEP * FRAME >> SHADOW_CHUNK_BITS));
   check_pending();
   check_single_stamps();
   for (i = regular ? 1023 : 0; i < 1 << 10; i++)
      pack();
   trms_fast_run(fast_thread);
   while (depth > 0) {
      check_return();
      if (++steps % EVERY == 0)
         pack();
      if (steps % 500 == 0 && depth > SOME)
         load(frame_at(below(SOME)), 4);
   }
   assert_true(most_packed > DEEP / 2);
   assert_true(most_pages > DEEP * FRAME / 4096 / 2);
   assert_true(returns >= DEEP);
   trms_fast.finish();
   trms_timestamps.finish();
   platform_host_drop_mappings();
   assert_int_equal(platform_host_pieces(), 0);
}

static void deep(void **state)
{
   (void)state;
   walk(0);
}

/* Frames that are all alike: so are the stamps of all pages but a few. */
static void periodic(void **state)
{
   (void)state;
   regular = true;
   walk(0);
   regular = false;
}

static void renumbered(void **state)
{
   (void)state;
   walk(DEEP + DEEP / 8);
}

/* A second thread ends the packing of stamps, and finds them. */
static void second_thread(void **state)
{
   trms_options options = { .cell_shift = 2, .unchecked_writes = true };
   trms_thread *t, *u;

   (void)state;
   trms_fast.init(&options);
   trms_timestamps.init(&options);
   if (!trms_fast_has_windows())
      skip();
   platform_host_add_mapping(STACK - DEEP * FRAME * 2, STACK + 4096);
   fast_thread = trms_fast.thread_new();
   other_thread = trms_timestamps.thread_new();
   trms_fast_run(fast_thread);
   depth = returns = 0;
   while (depth < 20000)
      call();
   pack();
   assert_true(fast.packed_pages > 0);
   t = trms_fast.thread_new();
   u = trms_timestamps.thread_new();
   assert_int_equal(fast.packed_pages, 0);
   trms_fast.write(t, frame_at(10000), 10000 * FRAME);
   trms_timestamps.write(u, frame_at(10000), 10000 * FRAME);
   while (depth > 0)
      check_return();
   trms_fast.finish();
   trms_timestamps.finish();
   platform_host_drop_mappings();
   assert_int_equal(platform_host_pieces(), 0);
}

static size_t segments_packed(void)
{
   const fast_packed *p = fast_thread->packed;
   size_t i, n = 0;

   for (i = 0; i < p->count; i++)
      n += p->segments[i].bytes != NULL;
   return n;
}

/* The span of a stamp is told without unpacking, and is what the activations
   say. */
static void spans(void **state)
{
   static uint32_t starts[DEEP + 1];
   trms_options options = { .cell_shift = 2, .unchecked_writes = true };
   size_t i, k = 0, packed;

   (void)state;
   trms_fast.init(&options);
   trms_timestamps.init(&options);
   platform_host_add_mapping(STACK - DEEP * FRAME * 2, STACK + 4096);
   fast_thread = trms_fast.thread_new();
   other_thread = trms_timestamps.thread_new();
   trms_fast_run(fast_thread);
   depth = returns = 0;
   while (depth < DEEP) {
      call();
      while (depth > DEEP / 4 && depth < DEEP / 2 && below(3) == 0)
         check_return();
   }
   for (i = 0; i <= depth; i++)
      starts[i] = fast_start(&fast_thread->stack.bottom[i]);
   trms_fast_pack(fast_thread);
   packed = segments_packed();
   assert_true(packed > 2);
   for (i = starts[0]; i < starts[depth] + 4; i += 1 + below(3)) {
      uint32_t stamp = (uint32_t)i;
      age_span span = age_span_of(fast_thread, stamp);

      while (k < depth && starts[k + 1] <= stamp)
         k++;
      assert_int_equal(span.first, starts[k]);
      assert_int_equal(span.past, k < depth ? starts[k + 1] : 0x80000000u);
   }
   assert_int_equal(segments_packed(), packed);
   while (depth > 0)
      check_return();
   trms_fast.finish();
   trms_timestamps.finish();
   platform_host_drop_mappings();
   assert_int_equal(platform_host_pieces(), 0);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(spans),
      cmocka_unit_test(deep),
      cmocka_unit_test(periodic),
      cmocka_unit_test(renumbered),
      cmocka_unit_test(second_thread),
   };

   return cmocka_run_group_tests(tests, NULL, NULL);
}
