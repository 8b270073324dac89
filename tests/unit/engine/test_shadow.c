/* Shadow memory against a plain array.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "platform_host.h"
#include "engine/shadow/shadow.h"

#define CHUNK_NUMBERS (SHADOW_ADDRESS_END >> SHADOW_CHUNK_BITS)

static shadow s;

static uint32_t get(uintptr_t cell)
{
   uintptr_t n = shadow_chunk_cells(&s);
   shadow_chunk *c = shadow_find(&s, cell / n);

   return c ? c->cells[cell % n] : 0;
}

static void set(uintptr_t cell, uint32_t value)
{
   uintptr_t n = shadow_chunk_cells(&s);

   shadow_get(&s, cell / n)->cells[cell % n] = value;
}

/* How many chunks the list has; that it and the tables agree. */
static size_t chunks(void)
{
   const shadow_chunk *c, *previous = NULL;
   size_t n = 0;

   for (c = s.chunks; c; c = c->next) {
      assert_ptr_equal(shadow_find(&s, c->number), c);
      assert_ptr_equal(c->previous, previous);
      previous = c;
      n++;
   }
   assert_int_equal(s.chunk_count, n);
   return n;
}

static int start(void **state)
{
   (void)state;
   shadow_init(&s, 2);
   return 0;
}

static int end(void **state)
{
   (void)state;
   shadow_free(&s);
   assert_int_equal(chunks(), 0);
   assert_int_equal(platform_host_pieces(), 0);
   assert_int_equal(platform_host_mapped(), 0);
   return 0;
}

static void nothing_costs_nothing(void **state)
{
   (void)state;
   assert_null(shadow_find(&s, 0));
   assert_null(shadow_find(&s, CHUNK_NUMBERS - 1));
   assert_false(shadow_forget(&s, 0, UINTPTR_MAX));
   assert_false(shadow_move(&s, 0, 100, 100));
   assert_int_equal(platform_host_pieces(), 0);
}

static void chunk_size_follows_cell_size(void **state)
{
   unsigned shift;

   (void)state;
   for (shift = 0; shift <= 4; shift++) {
      shadow_init(&s, shift);
      assert_int_equal(shadow_chunk_cells(&s), 65536 >> shift);
      set((65536 >> shift) - 1, 1);
      set(65536 >> shift, 2);
      assert_int_equal(chunks(), 2);
      assert_int_equal(get((65536 >> shift) - 1), 1);
      assert_int_equal(get(65536 >> shift), 2);
      shadow_free(&s);
   }
}

static void every_address_has_its_own(void **state)
{
   static const uintptr_t number[] = {
      0, 1, 2, 0xfffe, 0xffff, 0x10000, 0x10001, 0x1ffff, 0x20000, 0x43210000,
      CHUNK_NUMBERS / 2 - 1, CHUNK_NUMBERS / 2, CHUNK_NUMBERS - 2,
      CHUNK_NUMBERS - 1
   };
   enum { COUNT = sizeof number / sizeof number[0] };
   size_t i, j;

   (void)state;
   for (i = 0; i < COUNT; i++) {
      shadow_chunk *c = shadow_get(&s, number[i]);
      assert_int_equal(c->number, number[i]);
      assert_ptr_equal(shadow_get(&s, number[i]), c);
      assert_int_equal(chunks(), i + 1);
      for (j = 0; j < shadow_chunk_cells(&s); j++) {
         assert_int_equal(c->cells[j], 0);
         c->cells[j] = (uint32_t)(i + 1);
      }
   }
   for (i = 0; i < COUNT; i++)
      for (j = 0; j < shadow_chunk_cells(&s); j++)
         assert_int_equal(shadow_find(&s, number[i])->cells[j], i + 1);
}

