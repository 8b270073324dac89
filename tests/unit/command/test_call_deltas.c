/* The calls between routines in two profiles.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "unit.h"

#include "compare/call_deltas.h"

/* Two profiles of four routines; the new one has them in another order, and the
   third old one is left out of the matching. */
static model_edge old_edges[] = {
   { .caller = 0, .callee = 1, .calls = 2, .cost = 20 },
   { .caller = 0, .callee = 2, .calls = 1, .cost = 5 },
   { .caller = 1, .callee = 1, .calls = 7, .cost = 70 },
   { .caller = 3, .callee = 1, .calls = 1, .cost = 1 },
};
static model_edge new_edges[] = {
   { .caller = 0, .callee = 2, .calls = 4, .cost = 44 },
   { .caller = 1, .callee = 2, .calls = 3, .cost = 30 },
   { .caller = 2, .callee = 3, .calls = 9, .cost = 9 },
};
static size_t old_pairs[] = { 0, 1, SIZE_MAX, 0 };
static size_t new_pairs[] = { 2, 0, 1, 2 };

static void find(call_deltas *deltas)
{
   static const model old = { .edges = old_edges,
                              .edge_count = COUNT(old_edges) };
   static const model new = { .edges = new_edges,
                              .edge_count = COUNT(new_edges) };
   const matching m = { .models = { &old, &new },
                        .pair_of = { old_pairs, new_pairs } };

   call_deltas_find(deltas, &m);
}

static void edges_of_both_sides_are_joined(void **state)
{
   /* Old routines 0 and 3 count as one: their edges add up. */
   static const call_delta expected[] = {
      { 0, 1, { 3, 3 }, { 21, 30 } },
      { 1, 1, { 7, 0 }, { 70, 0 } },
      { 1, 2, { 0, 9 }, { 0, 9 } },
      { 2, 1, { 0, 4 }, { 0, 44 } },
   };
   call_deltas deltas;

   (void)state;
   find(&deltas);
   assert_int_equal(deltas.count, COUNT(expected));
   for (size_t i = 0; i < COUNT(expected); i++) {
      const call_delta *d = &deltas.list[i];

      assert_int_equal(d->caller, expected[i].caller);
      assert_int_equal(d->callee, expected[i].callee);
      for (int side = 0; side < MATCH_SIDES; side++) {
         assert_true(d->calls[side] == expected[i].calls[side]);
         assert_true(d->costs[side] == expected[i].costs[side]);
      }
   }
   free(deltas.list);
}

static void calls_of_a_caller_are_found(void **state)
{
   static const struct { size_t caller, first, past; } expected[] = {
      { 0, 0, 1 }, { 1, 1, 3 }, { 2, 3, 4 }, { 3, 4, 4 },
   };
   call_deltas deltas;

   (void)state;
   find(&deltas);
   for (size_t i = 0; i < COUNT(expected); i++) {
      size_t first, past;

      call_deltas_of_caller(&deltas, expected[i].caller, &first, &past);
      assert_int_equal(first, expected[i].first);
      assert_int_equal(past, expected[i].past);
   }
   free(deltas.list);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(edges_of_both_sides_are_joined),
      cmocka_unit_test(calls_of_a_caller_are_found),
   };

   return cmocka_run_group_tests(tests, NULL, NULL);
}
