/* The state of the fast engine: see engine/fast/state.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/bare.h"
#include "engine/fast/state.h"

fast_state fast;

void fast_set_slot(trms_thread *t, unsigned slot)
{
   t->slot = slot;
   if (slot < WINDOWS_SLOTS) {
      t->base = windows_base(slot);
      bare_set_slot(t);
   }
}
