/* The source of a routine's own instructions: see symbols/host_source.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "symbols/host_source.h"
#include "arch/insn.h"
#include "base/options.h"
#include "symbols/code_symbols.h"
#include "symbols/inline_levels.h"

Addr host_source_first(Addr entry)
{
   enum { NEARBY = 512 };
   Addr a = entry, symbol, other;

   if (tool_options.inlined == INLINED_NO || !inline_levels_has(entry)
       || !code_symbol_covers(entry, &symbol))
      return entry;
   while (inline_levels_has(a)) {
      UInt length = insn_length(a, 16);
      a += length == 0 ? 1 : length;
      if (a - entry > NEARBY || !code_symbol_covers(a, &other)
          || other != symbol)
         return entry;
   }
   return a;
}

SourceLines host_source_lines(Addr entry)
{
   SourceLines lines = { 0, 0 };
   Addr start, symbol;

   if (!code_symbol_covers(entry, &start))
      return lines;
   for (Addr a = entry; code_symbol_covers(a, &symbol) && symbol == start; ) {
      InlineLevel levels[INLINE_LEVELS];
      UInt n = inline_levels_read(a, levels), length = insn_length(a, 16);
      source_lines_add(&lines, levels[n - 1].line);
      inline_levels_free(levels, n);
      a += length == 0 ? 1 : length;
   }
   return lines;
}
