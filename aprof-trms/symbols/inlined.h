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
   time (symbols/inlined_selection.h).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SYMBOLS_INLINED_H
#define SYMBOLS_INLINED_H

#include "symbols/inlined_call.h"
#include "symbols/routines.h"

/* Call this before any code is looked at, and after the options. */
void inlined_init(void);

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

/* Is the host the rest of a routine (f.part.N)?  Its code belongs to the
   routine that jumps there, and so its inlined calls lie in that routine, or in
   an inlined call of it.  (In f.part.N.cold calls go on that were open in
   f.part.N.) */
Bool inlined_is_rest(const InlinedCode *code);

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

/* Return the call that the instruction belongs to, or a call in it that all
   ways from there lead into, after a few jumps at most.  (Between the blocks of
   a call stand blocks that only move registers, and belong to its host.) */
const InlinedCall *inlined_call_ahead(const InlinedCode *code, Addr insn);

/* ... of what code goes on to.  A call that begins there is not the one that is
   open, so that the call around it is returned. */
const InlinedCall *inlined_call_next(const InlinedCode *code, Addr insn);

/* Return the routine that an instruction belongs to: that of the innermost
   selected inlined call or the host.  *line: the line of the instruction, or of
   the call that it is a part of, in the source of that routine; 0: not
   known. */
Routine *inlined_line_at(Addr insn, UInt *line);

/* Return the innermost selected inlined call that a call instruction, or a jump
   without a condition, belongs to; NULL: it is the host's own.  *is_part: it is a
   part of a call that is inlined there without being selected; then *line is the
   line of that one, or 0.  `behind`: the address behind the instruction.  (This
   is known since the code was read, and costs less than inlined_line_at.  With
   --inline=no it is never a part of a call.) */
const InlinedCall *inlined_call_before(Addr behind, Bool *is_part, UInt *line);

/* Does the instruction belong to an inlined call of a routine of that name that
   lies in `call`, the innermost selected call of the instruction, or is it?
   NULL: in the host. */
Bool inlined_is_part_of(Addr insn, const InlinedCall *call, const HChar *name);

/* The code in this range is discarded. */
void inlined_discard(Addr start, SizeT length);

#endif
