/* The inlined calls that an instruction belongs to, by the debug information.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SYMBOLS_INLINE_LEVELS_H
#define SYMBOLS_INLINE_LEVELS_H

#include "symbols/code_objects.h"

/* A routine in which an instruction is, and the place there. */
typedef struct {
   HChar *text;                 /* what the other texts are parts of; NULL: they
                                   belong to the records */
   RecordedRoutine *routine;   /* NULL: only its names are known */
   const HChar *name, *base;    /* its name without scope, and that of its file
                                   without folder; "": not known */
   UInt line, column;           /* 0: not known */
} InlineLevel;

enum { INLINE_LEVELS = 64 };

/* May inlined calls in the code of the object be measured (--inline)? */
Bool inline_levels_are_wanted(const CodeObject *object);

/* Does an instruction belong to an inlined call? */
Bool inline_levels_has(Addr insn);

/* Describe an instruction: fill in INLINE_LEVELS levels at most, the innermost
   first and the host last, and return their number.  inline_levels_free frees
   their texts. */
UInt inline_levels_read(Addr insn, InlineLevel *levels);
void inline_levels_free(InlineLevel *levels, UInt n);

/* Return how deep the outermost inlined call lies that is entered at an
   instruction; 1: in the host alone; 0: none is, or that is not known. */
UInt inline_levels_entered(Addr insn);

/* Return which routine the debug information says begins at `entry`; NULL: it
   says nothing, or was not read. */
RecordedRoutine *inline_levels_routine(Addr entry);

/* The code of a range is gone. */
void inline_levels_discard(Addr start, SizeT length);

#endif
