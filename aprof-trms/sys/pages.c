/* Whole pages of memory from Valgrind, beside its heap.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "config.h"
#include "sys/pages.h"
#include "pub_tool_aspacemgr.h"

void *pages_map(SizeT size)
{
#ifdef VG_SHADOW_ALLOC_HAS_ERROR
   SysRes got = VG_(am_shadow_alloc)(size);
   return sr_isError(got) ? NULL : (void *)sr_Res(got);
#else
   return VG_(am_shadow_alloc)(size);
#endif
}

void pages_unmap(void *p, SizeT size)
{
   VG_(am_munmap_valgrind)((Addr)p, size);
}

Bool pages_available(SizeT size)
{
   void *probe = pages_map(size);

   if (probe == NULL)
      return False;
   pages_unmap(probe, size);
   return True;
}
