/* The program's segments.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SYS_SEGMENTS_H
#define SYS_SEGMENTS_H

#include "base/base.h"
#include "pub_tool_aspacemgr.h"

/* Return the start addresses of all segments of these kinds (a set of SegKind),
   in ascending order, and their number in *n.  The caller frees the array. */
Addr *segments_starts(UInt kinds, Int *n);

#endif
