/* Which code --what-if makes faster: see selection.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sched/selection.h"
#include "base/options.h"
#include "sched/parts.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_xarray.h"

static Part faster;
static UInt percent;
static Bool has_run;       /* at least, translated */

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
   HChar *name, *colon;

   name_main(tool_options.binary_scope);
   if (tool_options.what_if == NULL || VG_STREQ(tool_options.what_if, "base"))
      return;
   name = VG_(strdup)("aprof.selection.name", tool_options.what_if);
   colon = VG_(strrchr)(name, ':');
   percent = VG_(strtoull10)(colon + 1, NULL);
   *colon = '\0';
   faster = parts_parse(name);
   VG_(free)(name);
}

UInt selection_percent(void)
{
   return percent;
}

Bool selection_has(const InsnOwner *o)
{
   Bool has = parts_has(&faster, o);

   has_run = has_run || has;
   return has;
}

Bool selection_has_run(void)
{
   return faster.kind == PART_NOTHING || has_run;
}

Bool selection_with_callees(void)
{
   return faster.kind == PART_CALLEES;
}

Bool selection_begins_at(const Routine *r)
{
   Bool begins = selection_with_callees() && VG_STREQ(r->name, faster.name);

   has_run = has_run || begins;
   return begins;
}

Bool selection_is_scoped(void)
{
   return tool_options.binary_scope != NULL
          || tool_options.source_scope != NULL;
}

static Bool any(XArray *globs, const HChar *folder, const HChar *file)
{
   for (Word i = 0; i < VG_(sizeXA)(globs); i++)
      if (parts_file_fits(*(const HChar **)VG_(indexXA)(globs, i), folder,
                          file))
         return True;
   return False;
}

Bool selection_in_scope(const InsnOwner *o)
{
   const Routine *r = o->host;
   const HChar *folder, *file;
   UInt at;

   if (tool_options.binary_scope != NULL
       && (r == NULL || !any(tool_options.binary_scope, "", r->object->name)))
      return False;
   return tool_options.source_scope == NULL
          || (parts_source(o->insn, &folder, &file, &at)
              && any(tool_options.source_scope, folder, file));
}
