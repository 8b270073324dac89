/* The state of the fast engine: see engine/fast/state.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/state.h"

fast_state fast;
