/* The names of routines in symbols and in the debug information.

   A symbol's name has a scope, parameters, perhaps a result type, and the
   suffix of a clone: "int scope::find<int>(int const*) [clone .isra.0]".  An
   inlined routine has the bare name only: "find<int>".

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef ELF_SOURCE_NAMES_H
#define ELF_SOURCE_NAMES_H

#include "base/base.h"

/* Return the length of "operator" and a sign, which may be a bracket, at the
   beginning of the text; 0: it does not begin so. */
SizeT source_names_operator(const HChar *text);

/* Find the bare name in the name of a symbol, demangled or not: set its first
   byte and its length. */
const HChar *source_names_bare(const HChar *symbol, SizeT *length);

/* Is this the name, demangled or not, of the rest of a routine whose head the
   compiler inlines: f.part.N (gcc) or f.N.extracted (clang)? */
Bool source_names_is_rest(const HChar *symbol);
/* Is this the name of any part of another routine: also f.cold or f.cold.N? */
Bool source_names_is_part(const HChar *symbol);

/* Do a symbol and an inlined routine of the bare name `name` have one source?
   Their files are compared without folders. */
Bool source_names_same(const HChar *symbol, const HChar *symbol_file,
                       const HChar *name, const HChar *file);

/* The lines of a source file from the first to the last; 0: not known. */
typedef struct {
   UInt first, last;
} SourceLines;

/* Add a line; 0 is none. */
static inline void source_lines_add(SourceLines *l, UInt line)
{
   if (line == 0)
      return;
   if (l->first == 0 || line < l->first)
      l->first = line;
   if (line > l->last)
      l->last = line;
}

/* Return the number of lines from one to the other; 0: they share lines, or are
   not known. */
static inline UInt source_lines_distance(const SourceLines *a,
                                         const SourceLines *b)
{
   if (a->first == 0 || b->first == 0)
      return 0;
   return a->first > b->last ? a->first - b->last
          : b->first > a->last ? b->first - a->last : 0;
}

#endif
