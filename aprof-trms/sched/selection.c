/* Which code --what-if makes faster: see selection.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sched/selection.h"
#include "base/options.h"
#include "sched/places.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_seqmatch.h"
#include "pub_tool_xarray.h"

static enum { NOTHING, ROUTINE, CALLEES, LINE, SOURCE, OBJECT } kind;
static HChar *name;           /* of what is faster, without its mark */
static UInt line, percent;

static Bool cut_line(void)
{
   HChar *colon = VG_(strrchr)(name, ':'), *end;

   if (colon == NULL || colon == name || !VG_(isdigit)(colon[1]))
      return False;
   line = VG_(strtoull10)(colon + 1, &end);
   if (*end != '\0')
      return False;
   *colon = '\0';
   return True;
}

/* Coz's name for the program itself. */
static void name_main(XArray *globs)
{
   for (Word i = 0; globs != NULL && i < VG_(sizeXA)(globs); i++) {
      const HChar **glob = VG_(indexXA)(globs, i);
      if (VG_STREQ(*glob, "MAIN"))
         *glob = VG_(strdup)("aprof.selection.main",
                             VG_(basename)(VG_(args_the_exename)));
   }
}

void selection_init(void)
{
   SizeT n;

   name_main(tool_options.binary_scope);
   if (tool_options.what_if == NULL || VG_STREQ(tool_options.what_if, "base"))
      return;
   name = VG_(strdup)("aprof.selection.name", tool_options.what_if);
   HChar *colon = VG_(strrchr)(name, ':');
   percent = VG_(strtoull10)(colon + 1, NULL);
   *colon = '\0';
   n = VG_(strlen)(name);
   if (VG_(strncmp)(name, "file:", 5) == 0) {
      kind = SOURCE;
      name += 5;
   } else if (VG_(strncmp)(name, "object:", 7) == 0) {
      kind = OBJECT;
      name += 7;
   } else if (cut_line())
      kind = LINE;
   else if (n > 1 && name[n - 1] == '+') {
      kind = CALLEES;
      name[n - 1] = '\0';
   } else
      kind = ROUTINE;
}

UInt selection_percent(void)
{
   return percent;
}

/* Does the pattern fit the path, or the path without its first folders? */
static Bool fits(const HChar *glob, const HChar *path)
{
   while (path != NULL) {
      if (VG_(string_match)(glob, path))
         return True;
      path = VG_(strchr)(path, '/');
      if (path != NULL)
         path++;
   }
   return False;
}

static Bool source_fits(const HChar *glob, const HChar *folder,
                        const HChar *file)
{
   HChar path[VG_(strlen)(folder) + VG_(strlen)(file) + 2];

   VG_(sprintf)(path, "%s%s%s", folder, folder[0] == '\0' ? "" : "/", file);
   return fits(glob, path);
}

Bool selection_has(const Routine *r, Addr insn)
{
   const HChar *folder, *file;
   UInt at;

   switch (kind) {
   case ROUTINE:
      return r != NULL && VG_STREQ(r->name, name);
   case LINE:
      return places_source(insn, &folder, &file, &at) && at == line
             && source_fits(name, folder, file);
   case SOURCE:
      return places_source(insn, &folder, &file, &at)
             && source_fits(name, folder, file);
   case OBJECT:
      return r != NULL && fits(name, r->object->name);
   default:
      return False;
   }
}

Bool selection_with_callees(void)
{
   return kind == CALLEES;
}

Bool selection_begins_at(const Routine *r)
{
   return kind == CALLEES && VG_STREQ(r->name, name);
}

Bool selection_is_scoped(void)
{
   return tool_options.binary_scope != NULL
          || tool_options.source_scope != NULL;
}

static Bool any(XArray *globs, const HChar *folder, const HChar *file)
{
   for (Word i = 0; i < VG_(sizeXA)(globs); i++)
      if (source_fits(*(const HChar **)VG_(indexXA)(globs, i), folder, file))
         return True;
   return False;
}

Bool selection_in_scope(const Routine *r, Addr insn)
{
   const HChar *folder, *file;
   UInt at;

   if (tool_options.binary_scope != NULL
       && (r == NULL || !any(tool_options.binary_scope, "", r->object->name)))
      return False;
   return tool_options.source_scope == NULL
          || (places_source(insn, &folder, &file, &at)
              && any(tool_options.source_scope, folder, file));
}
