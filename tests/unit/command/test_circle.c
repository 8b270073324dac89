/* The graph of calls: recursions, and the heaviest callee.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "unit.h"

#include "assess/circle.h"
#include "profile/edges.h"

#include <stdbool.h>

enum { ROUTINES = 12, GRAPHS = 2000, LONG = 200000 };

static unsigned any(unsigned limit)
{
   static unsigned seed = 1;

   seed = seed * 1103515245 + 12345;
   return (seed >> 8) % limit;
}

/* Set which routine calls which, through any number of others, all of which have
   been below themselves. */
static void close_calls(const model *m, bool calls[ROUTINES][ROUTINES])
{
   bool nested[ROUTINES] = { false };

   for (size_t e = 0; e < m->edge_count; e++)
      if (m->edges[e].outermost < m->edges[e].cost)
         nested[m->edges[e].callee] = true;
   memset(calls, 0, ROUTINES * sizeof *calls);
   for (size_t e = 0; e < m->edge_count; e++)
      calls[m->edges[e].caller][m->edges[e].callee] =
         nested[m->edges[e].caller] && nested[m->edges[e].callee];
   for (size_t by = 0; by < ROUTINES; by++)
      for (size_t a = 0; a < ROUTINES; a++)
         for (size_t b = 0; b < ROUTINES; b++)
            calls[a][b] |= calls[a][by] && calls[by][b];
}

static void recursions_are_those_of_the_definition(void **state)
{
   static model_edge edges[3 * ROUTINES];
   model m = { .routine_count = ROUTINES, .edges = edges };
   bool calls[ROUTINES][ROUTINES];

   (void)state;
   for (int graph = 0; graph < GRAPHS; graph++) {
      circle_numbers c;

      m.edge_count = any(3 * ROUTINES);
      for (size_t e = 0; e < m.edge_count; e++)
         edges[e] = (model_edge){ .caller = any(ROUTINES),
                                  .callee = any(ROUTINES), .cost = 4,
                                  .outermost = any(5) };
      close_calls(&m, calls);
      c = circle_number_all(&m);
      for (size_t a = 0; a < ROUTINES; a++) {
         assert_true(c.of[a] <= c.count);
         assert_int_equal(c.of[a] != 0, calls[a][a]);
         for (size_t b = 0; b < ROUTINES; b++)
            if (a != b)
               assert_int_equal(c.of[a] != 0 && c.of[a] == c.of[b],
                                calls[a][b] && calls[b][a]);
      }
      free(c.of);
   }
}

static void a_long_chain_of_calls_is_walked(void **state)
{
   static model_edge edges[LONG];
   model m = { .routine_count = LONG, .edges = edges, .edge_count = LONG };
   circle_numbers c;

   (void)state;
   for (size_t i = 0; i < LONG; i++)
      edges[i] = (model_edge){ .caller = i, .callee = (i + 1) % LONG,
                               .cost = 1 };
   c = circle_number_all(&m);
   assert_int_equal(c.count, 1);
   assert_int_equal(c.of[0], 1);
   assert_int_equal(c.of[LONG - 1], 1);
   free(c.of);
   /* One of them was never below itself. */
   edges[LONG / 3].outermost = 1;
   c = circle_number_all(&m);
   assert_int_equal(c.count, 0);
   free(c.of);
   edges[LONG / 3].outermost = 0;
   m.edge_count--;
   c = circle_number_all(&m);
   assert_int_equal(c.count, 0);
   assert_int_equal(c.of[LONG / 2], 0);
   free(c.of);
}

static void the_heaviest_callee_is_another_routine(void **state)
{
   static model_edge edges[] = {
      { .caller = 0, .callee = 1, .cost = 9 },
      { .caller = 1, .callee = 0, .cost = 3 },
      { .caller = 1, .callee = 1, .cost = 99 },
      { .caller = 1, .callee = 2, .cost = 5 },
      { .caller = 1, .callee = 3, .cost = 5 },
      { .caller = 2, .callee = 2, .cost = 7 },
   };
   const model m = { .routine_count = 4, .edges = edges,
                     .edge_count = sizeof edges / sizeof *edges };

   (void)state;
   assert_ptr_equal(edges_heaviest(&m, 0), &edges[0]);
   assert_ptr_equal(edges_heaviest(&m, 1), &edges[3]);
   assert_null(edges_heaviest(&m, 2));
   assert_null(edges_heaviest(&m, 3));
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(recursions_are_those_of_the_definition),
      cmocka_unit_test(a_long_chain_of_calls_is_walked),
      cmocka_unit_test(the_heaviest_callee_is_another_routine),
   };

   return cmocka_run_group_tests(tests, NULL, NULL);
}
