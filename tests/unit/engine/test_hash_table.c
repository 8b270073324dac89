/* The hash table against a plain array, and its invariant.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "platform_host.h"

typedef struct {
   uint32_t key;                       /* 0: an empty place */
   uint32_t value;
} pair;

/* `spread` 1: keys that lie side by side have homes far apart; 0: all keys have
   one of two homes, the last place or the one before it, so that searches wrap
   around. */
static unsigned spread;

static size_t home_of(uint32_t key, unsigned bits);

#define HASH_TABLE             numbers
#define HASH_TABLE_ELEMENT     pair
#define HASH_TABLE_KEY         uint32_t
#define HASH_TABLE_IS_EMPTY(e) ((e).key == 0)
#define HASH_TABLE_KEY_OF(e)   ((e).key)
#define HASH_TABLE_EQUAL(e, k) ((e).key == (k))
#define HASH_TABLE_HOME(k, b)  home_of(k, b)
#define HASH_TABLE_CENTRE      "test"
#define HASH_TABLE_FIRST_BITS  3
#include "engine/shadow/hash_table.h"

/* A second type in the same file: of pointers. */
#define HASH_TABLE             pointers
#define HASH_TABLE_ELEMENT     pair *
#define HASH_TABLE_KEY         const pair *
#define HASH_TABLE_IS_EMPTY(e) ((e) == NULL)
#define HASH_TABLE_KEY_OF(e)   (e)
#define HASH_TABLE_EQUAL(e, k) ((e)->key == (k)->key)
#define HASH_TABLE_HOME(k, b)  hash_table_home((k)->key, b)
#define HASH_TABLE_CENTRE      "test"
#define HASH_TABLE_FIRST_BITS  1
#include "engine/shadow/hash_table.h"

static size_t home_of(uint32_t key, unsigned bits)
{
   return spread ? hash_table_home(key, bits)
                 : ((size_t)1 << bits) - 1 - key % 2;
}

static void add(numbers *t, uint32_t key, uint32_t value)
{
   *numbers_add(t, key) = (pair){ key, value };
}

/* Every element is found from its home place without a gap, each once, and at
   most half of the places are in use. */
static void assert_invariant(const numbers *t)
{
   size_t room = numbers_room(t), i, used = 0;

   for (i = 0; i < room; i++) {
      const pair *p = &t->places[i];
      size_t at = p->key ? home_of(p->key, t->bits) : i;

      used += p->key != 0;
      for (; at != i; at = (at + 1) % room)
         assert_int_not_equal(t->places[at].key, 0);
   }
   assert_int_equal(used, t->count);
   assert_true(2 * used <= room);
}

static void assert_holds(const numbers *t, const uint32_t *truth, size_t keys)
{
   size_t i = 0, n = 0, count = 0;
   uint32_t key;
   const pair *p;

   for (key = 1; key < keys; key++) {
      p = numbers_find(t, key);
      count += truth[key] != 0;
      assert_int_equal(p ? p->value : 0, truth[key]);
   }
   while ((p = numbers_next(t, &i)) != NULL) {
      assert_int_equal(p->value, truth[p->key]);
      n++;
   }
   assert_int_equal(n, count);
   assert_int_equal(t->count, count);
}

/* Random keys come and go, in tables small and large. */
static void holds_what_was_added(void **state)
{
   enum { KEYS = 400 };
   uint32_t truth[KEYS];
   int round, step;

   (void)state;
   srand(1);
   for (round = 0; round < 60; round++) {
      numbers t = { .count = 0 };
      size_t keys = round % 3 ? KEYS : 10;
      int removals = rand() % 10;

      spread = round % 2;
      memset(truth, 0, sizeof truth);
      for (step = 0; step < 1000; step++) {
         uint32_t key = 1 + (uint32_t)rand() % (uint32_t)(keys - 1);
         pair *p = numbers_find(&t, key);

         if (rand() % 10 >= removals) {
            truth[key] = 1 + (uint32_t)rand();
            add(&t, key, truth[key]);
         } else if (p) {
            truth[key] = 0;
            numbers_remove(&t, p);
         }
         if (step % 50 == 0)
            assert_invariant(&t);
      }
      assert_invariant(&t);
      assert_holds(&t, truth, keys);
      numbers_free(&t);
      assert_int_equal(platform_host_pieces(), 0);
   }
}

static void empty_costs_nothing(void **state)
{
   numbers t = { .count = 0 };
   size_t i = 0;

   (void)state;
   assert_null(numbers_find(&t, 1));
   assert_null(numbers_next(&t, &i));
   numbers_free(&t);
   assert_int_equal(platform_host_pieces(), 0);
}

/* Places that a search looks at, for keys in a row: by Knuth's formulas 1.5 for
   keys in the table, 2.5 for others. */
static void searches_are_short(void **state)
{
   enum { KEYS = 1 << 16 };
   numbers t = { .count = 0 };
   uint32_t key;
   size_t looked = 0;

   (void)state;
   spread = 1;
   for (key = 1; key <= KEYS; key++)
      add(&t, key, key);
   assert_int_equal(numbers_room(&t), 2 * KEYS);
   for (key = 1; key <= 2 * KEYS; key++) {
      size_t from = home_of(key, t.bits);
      looked += ((size_t)(numbers_at(&t, key) - t.places) - from)
                % numbers_room(&t) + 1;
   }
   assert_true(looked < 2 * KEYS * 5 / 2);
   numbers_free(&t);
}

static void elements_are_pointers(void **state)
{
   pair all[100], key;
   pointers t = { .count = 0 };
   size_t i;

   (void)state;
   for (i = 0; i < 100; i++) {
      all[i] = (pair){ (uint32_t)i * 1000 + 1, 0 };
      *pointers_add(&t, &all[i]) = &all[i];
   }
   for (i = 0; i < 100; i++) {
      key = (pair){ (uint32_t)i * 1000 + 1, 7 };
      assert_ptr_equal(*pointers_find(&t, &key), &all[i]);
      key.key++;
      assert_null(pointers_find(&t, &key));
   }
   pointers_remove(&t, pointers_find(&t, &all[50]));
   assert_null(pointers_find(&t, &all[50]));
   assert_int_equal(t.count, 99);
   i = 0;
   assert_non_null(pointers_next(&t, &i));
   pointers_free(&t);
   assert_int_equal(platform_host_pieces(), 0);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(holds_what_was_added),
      cmocka_unit_test(empty_costs_nothing),
      cmocka_unit_test(searches_are_short),
      cmocka_unit_test(elements_are_pointers),
   };

   return cmocka_run_group_tests(tests, NULL, NULL);
}
