/* Calls between routines of a script, without symbols: see
   symbols/unnamed_script_calls.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "symbols/unnamed_script_calls.h"
#include "arch/insn.h"
#include "elf/exported_symbols.h"
#include "symbols/code_symbols.h"
#include "symbols/script_calls.h"
#include "sys/client_memory.h"

typedef struct _UnnamedScriptCalls {
   Addr loop;                   /* the interpreter's, in the file; 0: it is not
                                   exported, and nothing else was looked for */
   XArray *routines;            /* of Addr, in the file */
} UnnamedScriptCalls;

enum { LONGEST = 15 };          /* bytes of an instruction */

/* Return the length of an instruction of the routine that begins at `start`; 0:
   it is none. */
static UInt length_in(Addr start, Addr insn)
{
   Addr first;

   return code_objects_frame_start(insn, &first) && first == start
          ? insn_length(insn, LONGEST) : 0;
}

/* Return the address that an instruction loads or stores, or 0. */
static Addr address_in(Addr insn, UInt length)
{
   Bool is_place;
   const Addr value = insn_constant(insn, length, &is_place);

   if (!is_place)
      return value;
   return client_memory_has_code(value, sizeof value) ? *(const Addr *)value : 0;
}

/* Add the routine that begins at the address, if it has no symbol. */
static void add(UnnamedScriptCalls *calls, Addr bias, Addr routine)
{
   const Addr place = routine - bias;
   Addr start;

   if (code_objects_frame_start(routine, &start) && start == routine
       && !code_symbol_covers(routine, &start))
      VG_(addToXA)(calls->routines, &place);
}

/* Return the address of an exported routine, or 0. */
static Addr exported(const CodeObject *object, Addr bias, const HChar *name)
{
   const HChar *const names[] = { name, NULL };
   const Addr place = exported_symbols_find(object->name, names);

   return place == 0 ? 0 : place + bias;
}

/* Add the routines whose addresses the code at `maker` has. */
static void add_made(UnnamedScriptCalls *calls, Addr bias, Addr maker)
{
   UInt length;

   for (Addr a = maker; (length = length_in(maker, a)) > 0; a += length)
      add(calls, bias, address_in(a, length));
}

/* Add the routines that the code at `start` jumps to. */
static void add_jumped_to(UnnamedScriptCalls *calls, Addr bias, Addr start)
{
   UInt length;
   Addr to;

   for (Addr a = start; (length = length_in(start, a)) > 0; a += length)
      if (insn_jump_target(a, length, &to))
         add(calls, bias, to);
}

static UnnamedScriptCalls *find(const CodeObject *object, Addr bias)
{
   UnnamedScriptCalls *calls = VG_(calloc)("aprof.unnamed_script_calls", 1,
                                           sizeof *calls);
   const Addr loop = exported(object, bias, "_PyEval_EvalFrameDefault");

   if (loop == 0)
      return calls;
   calls->loop = loop - bias;
   calls->routines = VG_(newXA)(VG_(malloc), "aprof.unnamed_script_calls",
                                VG_(free), sizeof(Addr));
   add_made(calls, bias, exported(object, bias, "PyFunction_NewWithQualName"));
   for (Word i = VG_(sizeXA)(calls->routines); i-- > 0; )
      add_jumped_to(calls, bias,
                    *(Addr *)VG_(indexXA)(calls->routines, i) + bias);
   add_jumped_to(calls, bias,
                 exported(object, bias, "_PyFunction_Vectorcall"));
   add_made(calls, bias, exported(object, bias, "PyMethod_New"));
   return calls;
}

static Bool is_found(const UnnamedScriptCalls *calls, Addr place)
{
   for (Word i = 0; i < VG_(sizeXA)(calls->routines); i++)
      if (*(const Addr *)VG_(indexXA)(calls->routines, i) == place)
         return True;
   return False;
}

/* Has the routine at `start` this address? */
static Bool has_constant(Addr start, Addr value)
{
   UInt length;

   for (Addr a = start; (length = length_in(start, a)) > 0; a += length)
      if (address_in(a, length) == value)
         return True;
   return False;
}

Bool unnamed_script_calls_have(CodeObject *object, Addr entry)
{
   Addr bias;

   if (!script_calls_of_python(object->name) || !object->file.known
       || code_objects_at(entry, &bias) != object)
      return False;
   if (object->script_calls == NULL)
      object->script_calls = find(object, bias);
   return object->script_calls->loop != 0
          && (is_found(object->script_calls, entry - bias)
              || has_constant(entry, object->script_calls->loop + bias));
}
