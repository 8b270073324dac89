/* Inlined calls: which inlined routine an instruction belongs to.

   A compiler replaces calls by the code of the callee, and describes in the
   debug information which instructions came from where.  An *inlined call* is a
   routine's code at one place of its host, the routine whose symbol covers the
   code; inlined calls lie in each other as the calls of the source do.  Two
   calls are the same if they have the same path from the host: at each step the
   line and column of the call, and the callee (symbols/inlined_records.h).

   Where the tool can't read the debug information itself, Valgrind's reader
   tells lines and names only: two calls of a routine in one line are one
   inlined call, and so are calls of two lambdas.  Routines of one name and file
   are told apart by the lines of their loops.

   Only *selected* inlined calls become activations.  Which ones is decided for
   all calls of a routine at once, when the code of a host is read for the first
   time:

     --inline=own   routines of the program's own sources, of which an inlined
                    call has a loop, or that --include names
     --inline=all   all routines
     --inline=no    none; nothing is read

   Own sources do not lie in the folders of the system's headers and libraries,
   and an object in the system's folder for libraries has none.  --exclude takes
   routines out.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SYMBOLS_INLINED_H
#define SYMBOLS_INLINED_H

#include "symbols/routines.h"

typedef struct _InlinedCall InlinedCall;

/* A selected inlined call. */
struct _InlinedCall {
   const InlinedCall *parent;   /* the selected call it lies in; NULL: it lies
                                   in its host alone */
   UInt depth;                  /* number of selected calls around it, plus 1 */
   Routine *host;
   Routine *routine;            /* what its activations are recorded as */
   UInt level;                  /* number of inlined calls it lies in, selected
                                   or not, plus 1 */
   UInt line, column;           /* of the call, in the source of the routine
                                   that calls; 0: not known */
};

/* The code of a host. */
typedef struct _InlinedCode InlinedCode;

/* Return the code of the host whose symbol begins at `start`, or NULL if it has
   no selected inlined call.  It is valid until inlined_discard. */
const InlinedCode *inlined_code(Addr start);
/* Return the host. */
Routine *inlined_host(const InlinedCode *code);
/* Return the innermost selected inlined call that the instruction at `insn`
   belongs to, or NULL: it is the host's own, or lies outside of the code. */
const InlinedCall *inlined_call_at(const InlinedCode *code, Addr insn);

/* Is the instruction in the code? */
Bool inlined_has(const InlinedCode *code, Addr insn);
/* Has the code jumps to addresses that are not in the instruction? */
Bool inlined_has_indirect(const InlinedCode *code);

/* Is the instruction, which belongs to the call, in an end of the call that
   other code leads to, too, so that the call does not begin there
   (symbols/merged_ends.h)? */
Bool inlined_is_merged_end(const InlinedCode *code, Addr insn,
                           const InlinedCall *call);

/* List the calls, NULL among them, that the instructions before `insn` belong
   to: those that may be executed directly before it.  Return their number, at
   most INLINED_BEFORE, or 0: not all of them are known. */
enum { INLINED_BEFORE = 4 };
UInt inlined_calls_before(const InlinedCode *code, Addr insn,
                          const InlinedCall **calls);

/* The instruction at the entry of a routine may be that of an inlined call.
   Return the first instruction behind the entry that is not, so that its source
   file is the routine's; or the entry, if there is none nearby. */
Addr inlined_first_of_host(Addr entry);

/* Return the lines of the routine's own instructions, from its entry on. */
SourceLines inlined_lines_of_host(Addr entry);

/* Does `inner` lie in `outer`, or are they the same?  NULL is the host. */
static inline Bool inlined_is_in(const InlinedCall *inner,
                                 const InlinedCall *outer)
{
   UInt depth = outer == NULL ? 0 : outer->depth;

   while (inner != NULL && inner->depth > depth)
      inner = inner->parent;
   return inner == outer;
}

/* Return the call in which both lie. */
static inline const InlinedCall *inlined_common(const InlinedCall *a,
                                                const InlinedCall *b)
{
   while (!inlined_is_in(b, a))
      a = a->parent;
   return a;
}

/* Return the call that the instruction belongs to, or a call in it that all
   ways from there lead into, after a few jumps at most.  (Between the blocks of
   a call stand blocks that only move registers, and belong to its host.) */
const InlinedCall *inlined_call_ahead(const InlinedCode *code, Addr insn);

/* Return the routine that an instruction belongs to: that of the innermost
   selected inlined call or the host.  *line: the line of the instruction, or of
   the call that it is a part of, in the source of that routine; 0: not
   known. */
Routine *inlined_line_at(Addr insn, UInt *line);

/* Does the instruction belong to an inlined call of a routine of that name that
   lies in `call`, the innermost selected call of the instruction, or is it?
   NULL: in the host. */
Bool inlined_is_part_of(Addr insn, const InlinedCall *call, const HChar *name);

/* The code in this range is discarded. */
void inlined_discard(Addr start, SizeT length);

#endif
