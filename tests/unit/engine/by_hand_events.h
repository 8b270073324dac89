/* Events of a trace by hand, for ENGINE, which the file that includes this
   defines.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_BY_HAND_EVENTS_H
#define APROF_BY_HAND_EVENTS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "platform_host.h"
#include "engine/trms.h"

static int teardown(void **state)
{
   (void)state;
   ENGINE.finish();
   assert_int_equal(platform_host_pieces(), 0);
   return 0;
}

static void call(trms_thread *t)
{
   ENGINE.call(t);
}

static void rd(trms_thread *t, uintptr_t a)
{
   ENGINE.read(t, a, 4);
}

static void wr(trms_thread *t, uintptr_t a)
{
   ENGINE.write(t, a, 4);
}

static void expect(const trms_sizes *s, uint64_t rms, uint64_t ext,
                   uint64_t trms, uint64_t external, uint64_t thread)
{
   assert_int_equal(s->rms, rms);
   assert_int_equal(s->ext, ext);
   assert_int_equal(s->trms, trms);
   assert_int_equal(s->external, external);
   assert_int_equal(s->thread, thread);
}

/* The top activation of t returns with these sizes. */
static void ret(trms_thread *t, uint64_t rms, uint64_t ext, uint64_t trms,
                uint64_t external, uint64_t thread)
{
   trms_sizes s;

   ENGINE.ret(t, &s);
   expect(&s, rms, ext, trms, external, thread);
}

#endif