/* Exactly the range; whole chunks are given back, by either way of walking. */
static void forgets_exactly_the_range(void **state)
{
   const uintptr_t n = 16384;          /* cells of a chunk */
   uintptr_t extra, first, last, i;

   (void)state;
   for (extra = 0; extra <= 20; extra += 20)
      for (first = n - 2; first <= n + 2; first++)
         for (last = 3 * n - 2; last <= 3 * n + 2; last++) {
            bool dropped;
            /* Many more chunks than the range has, or not. */
            for (i = 0; i < extra; i++)
               shadow_get(&s, 100 + i);
            for (i = 0; i < 5 * n; i++)
               set(i, 7);
            dropped = shadow_forget(&s, first, last);
            assert_int_equal(dropped, first <= n || last >= 3 * n);
            for (i = 0; i < 5 * n; i++)
               if (get(i) != (i >= first && i < last ? 0 : 7))
                  fail_msg("cell %zu of [%zu, %zu)", (size_t)i,
                           (size_t)first, (size_t)last);
            /* Chunk 2 or 1 or both lie inside; 0, 3 and 4 do not. */
            assert_int_equal(chunks(), extra + 5 - (first <= n)
                                       - (last >= 3 * n));
         }
}

static void forgets_inside_a_chunk(void **state)
{
   uintptr_t i;

   (void)state;
   for (i = 0; i < 100; i++)
      set(i, 7);
   assert_false(shadow_forget(&s, 10, 20));
   assert_false(shadow_forget(&s, 30, 30));
   assert_false(shadow_forget(&s, 50, 40));
   for (i = 0; i < 100; i++)
      assert_int_equal(get(i), i >= 10 && i < 20 ? 0 : 7);
   assert_true(shadow_forget(&s, 0, (uintptr_t)1 << 46));
   assert_int_equal(chunks(), 0);
}

static void moves_exactly_the_range(void **state)
{
   const uintptr_t n = 16384, far = ((uintptr_t)1 << 40) + 5;
   static const uintptr_t from[] = { 0, 1, 16383, 16384, 16390 };
   static const uintptr_t count[] = { 1, 100, 16384, 16385, 40000 };
   size_t a, b;
   uintptr_t i;

   (void)state;
   for (a = 0; a < 5; a++)
      for (b = 0; b < 5; b++) {
         uintptr_t f = from[a], c = count[b];
         for (i = 0; i < 4 * n; i++)
            set(i, (uint32_t)i + 1);
         set(far - 1, 1);
         set(far + c, 2);
         shadow_move(&s, f, far, c);
         assert_int_equal(get(far - 1), 1);
         assert_int_equal(get(far + c), 2);
         for (i = 0; i < c; i++)
            if (get(far + i) != f + i + 1)
               fail_msg("from %zu, cell %zu", (size_t)f, (size_t)i);
         for (i = 0; i < 4 * n; i++)
            if (get(i) != (i >= f && i < f + c ? 0 : i + 1))
               fail_msg("left behind at %zu", (size_t)i);
         chunks();
         shadow_forget(&s, 0, (uintptr_t)1 << 46);
      }
}

/* What the source never had takes no memory at the target. */
static void moves_only_what_there_is(void **state)
{
   const uintptr_t n = 16384;

   (void)state;
   set(5 * n, 9);
   assert_true(shadow_move(&s, 0, 1000 * n, 100 * n));
   assert_int_equal(chunks(), 1);
   assert_int_equal(get(1005 * n), 9);
   assert_int_equal(get(5 * n), 0);
   /* A part of a chunk: it stays where it is, and is nowhere else. */
   assert_false(shadow_move(&s, 1005 * n, 7 * n, 100));
   assert_int_equal(chunks(), 2);
   assert_int_equal(get(7 * n), 9);
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, start, end)
   const struct CMUnitTest tests[] = {
      T(nothing_costs_nothing),
      T(chunk_size_follows_cell_size),
      T(every_address_has_its_own),
      T(forgets_exactly_the_range),
      T(forgets_inside_a_chunk),
      T(moves_exactly_the_range),
      T(moves_only_what_there_is),
   };

   return cmocka_run_group_tests(tests, NULL, NULL);
}
