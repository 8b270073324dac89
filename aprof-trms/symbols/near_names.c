/* Names that are near to a mistyped pattern.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "symbols/near_names.h"
#include "base/plain_name.h"
#include "symbols/routines.h"
#include "text/edits.h"

/* Names that are returned; bytes of a name that are compared. */
enum { NEAREST = 3, LONGEST = EDITS_LONGEST };

typedef struct {
   UInt distance;
   HChar *name;      /* NULL: the place is free */
} Near;

/* Copy a pattern without its wildcards, up to LONGEST bytes. */
static void copy_sought(HChar *to, const HChar *glob)
{
   UInt n = 0;

   for (; *glob != '\0' && n < LONGEST; glob++)
      if (*glob != '*' && *glob != '?')
         to[n++] = *glob;
   to[n] = '\0';
}

/* Return the distance of two names; of one that is not compared as a whole it is
   beyond all. */
static UInt edits(const HChar *sought, const HChar *name)
{
   return VG_(strlen)(name) > LONGEST ? ~0u : edits_between(sought, name);
}

/* Return the distance of a name: of the whole, or of its last part behind a
   scope; a name that holds what is sought comes behind those.  ~0: it is not
   near. */
static UInt distance(const HChar *sought, const HChar *name)
{
   const UInt n = VG_(strlen)(sought);
   UInt least = edits(sought, name);

   for (const HChar *p = name; (p = VG_(strstr)(p, "::")) != NULL; ) {
      UInt d = edits(sought, p += 2);
      if (d < least)
         least = d;
   }
   if (edits_are_few(least, n))
      return least;
   return n >= 3 && VG_(strcasestr)(name, sought) != NULL
          ? LONGEST + VG_(strlen)(name) : ~0u;
}

/* Put a name, which is copied, in its place among the nearest. */
static void insert(Near *list, UInt d, const HChar *name)
{
   UInt at = 0;

   while (at < NEAREST && list[at].name != NULL && list[at].distance <= d) {
      if (VG_STREQ(list[at].name, name))
         return;
      at++;
   }
   if (at == NEAREST)
      return;
   VG_(free)(list[NEAREST - 1].name);
   for (UInt i = NEAREST - 1; i > at; i--)
      list[i] = list[i - 1];
   list[at] = (Near){ d, VG_(strdup)("aprof.near_names", name) };
}

HChar *near_names_of(const HChar *glob)
{
   Near list[NEAREST] = { { 0, NULL } };
   HChar sought[LONGEST + 1], *text;
   SizeT length = 1;

   copy_sought(sought, glob);
   for (UInt i = 0; i < routines_count(); i++) {
      const HChar *name = routines_get(i)->name;
      HChar *plain = VG_(malloc)("aprof.near_names", VG_(strlen)(name) + 1);
      UInt d;

      plain_name_get(plain, name, plain_name_holds_bracket(glob));
      d = distance(sought, plain);
      if (d != ~0u)
         insert(list, d, plain);
      VG_(free)(plain);
   }
   for (UInt i = 0; i < NEAREST && list[i].name != NULL; i++)
      length += VG_(strlen)(list[i].name) + 2;
   text = VG_(calloc)("aprof.near_names", length, 1);
   for (UInt i = 0; i < NEAREST && list[i].name != NULL; i++) {
      if (i > 0)
         VG_(strcat)(text, ", ");
      VG_(strcat)(text, list[i].name);
      VG_(free)(list[i].name);
   }
   return text;
}
