/* How long an instruction takes: see weights.h.

   A file of weights has a routine a line: object, routine, and nanoseconds per
   instruction, separated by tabs.  An empty object, or one without a folder,
   stands for all of that name.  Lines that begin with # are comments.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sched/weights.h"
#include "base/options.h"
#include "sched/clocks.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_xarray.h"

typedef struct {
   const HChar *object, *routine;
   ULong units;
} Weight;

static XArray *weights;       /* NULL: there are none */

enum { LARGEST_FILE = 16 << 20, MOST_NS = 1000000 };

/* Return the contents of the file, which stay, or NULL. */
static HChar *contents(const HChar *name)
{
   SysRes file = VG_(open)(name, VKI_O_RDONLY, 0);
   struct vg_stat st;
   HChar *text = NULL;
   Int n;

   if (sr_isError(file))
      return NULL;
   if (VG_(fstat)(sr_Res(file), &st) == 0 && st.size <= LARGEST_FILE) {
      text = VG_(malloc)("aprof.weights.text", st.size + 1);
      n = VG_(read)(sr_Res(file), text, st.size);
      text[n < 0 ? 0 : n] = '\0';
   }
   VG_(close)(sr_Res(file));
   return text;
}

/* Return the text up to the next separator, which is cut off, and advance. */
static HChar *cut(HChar **rest, HChar separator)
{
   HChar *start = *rest, *end = VG_(strchr)(start, separator);

   if (end != NULL)
      *end++ = '\0';
   *rest = end;
   return start;
}

static Bool add_weight(HChar *line)
{
   Weight w = { cut(&line, '\t'), NULL, 0 };
   HChar *number, *end;
   double ns;

   if (line == NULL)
      return False;
   w.routine = cut(&line, '\t');
   if (line == NULL)
      return False;
   number = cut(&line, '\t');
   if (line != NULL || !(VG_(isdigit)(number[0]) || number[0] == '.'))
      return False;
   ns = VG_(strtod)(number, &end);
   if (*end != '\0' || !(ns >= 0 && ns <= MOST_NS))
      return False;
   w.units = ns * tool_options.instr_per_ns * CLOCKS_UNITS + 0.5;
   VG_(addToXA)(weights, &w);
   return True;
}

static HChar *complaint(const HChar *what, UInt line)
{
   const HChar *name = tool_options.weights;
   HChar *text = VG_(malloc)("aprof.weights.complaint",
                             VG_(strlen)(name) + VG_(strlen)(what) + 32);

   if (line > 0)
      VG_(sprintf)(text, "%s:%u: %s", name, line, what);
   else
      VG_(sprintf)(text, "%s: %s", name, what);
   return text;
}

HChar *weights_read(void)
{
   HChar *rest;

   if (tool_options.weights == NULL)
      return NULL;
   rest = contents(tool_options.weights);
   if (rest == NULL)
      return complaint("the file of weights can't be read", 0);
   weights = VG_(newXA)(VG_(malloc), "aprof.weights", VG_(free),
                        sizeof(Weight));
   for (UInt line = 1; rest != NULL; line++) {
      HChar *text = cut(&rest, '\n');
      if (text[0] != '\0' && text[0] != '#' && !add_weight(text))
         return complaint("not object, routine and nanoseconds, separated by "
                          "tabs", line);
   }
   return NULL;
}

static Bool names(const Weight *w, const Routine *r)
{
   return VG_STREQ(w->routine, r->name)
          && (w->object[0] == '\0' || VG_STREQ(w->object, r->object->name)
              || VG_STREQ(w->object, VG_(basename)(r->object->name)));
}

ULong weights_of(const Routine *r)
{
   ULong units = CLOCKS_UNITS;

   if (r == NULL)
      return units;
   for (Word i = 0; weights != NULL && i < VG_(sizeXA)(weights); i++) {
      const Weight *w = VG_(indexXA)(weights, i);
      if (names(w, r)) {
         units = w->units;
         break;
      }
   }
   return units;
}

Bool weights_differ(void)
{
   return weights != NULL || tool_options.what_if != NULL;
}
