/* Names of routines that resolvers have chosen: see resolved_names.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "symbols/resolved_names.h"
#include "symbols/code_objects.h"

/* A version of a routine. */
typedef struct {
   ULong place;                 /* in the file */
   const HChar *name;           /* the best of its resolvers' names */
} Version;

static Version *find(const CodeObject *o, ULong place)
{
   for (Word i = 0; o->versions != NULL && i < VG_(sizeXA)(o->versions); i++) {
      Version *v = VG_(indexXA)(o->versions, i);
      if (v->place == place)
         return v;
   }
   return NULL;
}

const HChar *resolved_names_resolver(Addr code)
{
   ULong place;
   CodeObject *o = code_objects_mapped(code, &place);

   if (o == NULL)
      return NULL;
   if (o->ifuncs == NULL)
      o->ifuncs = ifuncs_read(o->name, o->build_id);
   return ifuncs_at(o->ifuncs, place);
}

HChar *resolved_names_of_resolver(Addr code)
{
   static const HChar behind[] = " (resolver)";
   const HChar *name = resolved_names_resolver(code);
   HChar *text = NULL;

   if (name != NULL) {
      text = VG_(malloc)("aprof.resolved_names.name",
                         VG_(strlen)(name) + sizeof behind);
      VG_(sprintf)(text, "%s%s", name, behind);
   }
   return text;
}

void resolved_names_returned(const HChar *name, Addr version)
{
   Version new = { 0, name }, *known;
   CodeObject *o = code_objects_mapped(version, &new.place);

   if (o == NULL)
      return;
   known = find(o, new.place);
   if (known != NULL) {
      if (ifuncs_prefer(name, known->name))
         known->name = name;
      return;
   }
   if (o->versions == NULL)
      o->versions = VG_(newXA)(VG_(malloc), "aprof.resolved_names", VG_(free),
                               sizeof new);
   VG_(addToXA)(o->versions, &new);
}

const HChar *resolved_names_at(Addr code)
{
   ULong place;
   const CodeObject *o = code_objects_mapped(code, &place);
   const Version *v = o == NULL ? NULL : find(o, place);

   return v == NULL ? NULL : v->name;
}
