/* Routines of libraries: see library_routines.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "symbols/library_routines.h"
#include "base/tool_text.h"
#include "symbols/code_objects.h"

/* What names begin with, behind the `<` of Rust and behind the type that a
   template of C++ returns. */
static const HChar *const names[] = {
   "std::", "__gnu_cxx::",        /* C++ */
   "core::", "alloc::",           /* Rust */
   "runtime.", "internal/",       /* Go */
   "caml_",                       /* OCaml */
   "_d_",                         /* D */
   NULL
};

/* What has folders of headers, or of a compiler's library, in it. */
static const HChar *const folders[] = {
   "/usr/include/", "/include/c++/", "/rustc/", NULL
};

static Bool is_named(const HChar *name)
{
   static const HChar *const before[] = { "<", "void ", NULL };

   for (UInt i = 0; before[i] != NULL; i++)
      if (text_begins(name, before[i]))
         name += VG_(strlen)(before[i]);
   for (UInt i = 0; names[i] != NULL; i++)
      if (text_begins(name, names[i]))
         return True;
   return False;
}

static Bool has_file(const HChar *file)
{
   for (UInt i = 0; folders[i] != NULL; i++)
      if (VG_(strstr)(file, folders[i]) != NULL)
         return True;
   return False;
}

Bool library_routines_has(Routine *r)
{
   if (r->library == LIBRARY_NOT_ASKED)
      r->library = code_objects_is_system_library(r->object->name)
                   || is_named(r->name) || has_file(r->file)
                   ? LIBRARY_YES : LIBRARY_NO;
   return r->library == LIBRARY_YES;
}
