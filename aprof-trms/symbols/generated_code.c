/* Code that the program has generated: see symbols/generated_code.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "symbols/generated_code.h"
#include "symbols/code_symbols.h"
#include "pub_tool_debuginfo.h"

const PerfMapEntry *generated_code_at(Addr entry)
{
   const PerfMapEntry *generated = perf_map_find(entry);
   const HChar *text;

   return generated != NULL && generated->start == entry
          && !VG_(get_fnname)(VG_(current_DiEpoch)(),
                              entry - code_symbol_distance(entry), &text)
          ? generated : NULL;
}

void generated_code_refresh(Addr code)
{
   if (VG_(find_DebugInfo)(VG_(current_DiEpoch)(), code) == NULL)
      perf_map_refresh();
}

Bool generated_code_covers(Addr code)
{
   const PerfMapEntry *generated = perf_map_find(code);

   return generated != NULL && generated_code_at(generated->start) != NULL;
}

Bool generated_code_is_interpreted(Addr code)
{
   const PerfMapEntry *generated = perf_map_find(code);

   return generated != NULL && generated->is_interpreted
          && generated_code_covers(code);
}
