/* The check of the timestamps engine's state finds what is broken on purpose.
   Its state is its own: so the engine is part of this file.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "engine/reference/timestamps.c"

enum { CHUNK = 0x10000, ALL = 100 };

static void expect_broken(const char *what)
{
   const char *broken = engine_broken(ALL);

   assert_non_null(broken);
   assert_string_equal(broken, what);
}

#define BREAK(lvalue, value, what) \
   do { \
      __typeof__(lvalue) before = (lvalue); \
      assert_null(engine_broken(ALL)); \
      (lvalue) = (value); \
      expect_broken(what); \
      (lvalue) = before; \
   } while (0)

static void finds_what_is_broken(void **state)
{
   const trms_options options = { .cell_shift = 2 };
   trms_thread *t, *other;
   place *p;

   (void)state;
   engine_init(&options);
   t = engine_thread_new();
   other = engine_thread_new();
   engine_call(other);
   engine_write(other, CHUNK, 4);
   engine_call(t);
   engine_read(t, CHUNK, 64);
   engine_call(t);
   engine_write(t, CHUNK, 64);
   p = &t->places[1];
   assert_int_equal(p->number, 1);

   BREAK(t->top->start, t->top[-1].start,
         "settled is the later one of foreign and the top's start");
   BREAK(t->top[-1].start, t->top->start,
         "starts ascend up to the counter");
   BREAK(t->top->rms, -1, "0 <= rms <= ext <= trms");
   BREAK(t->top->external, 100, "0 <= external + thread <= trms");
   BREAK(p->ts, p->wts, "cached places are those of the chunks");
   BREAK(p->ts[3], count + 1,
         "no stamp of an access is greater than the counter");
   BREAK(p->wts[3], count + 1,
         "no stamp of a write is greater than the counter");
   shadow_get(&t->ts, 7);
   expect_broken("wts has a chunk wherever a ts has one");
   engine_finish();
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(finds_what_is_broken),
   };

   return cmocka_run_group_tests(tests, NULL, NULL);
}
