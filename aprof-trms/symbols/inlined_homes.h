/* A routine of the source may exist several times: out of line, and once for
   each inlined call of it.  This finds what belongs together: the routine that
   all of them are recorded as, their *home*.

   What the debug information says of both decides, where it is known; else bare
   name, source file, and lines of the source that are not apart.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SYMBOLS_INLINED_HOMES_H
#define SYMBOLS_INLINED_HOMES_H

#include "symbols/routine.h"

/* What is known of a routine of which there are inlined calls. */
typedef struct {
   CodeObject *object;          /* of the code of the calls */
   RecordedRoutine *record;     /* NULL: name and file are all that is known */
   const HChar *name, *file;    /* the name without scope and parameters */
   const SourceLines *lines;    /* of its instructions, as far as they are
                                   known; they stay where they are */
} InlinedSource;

/* A routine out of line is new.  If there are inlined calls of it already, then
   their home is its home from now on, and has its identity.  Return True in
   this case. */
Bool inlined_homes_see(Routine *r);

/* Return the home of inlined calls, or the routine out of line that is to be
   it; NULL: there is none.  *has_twin: there is one of the same name and file
   in other lines. */
Routine *inlined_homes_find(const InlinedSource *s, Bool *has_twin);

/* The routine is the home of inlined calls, and not out of line. */
void inlined_homes_add(const InlinedSource *s, Routine *r, Bool has_twin);

/* Return the name of the home: the whole one, if it is known. */
const HChar *inlined_homes_name(const InlinedSource *s);

/* Give the homes that have the name and file of others names of their own:
   NAME@FILE:LINE.  (A whole name is one.) */
void inlined_homes_name_twins(void);

#endif
