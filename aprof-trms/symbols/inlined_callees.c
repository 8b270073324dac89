/* The routines of which there are inlined calls: see
   symbols/inlined_callees.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "symbols/inlined_callees.h"
#include "pub_tool_libcfile.h"

enum { CALLEE_LISTS = 16384 };

static InlinedCallee *callees[CALLEE_LISTS];

/* A source has one name and one file. */
static UInt hash_of(const RecordedRoutine *source, const HChar *name,
                    const HChar *base)
{
   UInt h = 0;

   if (source != NULL)
      return ((UWord)source >> 4) % CALLEE_LISTS;
   while (*name != '\0')
      h = 31 * h + (UChar)*name++;
   while (*base != '\0')
      h = 31 * h + (UChar)*base++;
   return (h ^ h >> 15) % CALLEE_LISTS;
}

InlinedCallee *inlined_callees_of(CodeObject *object, RecordedRoutine *source,
                                  const HChar *name, const HChar *base)
{
   InlinedCallee **list = &callees[hash_of(source, name, base)], *f;

   for (f = *list; f != NULL; f = f->next)
      if (f->object == object && f->source == source
          && (source != NULL
              || (VG_STREQ(f->name, name) && VG_STREQ(f->base, base))))
         return f;
   f = VG_(calloc)("aprof.inlined.callee", 1, sizeof *f);
   f->object = object;
   f->source = source;
   f->name = source != NULL ? source->name
             : VG_(strdup)("aprof.inlined.callee", name);
   f->base = source != NULL ? source->base
             : VG_(strdup)("aprof.inlined.callee", base);
   f->next = *list;
   return *list = f;
}

static UInt distance(const InlinedCallee *f, const InlinedShape *call)
{
   return source_lines_distance(&f->shape.lines, &call->lines);
}

/* Return the callee of the name and file whose lines are nearest to those of
   the call; of several, one with a loop, and then the first in the source. */
static InlinedCallee *nearest(InlinedCallee *f, const InlinedShape *call)
{
   InlinedCallee *best = f;

   for (f = f->twin; f != NULL; f = f->twin) {
      const InlinedShape *a = &f->shape, *b = &best->shape;
      UInt here = distance(f, call), least = distance(best, call);
      if (here < least
          || (here == least
              && (a->has_own_loop != b->has_own_loop
                  ? a->has_own_loop : a->lines.first < b->lines.first)))
         best = f;
   }
   return best;
}

/* Does the call share lines with several callees of its name and file?  Then it
   is two calls in one line, of different routines. */
static Bool is_mixed(const InlinedCallee *f, const InlinedShape *call)
{
   UInt shared = 0;

   for (; f != NULL; f = f->twin)
      shared += distance(f, call) == 0;
   return shared > 1;
}

static InlinedCallee *new_twin(InlinedCallee *f)
{
   InlinedCallee *twin = VG_(malloc)("aprof.inlined.callee", sizeof *twin);

   *twin = (InlinedCallee){ .twin = f->twin, .object = f->object,
                            .name = f->name, .base = f->base,
                            .file = f->file };
   return f->twin = twin;
}

static void add_lines(InlinedCallee *f, const InlinedShape *call)
{
   source_lines_add(&f->shape.lines, call->lines.first);
   source_lines_add(&f->shape.lines, call->lines.last);
}

/* Where only names are known: two calls of a routine that both have a loop of
   their own share lines, or one's lines lie between those of the other.  So a
   call with a loop and other lines is of another routine.  A call without a
   loop may be what its arguments have left of a routine, wherever that is. */
InlinedCallee *inlined_callees_add(InlinedCallee *first,
                                   const InlinedShape *call)
{
   InlinedCallee *f = nearest(first, call);
   Bool has_mixed_lines = is_mixed(first, call);

   if (f->source == NULL && call->has_own_loop && f->shape.has_own_loop
       && distance(f, call) > 0)
      f = new_twin(f);
   f->shape.has_loop |= call->has_loop;
   f->shape.has_own_loop |= call->has_own_loop;
   if (!has_mixed_lines)
      add_lines(f, call);
   return f;
}

/* Which calls are of one routine is not known without names: the command adds
   up what has one name in the end.  The address is the object's: the name is
   the same when the code of the host is read again. */
InlinedCallee *inlined_callees_unnamed(const InlinedCallee *of_file, Addr at,
                                       UInt level, const InlinedShape *call)
{
   const HChar *base = VG_(basename)(of_file->object->name);
   HChar *name = VG_(malloc)("aprof.inlined.unnamed", VG_(strlen)(base) + 32);
   InlinedCallee *f;

   VG_(sprintf)(name, "%s+0x%lx.%u", base, at, level);
   f = inlined_callees_of(of_file->object, NULL, name, of_file->base);
   VG_(free)(name);
   f->is_unnamed = True;
   f->file = of_file->file;
   f->at = at;
   f->level = level;
   f->shape.has_loop |= call->has_loop;
   add_lines(f, call);
   return f;
}
