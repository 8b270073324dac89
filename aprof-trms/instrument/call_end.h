/* Calls at the end of a superblock: each becomes a call of a helper
   (helpers/calls.h), with what is known about the call when the code is
   translated; and where the call is in the source is noted.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef CALL_END_H
#define CALL_END_H

#include "instrument/inline_plan.h"
#include "ir/emit.h"

typedef struct {
   Emit *e;
   const IRSB *in;              /* the superblock */
   Addr insn;                   /* its last instruction */
   UInt length;                 /* in bytes */
   InlinePlan *plan;            /* of its inlined calls, or NULL */
   Routine *entered;            /* the latest routine whose entry is in it, or
                                   NULL */
} CallEnd;

/* Does a superblock end with a jump to a constant address?  Then it is in
   *target. */
Bool call_end_target(const IRSB *sb, Addr *target);

/* The superblock ends with a call: emit the call of its helper. */
void call_end_emit(const CallEnd *c);

/* The superblock ends with a jump, which may lead to another routine: note where
   in the source it is, as if it were a call. */
void call_end_note_jump(const CallEnd *c);

#endif
