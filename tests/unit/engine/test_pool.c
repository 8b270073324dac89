/* Blocks of all kinds of sizes: zeroed, apart, and on as few cache lines as
   they can be.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "platform_host.h"
#include "engine/profile/pool.h"

enum { BLOCKS = 2000 };

static unsigned char *blocks[BLOCKS];

static int compare(const void *a, const void *b)
{
   const unsigned char *x = *(unsigned char *const *)a;
   const unsigned char *y = *(unsigned char *const *)b;

   return (x > y) - (x < y);
}

static size_t lines(const unsigned char *block, size_t size)
{
   return ((uintptr_t)block + size - 1) / POOL_LINE
          - (uintptr_t)block / POOL_LINE + 1;
}

static void take(pool *p, int i)
{
   blocks[i] = pool_take(p);
   for (size_t at = 0; at < p->size; at++)
      assert_int_equal(blocks[i][at], 0);
   memset(blocks[i], 0xff, p->size);
   assert_int_equal(lines(blocks[i], p->size),
                    (p->size + POOL_LINE - 1) / POOL_LINE);
}

static void blocks_are_apart(void **state)
{
   pool p = { .size = *(size_t *)*state };

   for (int i = 0; i < BLOCKS; i++)
      take(&p, i);
   /* Half of them once more. */
   for (int i = 0; i < BLOCKS; i += 2)
      pool_give(&p, blocks[i]);
   for (int i = 0; i < BLOCKS; i += 2)
      take(&p, i);
   qsort(blocks, BLOCKS, sizeof blocks[0], compare);
   for (int i = 1; i < BLOCKS; i++)
      assert_true(blocks[i] - blocks[i - 1] >= (ptrdiff_t)p.size);
   for (int i = 0; i < BLOCKS; i++)
      pool_give(&p, blocks[i]);
   assert_int_equal(platform_host_pieces(), 0);
}

int main(void)
{
   static size_t sizes[] = { 8, 16, 32, POOL_LINE, 2 * POOL_LINE,
                             3 * POOL_LINE };
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_prestate(blocks_are_apart, &sizes[0]),
      cmocka_unit_test_prestate(blocks_are_apart, &sizes[1]),
      cmocka_unit_test_prestate(blocks_are_apart, &sizes[2]),
      cmocka_unit_test_prestate(blocks_are_apart, &sizes[3]),
      cmocka_unit_test_prestate(blocks_are_apart, &sizes[4]),
      cmocka_unit_test_prestate(blocks_are_apart, &sizes[5]),
   };

   return cmocka_run_group_tests(tests, NULL, NULL);
}
