/* How long an instruction takes: see weights.h.

   A file of weights has a routine a line: object, routine, and nanoseconds per
   instruction, separated by tabs.  An empty object, or one without a folder,
   stands for all of that name.  Object [kernel] stands for system calls: then
   the nanoseconds are those of a call that is charged to the routine
   (sched/callers.h); routine (all) is any other one.  Lines that begin with #
   are comments.  A file of growth has factors in place of nanoseconds.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sched/weights.h"
#include "base/options.h"
#include "sched/callers.h"
#include "sched/clocks.h"
#include "sched/nameless_growth.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_xarray.h"

typedef struct {
   const HChar *object, *routine;
   double value;
} Weight;

/* The lines of a file. */
typedef struct {
   const HChar *name;
   const HChar *wanted;       /* what a line has */
   XArray *lines;             /* NULL: there is no file */
   XArray *calls;             /* the lines that are about system calls */
} WeightFile;

static WeightFile weights = { .wanted = "object, routine and nanoseconds" };
static WeightFile growths = { .wanted = "object, routine and factor" };

enum { LARGEST_FILE = 16 << 20, MOST = 1000000 };

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

static Bool add_weight(WeightFile *f, HChar *line)
{
   Weight w = { cut(&line, '\t'), NULL, 0 };
   HChar *number, *end;

   if (line == NULL)
      return False;
   w.routine = cut(&line, '\t');
   if (line == NULL)
      return False;
   number = cut(&line, '\t');
   if (line != NULL || !(VG_(isdigit)(number[0]) || number[0] == '.'))
      return False;
   w.value = VG_(strtod)(number, &end);
   if (*end != '\0' || !(w.value >= 0 && w.value <= MOST))
      return False;
   VG_(addToXA)(VG_STREQ(w.object, "[kernel]") ? f->calls : f->lines, &w);
   if (f == &growths)
      nameless_growth_note(w.object, w.routine, w.value);
   return True;
}

static HChar *complaint(const HChar *name, const HChar *what, UInt line)
{
   HChar *text = VG_(malloc)("aprof.weights.complaint",
                             VG_(strlen)(name) + VG_(strlen)(what) + 64);

   if (line > 0)
      VG_(sprintf)(text, "%s:%u: not %s, separated by tabs", name, line, what);
   else
      VG_(sprintf)(text, "%s: %s", name, what);
   return text;
}

static HChar *read_file(WeightFile *f, const HChar *name)
{
   HChar *rest;

   f->name = name;
   if (name == NULL)
      return NULL;
   rest = contents(name);
   if (rest == NULL)
      return complaint(name, "this file can't be read", 0);
   f->lines = VG_(newXA)(VG_(malloc), "aprof.weights", VG_(free),
                         sizeof(Weight));
   f->calls = VG_(newXA)(VG_(malloc), "aprof.weights.calls", VG_(free),
                         sizeof(Weight));
   for (UInt line = 1; rest != NULL; line++) {
      HChar *text = cut(&rest, '\n');
      if (text[0] != '\0' && text[0] != '#' && !add_weight(f, text))
         return complaint(name, f->wanted, line);
   }
   return NULL;
}

HChar *weights_read(void)
{
   HChar *wrong = read_file(&weights, tool_options.weights);

   return wrong != NULL ? wrong : read_file(&growths, tool_options.growth);
}

static Bool names(const Weight *w, const Routine *r)
{
   return VG_STREQ(w->routine, r->name)
          && (w->object[0] == '\0' || VG_STREQ(w->object, r->object->name)
              || VG_STREQ(w->object, VG_(basename)(r->object->name)));
}

/* Return the line of the file that names the routine, or NULL. */
static const Weight *line_of(const WeightFile *f, const Routine *r)
{
   for (Word i = 0; f->lines != NULL && i < VG_(sizeXA)(f->lines); i++) {
      const Weight *w = VG_(indexXA)(f->lines, i);
      if (names(w, r))
         return w;
   }
   return NULL;
}

/* Return the value that the file has for the innermost routine that it names,
   or another one. */
static double value_of(const WeightFile *f, const InsnOwner *o, double other)
{
   const Weight *w = NULL;

   for (const InlinedCall *c = o->call; c != NULL && w == NULL; c = c->parent)
      w = line_of(f, c->routine->home);
   if (w == NULL)
      w = line_of(f, o->host);
   return w == NULL ? other : w->value;
}

/* The profile's routines without symbols begin where calls went, and not always
   where frame descriptions do. */
static double growth_of(const InsnOwner *o)
{
   return o->host->has_symbol ? value_of(&growths, o, 1)
                              : nameless_growth_at(o->insn);
}

static ULong find(const InsnOwner *o)
{
   double ns = 1.0 / tool_options.instr_per_ns, units;

   units = value_of(&weights, o, ns) * growth_of(o) / ns * CLOCKS_UNITS;
   return (ULong)(units + 0.5);
}

/* Have both instructions the same values?  Most often the owner is the same as the
   last one.  Routines, and inlined calls of them, are never freed. */
static Bool is_alike(const InsnOwner *o, const InsnOwner *last)
{
   return o->host == last->host && o->call == last->call
          && (o->host->has_symbol || !weights_grow());
}

ULong weights_of(const InsnOwner *o)
{
   static InsnOwner last;
   static ULong units;

   if (o->host == NULL)
      return (ULong)(nameless_growth_at(o->insn) * CLOCKS_UNITS + 0.5);
   if (!is_alike(o, &last))
      units = find(o);
   last = *o;
   return units;
}

/* As weights_of, it is asked for one instruction after the other. */
double weights_growth_of(const InsnOwner *o)
{
   static InsnOwner last;
   static double factor;

   if (o->host == NULL)
      return nameless_growth_at(o->insn);
   if (!is_alike(o, &last))
      factor = growth_of(o);
   last = *o;
   return factor;
}

Bool weights_grows_itself(const InsnOwner *o)
{
   static const Routine *last;
   static Bool named;
   const Routine *r = owners_routine(o);

   if (r != NULL && r != last)
      named = line_of(&growths, r) != NULL;
   last = r;
   return r != NULL && named;
}

Bool weights_grow(void)
{
   return growths.lines != NULL;
}

/* Return the nanoseconds of a call that the routine makes, or -1. */
static double call_of(const HChar *routine)
{
   for (Word i = 0; i < VG_(sizeXA)(weights.calls); i++) {
      const Weight *w = VG_(indexXA)(weights.calls, i);
      if (VG_STREQ(w->routine, routine))
         return w->value;
   }
   return -1;
}

static ULong find_call(const InsnOwner *o)
{
   double ns = -1;

   for (const InlinedCall *c = o->call; c != NULL && ns < 0; c = c->parent)
      ns = call_of(c->routine->home->name);
   if (ns < 0 && o->host != NULL)
      ns = call_of(o->host->name);
   if (ns < 0)
      ns = call_of("(all)");
   return ns < 0 ? 0 : (ULong)(ns * tool_options.instr_per_ns * CLOCKS_UNITS
                               + 0.5);
}

ULong weights_of_call(ThreadId tid, Addr insn)
{
   static InsnOwner last;
   static ULong units;
   InsnOwner o;

   if (weights.calls == NULL || VG_(sizeXA)(weights.calls) == 0)
      return 0;
   o = owners_of(callers_charged(tid, insn));
   if (o.host == NULL || o.host != last.host || o.call != last.call)
      units = find_call(&o);
   last = o;
   return units;
}

Bool weights_differ(void)
{
   return weights.lines != NULL || growths.lines != NULL
          || tool_options.what_if != NULL;
}
