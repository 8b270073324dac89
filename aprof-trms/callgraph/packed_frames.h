/* The lower frames of a very deep shadow stack, packed.

   A recursion leaves frames that differ from each other in little.  Frames far
   below the top are touched only when the stack falls to them, so all but the
   upper ones are kept as differences: a byte or two for a frame of a simple
   recursion.  The memory of packed frames is given back, and is theirs again
   when they are unpacked: pointers to frames stay what they are.

   Control.packed says which frames are packed.  The frames of the first segment
   never are.  No frame within PACKED_FRAMES_MARGIN below the top is: who looks
   further down calls packed_frames_need first.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef PACKED_FRAMES_H
#define PACKED_FRAMES_H

#include "callgraph/control.h"

/* Frames of a segment, which are packed at once; frames below the top that stay
   as they are when others are packed. */
enum { PACKED_FRAMES_SEGMENT = 1 << 14, PACKED_FRAMES_KEPT = 1 << 15 };

/* The stack has grown: pack what lies far below the top. */
void packed_frames_pack(Control *c);

/* Unpack the uppermost packed segment. */
void packed_frames_unpack_one(Control *c);

/* The top has fallen far: what it has left of the program's stack will not be
   used soon. */
void packed_frames_leave_stack(Control *c);

/* Make sure that the frame of this index, and all above it, are unpacked. */
static inline void packed_frames_need(Control *c, UInt frame)
{
   while (UNLIKELY(frame < c->packed))
      packed_frames_unpack_one(c);
}

/* The same for all frames. */
static inline void packed_frames_need_all(Control *c)
{
   packed_frames_need(c, 0);
}

/* Is the frame of this index packed? */
static inline Bool packed_frames_is_packed(const Control *c, UInt frame)
{
   return frame >= PACKED_FRAMES_SEGMENT && frame < c->packed;
}

/* Free what is left of packed frames, with the stack. */
void packed_frames_free(Control *c);

#endif
