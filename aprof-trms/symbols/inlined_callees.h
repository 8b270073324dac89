/* The routines of which there are inlined calls.

   Where the debug information is read by the tool itself, each is one record.
   Where only names are known, there is one for each name and file, and twins of
   it where their lines show that there are several: methods of two classes,
   lambdas.  Where not even names are known, each inlined call has one of its
   own.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SYMBOLS_INLINED_CALLEES_H
#define SYMBOLS_INLINED_CALLEES_H

#include "symbols/routine.h"

/* What is known of the code of one inlined call, or of all of a routine. */
typedef struct {
   SourceLines lines;           /* of the instructions */
   Bool has_loop;
   Bool has_own_loop;           /* the loop is in no call in this one, and both
                                   ends of its jump are in this one */
} InlinedShape;

typedef struct _InlinedCallee {
   struct _InlinedCallee *next;   /* in its list */
   struct _InlinedCallee *twin;   /* of the same name and file */
   CodeObject *object;
   RecordedRoutine *source;     /* NULL: only its name is known */
   const HChar *name, *base;    /* base: of the file's name */
   HChar *file;                 /* with its folder; NULL: not known */
   InlinedShape shape;
   Bool is_examined;            /* is_allocator is set */
   Bool is_allocator;           /* or a collector, by its name */
   Bool is_unnamed;             /* it is one call, whose name is not known */
   Addr at;                     /* of that call: as in Routine.unnamed_at and */
   UInt level;                  /* unnamed_level */
   UInt selected_at;            /* by the code of which host, counted from 1; 0:
                                   it is not selected */
   Routine *routine;            /* NULL until it is selected */
} InlinedCallee;

/* Return the callee of this source, or of this name and file; it is made if
   there is none.  Callees live as long as the tool. */
InlinedCallee *inlined_callees_of(CodeObject *object, RecordedRoutine *source,
                                  const HChar *name, const HChar *base);

/* Return the callee of a call that has the name and the file of `first`: that
   or one of its twins.  The shape of the call is added to that of the callee.
   Where only names are known, calls with loops of their own come first. */
InlinedCallee *inlined_callees_add(InlinedCallee *first,
                                   const InlinedShape *call);

/* Return the callee of a call without a name at this address of its object,
   which lies in level - 1 others: OBJECT+0xOFFSET.LEVEL.  of_file: what has the
   same object and file. */
InlinedCallee *inlined_callees_unnamed(const InlinedCallee *of_file, Addr at,
                                       UInt level, const InlinedShape *call);

#endif
