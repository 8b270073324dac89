/* The program's segments.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_SEGMENTS_H
#define AP_SEGMENTS_H

#include "base/base.h"
#include "pub_tool_aspacemgr.h"

/* Where those of these kinds start, in ascending order, and how many there are.
   The caller frees it. */
Addr *ap_segments(UInt kinds, Int *n);

#endif
