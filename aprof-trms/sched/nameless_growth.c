/* How code without a symbol grows: see nameless_growth.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sched/nameless_growth.h"
#include "symbols/code_objects.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_mallocfree.h"

typedef struct {
   const HChar *object;         /* without a folder */
   Addr start;                  /* in the object */
   double factor;
} Place;

static XArray *places;          /* NULL: there are none */

void nameless_growth_note(const HChar *object, const HChar *routine, double factor)
{
   const SizeT length = VG_(strlen)(object);
   Place p = { object, 0, factor };
   HChar *end;

   if (VG_(strncmp)(routine, object, length) != 0
       || VG_(strncmp)(routine + length, "+0x", 3) != 0)
      return;
   p.start = VG_(strtoull16)(routine + length + 1, &end);
   if (*end != '\0')
      return;
   if (places == NULL)
      places = VG_(newXA)(VG_(malloc), "aprof.nameless_growth", VG_(free),
                          sizeof(Place));
   VG_(addToXA)(places, &p);
}

/* One instruction after the other is asked for: what is between two routines is
   looked up once. */
double nameless_growth_at(Addr insn)
{
   static const CodeObject *object;
   static Addr first, past;
   static double factor;
   const CodeObject *of;
   Addr bias, at;

   if (places == NULL)
      return 1;
   of = code_objects_at(insn, &bias);
   at = insn - bias;
   if (of == object && at >= first && at < past)
      return factor;
   object = of;
   first = 0;
   past = ~(Addr)0;
   factor = 1;
   for (Word i = 0; i < VG_(sizeXA)(places); i++) {
      const Place *p = VG_(indexXA)(places, i);

      if (p->start < first || p->start >= past
          || !VG_STREQ(p->object, VG_(basename)(of->name)))
         continue;
      if (p->start > at)
         past = p->start;
      else {
         first = p->start;
         factor = p->factor;
      }
   }
   return factor;
}
