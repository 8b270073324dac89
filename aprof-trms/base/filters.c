/* --include, --exclude and --toggle-collect: which routines are measured.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/filters.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_seqmatch.h"
#include "pub_tool_xarray.h"

typedef struct {
   const HChar *option;                     /* as the user has written it */
   Bool include;                            /* --include or --toggle-collect */
   Bool found;                              /* it has named a routine */
   enum { ROUTINE = 1, OBJECT = 2 } what;   /* a set of bits */
   const HChar *glob;
} Pattern;

/* In the order of the command line; NULL while there is none. */
static XArray *patterns;    /* of Pattern: --include and --exclude */
static XArray *toggles;     /* of Pattern: --toggle-collect */

static Bool starts_with(const HChar *text, const HChar *prefix)
{
   return VG_(strncmp)(text, prefix, VG_(strlen)(prefix)) == 0;
}

Bool filters_add(FilterKind kind, const HChar *option, const HChar *value)
{
   Pattern p = { option, kind != FILTER_EXCLUDE, False, ROUTINE | OBJECT,
                 value };
   XArray **list = kind == FILTER_TOGGLE ? &toggles : &patterns;

   if (starts_with(value, "fun:"))
      p.what = ROUTINE;
   else if (starts_with(value, "obj:"))
      p.what = OBJECT;
   if (p.what != (ROUTINE | OBJECT))
      p.glob += 4;
   if (p.glob[0] == '\0')
      return False;
   if (*list == NULL)
      *list = VG_(newXA)(VG_(malloc), "aprof.filters.patterns", VG_(free),
                         sizeof(Pattern));
   VG_(addToXA)(*list, &p);
   return True;
}

static Bool names(const Pattern *p, const HChar *routine, const HChar *object)
{
   if ((p->what & ROUTINE) && VG_(string_match)(p->glob, routine))
      return True;
   return (p->what & OBJECT)
          && (VG_(string_match)(p->glob, object)
              || VG_(string_match)(p->glob, VG_(basename)(object)));
}

static Bool matches(Pattern *p, const HChar *routine, const HChar *object)
{
   Bool match = names(p, routine, object);

   p->found = p->found || match;
   return match;
}

Bool ap_has_toggles(void)
{
   return toggles != NULL;
}

/* Every pattern is compared, so that `found` is right for each. */
Bool ap_is_toggle(const HChar *routine, const HChar *object)
{
   Bool any = False;

   for (Word i = 0; i < VG_(sizeXA)(toggles); i++)
      any = matches(VG_(indexXA)(toggles, i), routine, object) || any;
   return any;
}

Bool ap_is_selected(const HChar *routine, const HChar *object)
{
   Bool any_include = False, included = False, excluded = False;

   if (patterns == NULL)
      return True;
   for (Word i = 0; i < VG_(sizeXA)(patterns); i++) {
      Pattern *p = VG_(indexXA)(patterns, i);
      Bool match = matches(p, routine, object);
      if (p->include) {
         any_include = True;
         included = included || match;
      } else
         excluded = excluded || match;
   }
   return !excluded && (included || !any_include);
}

static void report_idle(XArray *list, void (*report)(const HChar *option))
{
   for (Word i = 0; list != NULL && i < VG_(sizeXA)(list); i++) {
      const Pattern *p = VG_(indexXA)(list, i);
      if (p->include && !p->found)
         report(p->option);
   }
}

void ap_each_idle_pattern(void (*report)(const HChar *option))
{
   report_idle(toggles, report);
   report_idle(patterns, report);
}
