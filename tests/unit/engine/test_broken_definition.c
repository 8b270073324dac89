/* The check of the definition's state finds what is broken on purpose.  Its
   state is its own: so the engine is part of this file.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "engine/reference/definition.c"

static void expect_broken(const char *what)
{
   const char *broken = engine_broken(0);

   assert_non_null(broken);
   assert_string_equal(broken, what);
}

static void finds_what_is_broken(void **state)
{
   const trms_options o = { .cell_shift = 2 };
   const uintptr_t cell = 5;
   trms_thread *t;
   activation *a;

   (void)state;
   engine_init(&o);
   t = engine_thread_new();
   engine_call(t);
   engine_call(t);
   engine_read(t, cell << 2, 4);
   a = &t->stack[1];
   assert_null(engine_broken(0));

   a->sizes.rms = 2;
   expect_broken("rms <= ext <= trms");
   a->sizes.rms = 1;
   a->sizes.external = 2;
   expect_broken("external + thread <= trms");
   a->sizes.external = 0;
   map_set(&a->accessed, cell, FOR_TRMS);
   expect_broken("what counts as accessed for trms does so for rms");
   map_set(&a->accessed, cell, FOR_RMS | FOR_TRMS);
   map_set(&t->stack[0].accessed, cell, 0);
   expect_broken("an activation's sets are within its caller's");
   map_set(&t->stack[0].accessed, cell, FOR_RMS | FOR_TRMS);
   map_set(&t->accessed, cell, 0);
   expect_broken("an activation's set for trms is within its thread's");
   engine_finish();
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(finds_what_is_broken),
   };

   return cmocka_run_group_tests(tests, NULL, NULL);
}
