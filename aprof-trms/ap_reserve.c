/* The reserve: a block of Valgrind's heap.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "ap_reserve.h"
#include "pub_tool_aspacemgr.h"

/* Enough for a table of some thousand sizes or two hundred thousand edges; of
   address space only.  Valgrind's heap grows by more than this, and so what is
   freed stays in the heap. */
enum { RESERVE = 2 << 20 };

static void *reserve;

Bool ap_has_memory(SizeT size)
{
   void *probe = VG_(am_shadow_alloc)(size);

   if (probe == NULL)
      return False;
   VG_(am_munmap_valgrind)((Addr)probe, size);
   return True;
}

void ap_reserve_keep(void)
{
   if (reserve == NULL && ap_has_memory(4 * RESERVE))
      reserve = VG_(malloc)("aprof.reserve", RESERVE);
}

void ap_reserve_use(void)
{
   VG_(free)(reserve);
   reserve = NULL;
}
