/* The lower frames of a very deep shadow stack, packed.

   A recursion leaves frames that differ from each other in little.  Frames far
   below the top are touched only when the stack falls to them, so all but the
   upper ones are kept as differences: a byte or two for a frame of a simple
   recursion.

   The memory of packed frames is used again at once, for frames above: the
   others move down to the beginning of the stack's memory, and Control.frames
   points before that, so that each frame keeps its index.  (Memory that has not
   been touched before costs several times as much as all else that is done for
   a frame.)  So pointers to frames are valid only until the stack grows, or
   until something is unpacked: at a push of callgraph/shadow_stack.c, at a pop
   there, and where the functions below are called.

   Frames with an index less than Control.packed are packed, and no others.  No
   frame within PACKED_FRAMES_MARGIN below the top is: who looks further down
   calls packed_frames_need first.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef PACKED_FRAMES_H
#define PACKED_FRAMES_H

#include "callgraph/control.h"

/* Frames of a segment, which are packed at once; frames below the top that stay
   as they are when others are packed; the depth from which on frames are. */
enum {
   PACKED_FRAMES_SEGMENT = 1 << 12, PACKED_FRAMES_KEPT = 1 << 13,
   PACKED_FRAMES_DEEP = 1 << 16
};

/* Pack what lies far below the top. */
void packed_frames_pack(Control *c);
/* The stack has no room for another frame: the same.  Then it may have. */
void packed_frames_grow(Control *c);

/* The stack has fallen near to packed frames: unpack the uppermost segment, and
   the stamps of its part of the program's stack. */
void packed_frames_fall(Control *c);

/* Unpack the frame of this index, and all above it; it is packed. */
void packed_frames_unpack(Control *c, UInt frame);

/* Make sure that the frame of this index, and all above it, are unpacked. */
static inline void packed_frames_need(Control *c, UInt frame)
{
   if (UNLIKELY(frame < c->packed))
      packed_frames_unpack(c, frame);
}

/* The same for all frames. */
static inline void packed_frames_need_all(Control *c)
{
   packed_frames_need(c, 0);
}

/* Is the frame of this index packed? */
static inline Bool packed_frames_is_packed(const Control *c, UInt frame)
{
   return frame < c->packed;
}

/* Free what is left of packed frames: the stack is freed next. */
void packed_frames_free(Control *c);

#endif
