/* Ends of inlined calls that other code leads to, too.

   If the source ends two calls in the same way, then the compiler may keep one
   copy of the instructions.  By the debug information they belong to one of the
   calls, though control comes to them from elsewhere as well: no call begins
   there.  So a block, and those that follow it in the call, are such an end if

   - code outside of the call leads to the block;
   - the call begins elsewhere: there is another block to which code outside of
     it leads, and a way from there to this one in the call, and in calls beside
     it;
   - the block leads to no loop of the call, and only to few blocks.  (A call
     may also begin in its middle, if the compiler knows before how its first
     tests end.  But then a loop follows, as a rule.)

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SYMBOLS_MERGED_ENDS_H
#define SYMBOLS_MERGED_ENDS_H

#include "symbols/code_flow.h"
#include "symbols/inlined_call.h"

/* A block in which a call, and calls in it, do not begin. */
typedef struct {
   Word block;                  /* its index */
   const InlinedCall *call;
} MergedEnd;

/* Return a new list of all of them in a host's code, ascending by `block`;
   NULL: there is none.  call_at tells the innermost selected call of an
   instruction. */
XArray *merged_ends_find(const CodeFlow *flow,
                         const InlinedCall *(*call_at)(Addr insn, void *opaque),
                         void *opaque);

/* Is the instruction in a block in which the call does not begin? */
Bool merged_ends_have(XArray *ends, const CodeFlow *flow, Addr insn,
                      const InlinedCall *call);

#endif
