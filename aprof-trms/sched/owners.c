/* Which code an instruction belongs to: see owners.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sched/owners.h"
#include "symbols/code_objects.h"
#include "symbols/code_symbols.h"

InsnOwner owners_of(Addr insn)
{
   static Addr last_start;
   static Routine *last;
   const InlinedCode *code;
   InsnOwner o = { .insn = insn };
   Addr start;

   if (!code_symbol_covers(insn, &start)
       && !code_objects_frame_start(insn, &start))
      return o;
   /* Most often the routine is the same as the last one. */
   if (start != last_start || last == NULL) {
      last = routines_at(start);
      last_start = start;
   }
   o.host = last;
   o.entry = start;
   code = inlined_code(start);
   if (code != NULL)
      o.call = inlined_call_at(code, insn);
   return o;
}

const Routine *owners_routine(const InsnOwner *o)
{
   return o->call != NULL ? o->call->routine->home
          : o->host != NULL ? o->host->home : NULL;
}

const HChar *owners_object(const InsnOwner *o)
{
   Addr bias;

   return o->host != NULL ? o->host->object->name
                          : code_objects_at(o->insn, &bias)->name;
}
