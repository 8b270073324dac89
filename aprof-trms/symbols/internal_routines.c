/* Routines that only their own library can call: see internal_routines.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "symbols/internal_routines.h"
#include "base/tool_text.h"
#include "symbols/code_objects.h"

Bool internal_routines_has(const Routine *r)
{
   CodeObject *o = r->object;

   if (o->is_generated || !o->file.known)
      return False;
   if (o->exports == NULL)
      o->exports = exports_read(o->name);
   return exports_is_library(o->exports) ? !exports_have(o->exports, r->offset)
          : text_begins(r->name, "__");
}
