/* Which threads of the fast engine have a window of their own: contexts that are
   promoted, and all of them until the program has memory beyond the windows.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/fast.h"
#include "engine/fast/state.h"

#define ENGINE trms_fast
#include "by_hand_events.h"
#include "../cmocka_names.h"
#include "in_windows.h"

enum { CELLS = CHUNK / 4 };

static trms_thread *t1, *t2;

/* This many contexts may have windows; the rest are for threads. */
enum { CONTEXTS = 46 };

static void be_busy(trms_thread *t)
{
   int i;

   for (i = 0; i < 4 && !trms_fast_wants_window(t); i++)
      ENGINE.read(t, 2 * CHUNK, CHUNK);
   assert_true(trms_fast_wants_window(t));
}

/* A context makes calls that each look up 200 cells if it has no window, and
   ends.  Had it a window in the end? */
static bool soon_over(trms_thread *t, int calls)
{
   trms_sizes unused;
   bool has_window;
   int i;

   for (i = 0; i < calls; i++) {
      call(t);
      ENGINE.read(t, CHUNK, 400);
      ENGINE.write(t, CHUNK, 400);
      ENGINE.ret(t, &unused);
      if (trms_fast_wants_window(t))
         trms_fast_promote(t);
   }
   has_window = trms_fast_has_window(t);
   ENGINE.thread_end(t);
   return has_window;
}

/* Contexts end before any of them is busy.  After a while the next one gets a
   window all the same, and then one has it from the beginning, until such a one
   makes only few calls. */
static void promoted_early(void **state)
{
   enum { USUAL = 100, FEW = 10 };
   trms_options options = { .cell_shift = 2 };
   trms_thread *t;
   int i;

   start(&options);
   for (i = 0; i < 3; i++)
      assert_false(soon_over(ENGINE.context_new(), USUAL));
   t = ENGINE.context_new();
   assert_false(trms_fast_has_window(t));
   assert_true(soon_over(t, USUAL));
   t = ENGINE.context_new();
   assert_true(trms_fast_has_window(t));
   assert_true(soon_over(t, FEW));
   assert_false(trms_fast_has_window(ENGINE.context_new()));
   finish(state);
}

/* A context that touches much gets a window, with the stamps that it has
   had, and with what other threads have done to these. */
static void promoted(void **state)
{
   trms_options options = { .cell_shift = 2 };
   trms_thread *contexts[CONTEXTS + 1];
   size_t i;

   start(&options);
   t1 = ENGINE.context_new();
   t2 = ENGINE.thread_new();
   call(t2);
   call(t1);
   ENGINE.write(t1, CHUNK, 64);
   ENGINE.read(t1, CHUNK + 64, 64);
   call(t1);
   assert_false(trms_fast_wants_window(t1));
   assert_false(trms_fast_has_window(t1));
   be_busy(t1);
   wr(t2, CHUNK);
   rd(t2, CHUNK + 4);
   wr(t2, CHUNK + 64);
   ENGINE.kernel_write(CHUNK + 68, 4);

   trms_fast_promote(t1);
   assert_true(trms_fast_has_window(t1));
   assert_false(trms_fast_wants_window(t1));
   wr(t1, CHUNK + 4);
   rd(t2, CHUNK + 4);
   ENGINE.read(t1, CHUNK, 128);
   ret(t1, CELLS + 31, CELLS + 31, CELLS + 31, 1, 2);
   ret(t1, CELLS + 16, CELLS + 17, CELLS + 19, 1, 2);
   ret(t2, 1, 1, 2, 0, 2);

   for (i = 1; i < CONTEXTS + 1; i++) {
      contexts[i] = ENGINE.context_new();
      be_busy(contexts[i]);
      trms_fast_promote(contexts[i]);
      assert_false(trms_fast_wants_window(contexts[i]));
   }
   for (i = 1; i < CONTEXTS - 1; i++)
      assert_true(trms_fast_has_window(contexts[i]));
   for (; i < CONTEXTS + 1; i++)
      assert_false(trms_fast_has_window(contexts[i]));
   assert_true(trms_fast_has_window(ENGINE.thread_new()));
   ENGINE.thread_end(contexts[1]);
   be_busy(contexts[CONTEXTS]);
   trms_fast_promote(contexts[CONTEXTS]);
   assert_true(trms_fast_has_window(contexts[CONTEXTS]));
   finish(state);
}

/* Address space beyond the windows that can't be accessed leaves threads their
   windows; memory there does not, though sizes are as before. */
static void beyond_the_windows(void **state)
{
   const uintptr_t end = TRMS_FAST_WINDOWS_END, past = end + ((uintptr_t)1 << 40);
   trms_options options = { .cell_shift = 2, .unchecked_writes = true };

   start(&options);
   t1 = ENGINE.thread_new();
   call(t1);
   ENGINE.read(t1, end - 64, 64);
   assert_true(trms_fast_mapped(end - 4096, past, false));
   assert_true(trms_fast_has_window(t1));
   assert_true(trms_fast_has_unchecked_writes());
   assert_true(trms_fast_mapped(end, end + 4096, true));
   assert_false(trms_fast_has_window(t1));
   assert_false(trms_fast_has_unchecked_writes());
   ENGINE.read(t1, end - 64, 128);
   ret(t1, 32, 32, 32, 0, 0);
   finish(state);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(promoted),
      cmocka_unit_test(promoted_early),
      cmocka_unit_test(beyond_the_windows),
   };

   return cmocka_run_group_tests(tests, NULL, NULL);
}
