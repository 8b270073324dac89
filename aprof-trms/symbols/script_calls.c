/* Calls between routines of a script: see symbols/script_calls.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "symbols/script_calls.h"
#include "base/filters.h"
#include "base/plain_name.h"
#include "base/tool_text.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_xarray.h"

static const HChar *const of_python[] = {
   "PyObject_Vectorcall", "_PyFunction_Vectorcall", "_PyEval_Vector",
   "method_vectorcall", "py_trampoline_evaluator",
};

/* Does the command line, or the environment, ask Python for a perf map? */
static Bool python_writes_map(void)
{
   const HChar *wanted = VG_(getenv)("PYTHONPERFSUPPORT");
   XArray *arguments = VG_(args_for_client);

   if (wanted != NULL && wanted[0] != '\0' && !VG_STREQ(wanted, "0"))
      return True;
   for (Word i = 0; i < VG_(sizeXA)(arguments); i++) {
      const HChar *a = *(HChar **)VG_(indexXA)(arguments, i);
      if (text_begins(a, "-Xperf"))
         return True;
      if (VG_STREQ(a, "-X") && i + 1 < VG_(sizeXA)(arguments)
          && text_begins(*(HChar **)VG_(indexXA)(arguments, i + 1), "perf"))
         return True;
   }
   return False;
}

static Bool is_python(const HChar *object)
{
   const HChar *base = VG_(basename)(object);

   return text_begins(base, "python") || text_begins(base, "libpython");
}

static Bool is_listed(const HChar *routine)
{
   HChar *name = VG_(strdup)("aprof.script_calls.name", routine);
   Bool is = False;

   plain_name_cut_clone(name);
   for (UInt i = 0; i < sizeof of_python / sizeof of_python[0]; i++)
      is = is || VG_STREQ(name, of_python[i]);
   VG_(free)(name);
   return is;
}

Bool script_calls_have(const HChar *routine, const HChar *object)
{
   static enum { UNKNOWN, NAMED, UNNAMED } script = UNKNOWN;

   if (script == UNKNOWN)
      script = python_writes_map() ? NAMED : UNNAMED;
   return script == NAMED && is_python(object) && is_listed(routine)
          && !filters_name(FILTER_INCLUDE, routine, object);
}
