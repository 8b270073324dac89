/* What tests of the fast engine's windows have in common.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_IN_WINDOWS_H
#define APROF_IN_WINDOWS_H

#include "by_hand_events.h"

enum { CHUNK = 0x10000 };

/* Begin a test of windows; without windows it is skipped. */
static void start(const trms_options *options)
{
   ENGINE.init(options);
   if (!trms_fast_has_windows()) {
      ENGINE.finish();
      skip();
   }
}

static void finish(void **state)
{
   platform_host_drop_mappings();
   teardown(state);
}

#endif
