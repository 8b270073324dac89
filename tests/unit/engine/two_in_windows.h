/* What tests of the fast engine with two threads in windows have in common.
   The file that includes this has them, t1 and t2.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_TWO_IN_WINDOWS_H
#define APROF_TWO_IN_WINDOWS_H

#include "in_windows.h"

enum { PAGES = CHUNK / 4096, CELLS = CHUNK / 4 };

static void start_two(const trms_options *options)
{
   start(options);
   t1 = ENGINE.thread_new();
   t2 = ENGINE.thread_new();
}

static void call_often(trms_thread *t, int n)
{
   for (; n > 0; n--) {
      call(t);
      ret(t, 0, 0, 0, 0, 0);
   }
}

/* An unchecked write, as instrumented code makes it. */
static void write_unchecked(trms_thread *t, uintptr_t a)
{
   trms_fast_view v = trms_fast_view_of(t);

   assert_true(v.checked == 0);
   *(uint32_t *)(v.base + a) = v.stamp;
}

#endif
