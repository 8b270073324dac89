/* Memory from Valgrind beside its heap, and a reserve for writing the profile.

   The reserve is a block of Valgrind's heap.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "config.h"
#include "sys/oom_reserve.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcproc.h"

/* Enough for a table of some thousand sizes, or of two hundred thousand
   edges.  It takes address space, but no memory.  Valgrind's heap grows by
   more than this, so a freed block stays in the heap. */
enum { RESERVE = 2 << 20 };

static void *reserve;
static void (*save_profile)(void);

void ap_reserve_init(void (*save)(void))
{
   save_profile = save;
}

void *ap_map(SizeT size)
{
#ifdef VG_SHADOW_ALLOC_HAS_ERROR
   SysRes got = VG_(am_shadow_alloc)(size);
   return sr_isError(got) ? NULL : (void *)sr_Res(got);
#else
   return VG_(am_shadow_alloc)(size);
#endif
}

void ap_unmap(void *p, SizeT size)
{
   VG_(am_munmap_valgrind)((Addr)p, size);
}

void ap_end_without_memory(SizeT size)
{
   VG_(umsg)("aprof: no memory for another %lu bytes of shadow memory\n", size);
   save_profile();
   VG_(exit)(1);
}

Bool ap_has_memory(SizeT size)
{
   void *probe = ap_map(size);

   if (probe == NULL)
      return False;
   ap_unmap(probe, size);
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
