/* Parts of a program: see parts.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sched/parts.h"
#include "base/options.h"
#include "base/plain_name.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_seqmatch.h"
#include "pub_tool_xarray.h"

static Part *measured;        /* of --part */
static UInt count;

static Bool cut_line(Part *p)
{
   HChar *colon = VG_(strrchr)(p->name, ':'), *end;

   if (colon == NULL || colon == p->name || !VG_(isdigit)(colon[1]))
      return False;
   p->line = VG_(strtoull10)(colon + 1, &end);
   if (*end != '\0')
      return False;
   *colon = '\0';
   return True;
}

Part parts_parse(const HChar *text)
{
   Part p = { .name = VG_(strdup)("aprof.parts.name", text) };
   SizeT n = VG_(strlen)(text);

   if (VG_(strncmp)(text, "file:", 5) == 0) {
      p.kind = PART_SOURCE;
      p.name += 5;
      return p;
   }
   if (VG_(strncmp)(text, "object:", 7) == 0) {
      p.kind = PART_OBJECT;
      p.name += 7;
      return p;
   }
   if (cut_line(&p)) {
      p.kind = PART_LINE;
      return p;
   }
   p.kind = PART_ROUTINE;
   if (n > 1 && text[n - 1] == '+') {
      p.kind = PART_CALLEES;
      p.name[n - 1] = '\0';
   }
   p.plain = VG_(malloc)("aprof.parts.plain", n + 1);
   plain_name_get(p.plain, p.name, True);
   return p;
}

Bool parts_source(Addr insn, const HChar **folder, const HChar **file,
                  UInt *line)
{
   return VG_(get_filename_linenum)(VG_(current_DiEpoch)(), insn, file, folder,
                                    line);
}

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

Bool parts_file_fits(const HChar *glob, const HChar *folder,
                     const HChar *file)
{
   HChar path[VG_(strlen)(folder) + VG_(strlen)(file) + 2];

   VG_(sprintf)(path, "%s%s%s", folder, folder[0] == '\0' ? "" : "/", file);
   return fits(glob, path);
}

/* The name of a routine that exists only inlined may be a plain one. */
static Bool is_routine(const Part *p, const InsnOwner *o)
{
   const Routine *r = owners_routine(o);

   return (r != NULL && VG_STREQ(r->name, p->name))
          || (o->call != NULL && VG_STREQ(r->name, p->plain))
          || inlined_is_part_of(o->insn, o->call, p->plain);
}

Bool parts_has(const Part *p, const InsnOwner *o)
{
   const HChar *folder, *file;
   UInt at;

   switch (p->kind) {
   case PART_ROUTINE:
      return is_routine(p, o);
   case PART_CALLEES:
      return inlined_is_part_of(o->insn, NULL, p->plain);
   case PART_LINE:
      return parts_source(o->insn, &folder, &file, &at) && at == p->line
             && parts_file_fits(p->name, folder, file);
   case PART_SOURCE:
      return parts_source(o->insn, &folder, &file, &at)
             && parts_file_fits(p->name, folder, file);
   case PART_OBJECT:
      return fits(p->name, owners_object(o));
   default:
      return False;
   }
}

void parts_init(void)
{
   XArray *list = tool_options.parts;

   count = list == NULL ? 0 : VG_(sizeXA)(list);
   if (count > 0)
      measured = VG_(calloc)("aprof.parts", count, sizeof *measured);
   for (UInt i = 0; i < count; i++)
      measured[i] = parts_parse(*(const HChar **)VG_(indexXA)(list, i));
}

ULong parts_of(const InsnOwner *o)
{
   ULong set = 0;

   for (UInt i = 0; i < count; i++)
      if (parts_has(&measured[i], o))
         set |= (ULong)1 << i;
   return set;
}
