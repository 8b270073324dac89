/* Garbage collectors in stripped files.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "symbols/unnamed_collectors.h"
#include "arch/calls.h"
#include "arch/plt.h"
#include "elf/exported_symbols.h"
#include "symbols/code_flow.h"
#include "symbols/code_symbols.h"

static const HChar *const collect_now[] = { "PyGC_Collect", "lua_gc", NULL };

/* Return the addresses in the file of what its exported routine calls. */
static XArray *find(const CodeObject *object, Addr bias)
{
   XArray *found = VG_(newXA)(VG_(malloc), "aprof.unnamed_collectors",
                              VG_(free), sizeof(Addr));
   const Addr collects = exported_symbols_find(object->name, collect_now);
   CodeFlow flow;
   Addr start;

   if (collects == 0 || !code_symbol_covers(collects + bias, &start)
       || start != collects + bias)
      return found;
   code_flow_read(&flow, start, NULL, NULL);
   for (Word i = 0; i < VG_(sizeXA)(flow.calls); i++) {
      const Addr to =
         calls_direct_target(*(const Addr *)VG_(indexXA)(flow.calls, i));
      const Addr place = to - bias;
      Addr symbol;

      if (to != 0 && !code_symbol_covers(to, &symbol)
          && plt_part(to) == PLT_NONE)
         VG_(addToXA)(found, &place);
   }
   code_flow_free(&flow);
   return found;
}

Bool unnamed_collectors_have(CodeObject *object, Addr bias, Addr entry)
{
   if (object->is_generated || !object->file.known)
      return False;
   if (object->collectors == NULL)
      object->collectors = find(object, bias);
   for (Word i = 0; i < VG_(sizeXA)(object->collectors); i++)
      if (*(const Addr *)VG_(indexXA)(object->collectors, i) == entry - bias)
         return True;
   return False;
}
