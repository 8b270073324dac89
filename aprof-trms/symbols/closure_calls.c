/* Calls of OCaml's closures: see symbols/closure_calls.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "symbols/closure_calls.h"
#include "base/filters.h"
#include "base/tool_text.h"

/* Each is followed by the number of arguments.  (Those of partial applications
   go on with the number of those that are given: `caml_curry3_1`.) */
static const HChar *const names[] = {
   "caml_apply", "caml_curry", "caml_tuplify",
};

static Bool is_listed(const HChar *routine)
{
   for (UInt i = 0; i < sizeof names / sizeof names[0]; i++) {
      const HChar *end = routine + VG_(strlen)(names[i]);

      if (text_begins(routine, names[i]) && *end >= '0' && *end <= '9')
         return True;
   }
   return False;
}

Bool closure_calls_have(const HChar *routine, const HChar *object)
{
   return is_listed(routine)
          && !filters_name(FILTER_INCLUDE, routine, object);
}
