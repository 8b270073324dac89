/* Tables of stamps, with small leaves and with large ones, against a plain
   array.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/shadow/stamp_table.h"
#include "platform_host.h"
#include "engine/fast/fast.h"

static shadow versions;
static stamp_table h;

static int start(void **state)
{
   shadow_init(&versions, 2);
   stamp_table_init(&h, *(unsigned *)*state, &versions);
   return 0;
}

static int end(void **state)
{
   (void)state;
   stamp_table_free(&h);
   shadow_free(&versions);
   assert_int_equal(platform_host_pieces(), 0);
   assert_int_equal(platform_host_mapped(), 0);
   return 0;
}

static uint32_t get(uintptr_t a)
{
   stamp_table_leaf *l = stamp_table_find(&h, a);

   return l ? l->stamps[stamp_table_index(&h, a)] : 0;
}

static void set(uintptr_t a, uint32_t value)
{
   bool is_new, was = stamp_table_find(&h, a) != NULL;
   stamp_table_leaf *l = stamp_table_get(&h, a, &is_new);

   assert_true(is_new == !was);
   assert_ptr_equal(h.recent[stamp_table_recent(l->number)], l);
   l->stamps[stamp_table_index(&h, a)] = value;
}

/* Random stamps in 1 MB at the end of all memory are set and forgotten. */
static void holds_what_was_set(void **state)
{
   enum { CELLS = 1 << 18 };
   const uintptr_t base = SHADOW_ADDRESS_END - CELLS * 4;
   uint32_t *truth = calloc(CELLS, sizeof *truth);
   size_t i, k;

   (void)state;
   srand(1);
   for (i = 0; i < 2000; i++) {
      for (k = 0; k < 50; k++) {
         size_t cell = (size_t)rand() % CELLS;
         truth[cell] = (uint32_t)rand();
         set(base + cell * 4, truth[cell]);
      }
      size_t first = (size_t)rand() % CELLS;
      size_t n = (size_t)rand() % (i % 7 ? 300 : CELLS / 2);
      if (n > CELLS - first)
         n = CELLS - first;
      stamp_table_forget(&h, base + first * 4, base + (first + n) * 4);
      memset(truth + first, 0, n * sizeof *truth);
      if (i % 100 == 0)
         for (k = 0; k < CELLS; k++)
            assert_int_equal(get(base + k * 4), truth[k]);
   }
   stamp_table_forget(&h, 0, SHADOW_ADDRESS_END);
   assert_int_equal(h.by_number.count, 0);
   assert_null(h.leaves);
   free(truth);
}

/* All leaves of a cell see its version change. */
static void versions_are_shared(void **state)
{
   stamp_table other;
   bool is_new;
   stamp_table_leaf *l, *m;

   (void)state;
   stamp_table_init(&other, 8, &versions);
   l = stamp_table_get(&h, 0x12344, &is_new);
   m = stamp_table_get(&other, 0x12344, &is_new);
   shadow_get(&versions, 1)->cells[0x2344 / 4] = 7;
   assert_int_equal(l->versions[stamp_table_index(&h, 0x12344)], 7);
   assert_int_equal(m->versions[stamp_table_index(&other, 0x12344)], 7);
   assert_int_equal(l->seen[stamp_table_index(&h, 0x12344)], 0);
   stamp_table_free(&other);
}

/* A look at a cell after so many writes that its version has overflowed still
   finds that there were writes. */
static void versions_overflow(void **state)
{
   static const uintptr_t cell = 0x1000;
   const trms_options options = { .cell_shift = 2 };
   unsigned writes;

   (void)state;
   trms_fast.init(&options);
   for (writes = 65533; writes < 65540; writes++) {
      trms_thread *t[3];
      trms_sizes sizes;
      unsigned i;

      for (i = 0; i < 3; i++) {
         t[i] = trms_fast.context_new();
         trms_fast.call(t[i]);
      }
      trms_fast.read(t[2], cell, 4);
      for (i = 0; i < writes; i++)
         trms_fast.write(t[i % 2], cell, 4);
      trms_fast.call(t[2]);
      trms_fast.read(t[2], cell, 4);
      trms_fast.ret(t[2], &sizes);
      assert_int_equal(sizes.thread, 1);
      for (i = 0; i < 3; i++)
         trms_fast.thread_end(t[i]);
      trms_fast.forget(0, 0x2000);
   }
   trms_fast.finish();
}

int main(void)
{
   static unsigned small = 8, large = SHADOW_CHUNK_BITS;
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_prestate_setup_teardown(holds_what_was_set, start, end,
                                               &small),
      cmocka_unit_test_prestate_setup_teardown(holds_what_was_set, start, end,
                                               &large),
      cmocka_unit_test_prestate_setup_teardown(versions_are_shared, start,
                                               end, &small),
      cmocka_unit_test_prestate_setup_teardown(versions_are_shared, start,
                                               end, &large),
      cmocka_unit_test(versions_overflow),
   };

   return cmocka_run_group_tests(tests, NULL, NULL);
}
