/* The cases in a table of a `switch`, or of computed labels.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "symbols/table_cases.h"
#include "pub_tool_aspacemgr.h"

UInt table_cases_count(const JumpTable *t)
{
   return VG_(am_is_valid_for_client)(t->table, (SizeT)t->count * t->size,
                                      VKI_PROT_READ) ? t->count : 0;
}

Addr table_cases_at(const JumpTable *t, UInt i)
{
   return t->size == 8 ? ((const Addr *)t->table)[i]
          : t->base + ((const Int *)t->table)[i];
}

Addr table_cases_furthest(const JumpTable *t, Addr start, Addr limit)
{
   const UInt n = t->end == JUMP_TABLE_OPEN ? 0 : table_cases_count(t);
   Addr furthest = 0;

   for (UInt i = 0; i < n; i++) {
      Addr to = table_cases_at(t, i);
      if (to < start || to >= limit)
         return 0;
      if (to > furthest)
         furthest = to;
   }
   return furthest;
}
