/* The program's segments.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "ap_segments.h"

Addr *ap_segments(UInt kinds, Int *n)
{
   Addr *starts = NULL;
   Int room = 64;

   do {
      room *= 2;
      starts = VG_(realloc)("aprof.segments", starts, room * sizeof *starts);
      *n = VG_(am_get_segment_starts)(kinds, starts, room);
   } while (*n < 0);
   return starts;
}
