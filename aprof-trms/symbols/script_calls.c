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
#include "pub_tool_seqmatch.h"
#include "pub_tool_xarray.h"

/* Python 3.12 and newer. */
static const HChar *const of_python[] = {
   "PyObject_Vectorcall", "_PyFunction_Vectorcall", "_PyEval_Vector",
   "method_vectorcall", "py_trampoline_evaluator", NULL
};

/* V8 has these in code of its own, whose symbols begin with the same word.  They
   call a function, make an object by one, begin what is compiled by the baseline
   compiler or not yet, go on with a generator, and lead from C++ to the script
   and back.  Those with a name that the script may write, such as
   Builtins_FunctionPrototypeCall, do nothing else. */
static const HChar *const of_v8[] = {
   "Builtins_Call_*", "Builtins_CallFunction*", "Builtins_CallBoundFunction*",
   "Builtins_CallForwardVarargs*", "Builtins_CallVarargs*",
   "Builtins_CallWith*", "Builtins_CallIteratorWithFeedback*",
   "Builtins_Construct", "Builtins_Construct_*", "Builtins_ConstructFunction*",
   "Builtins_ConstructBoundFunction*", "Builtins_ConstructForwardVarargs*",
   "Builtins_ConstructVarargs*", "Builtins_ConstructWith*",
   "Builtins_JSConstruct*", "Builtins_JSEntry*", "Builtins_JSBuiltinsConstruct*",
   "Builtins_BaselineOutOfLinePrologue*", "Builtins_CompileLazy*",
   "Builtins_InterpreterPush*", "Builtins_InterpreterEntryTrampoline*",
   "Builtins_ResumeGenerator*", "Builtins_CEntry_*", "Builtins_DirectCEntry*",
   "Builtins_AdaptorWithBuiltinExitFrame*", "Builtins_HandleApiCall*",
   "Builtins_CallApi*", "Builtins_FunctionPrototypeCall",
   "Builtins_FunctionPrototypeApply", "Builtins_ReflectApply", NULL
};

static const HChar *argument(Word i)
{
   XArray *all = VG_(args_for_client);

   return i < VG_(sizeXA)(all) ? *(HChar **)VG_(indexXA)(all, i) : NULL;
}

/* Does the command line, or the environment, ask Python for a perf map? */
static Bool python_writes_map(void)
{
   const HChar *wanted = VG_(getenv)("PYTHONPERFSUPPORT"), *a;

   if (wanted != NULL && wanted[0] != '\0' && !VG_STREQ(wanted, "0"))
      return True;
   for (Word i = 0; (a = argument(i)) != NULL; i++) {
      const HChar *next = argument(i + 1);
      if (text_begins(a, "-Xperf")
          || (VG_STREQ(a, "-X") && next != NULL && text_begins(next, "perf")))
         return True;
   }
   return False;
}

/* The same of node, which takes _ for -. */
static Bool v8_writes_map(void)
{
   static const HChar wanted[] = "*--perf?basic?prof*";
   const HChar *options = VG_(getenv)("NODE_OPTIONS"), *a;

   if (options != NULL && VG_(string_match)(wanted, options))
      return True;
   for (Word i = 0; (a = argument(i)) != NULL; i++)
      if (VG_(string_match)(wanted + 1, a))
         return True;
   return False;
}

static Bool is_python(const HChar *object)
{
   const HChar *base = text_base(object);

   return text_begins(base, "python") || text_begins(base, "libpython");
}

enum { PYTHON, V8, INTERPRETERS };
static struct {
   Bool (*is)(const HChar *object);       /* NULL: whatever program V8 is in: no
                                             other code has such symbols */
   const HChar *const *routines;          /* patterns, NULL at the end */
   Bool (*writes_map)(void);
   enum { UNKNOWN, NAMED, UNNAMED } script;
} interpreters[INTERPRETERS] = {
   [PYTHON] = { is_python, of_python, python_writes_map, UNKNOWN },
   [V8] = { NULL, of_v8, v8_writes_map, UNKNOWN },
};

/* Does the object have this interpreter, and does it name the script's
   routines? */
static Bool names_script(UInt i, const HChar *object)
{
   if (interpreters[i].script == UNKNOWN)
      interpreters[i].script
         = interpreters[i].writes_map() ? NAMED : UNNAMED;
   return interpreters[i].script == NAMED
          && (interpreters[i].is == NULL || interpreters[i].is(object));
}

Bool script_calls_of_python(const HChar *object)
{
   return names_script(PYTHON, object);
}

static Bool is_listed(const HChar *const *patterns, const HChar *routine)
{
   HChar *name = VG_(strdup)("aprof.script_calls.name", routine);
   Bool is = False;

   plain_name_cut_clone(name);
   while (*patterns != NULL && !is)
      is = VG_(string_match)(*patterns++, name);
   VG_(free)(name);
   return is;
}

Bool script_calls_have(const HChar *routine, const HChar *object)
{
   for (UInt i = 0; i < INTERPRETERS; i++)
      if (names_script(i, object)
          && is_listed(interpreters[i].routines, routine))
         return !filters_name(FILTER_INCLUDE, routine, object);
   return False;
}
