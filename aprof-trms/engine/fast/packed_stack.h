/* The lower activations of a very deep stack, packed.

   The activations of a recursion differ in little: their starts are equally far
   apart, and their partials are equal.  Those far below the top are kept as
   runs of such, in segments; their memory is given back.  A segment is unpacked
   when the stack falls to it, and when one of its activations is asked for by
   the time of a stamp.  Pointers to activations stay what they are.

   No activation that is less than TRMS_FAST_MARGIN below the top is packed,
   if the stack is told when activations are popped (packed_stack_settle).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FAST_PACKED_STACK_H
#define APROF_FAST_PACKED_STACK_H

#include "engine/fast/state.h"

/* The index, in the stack of t, behind the last activation that may be packed;
   0: none is. */
static inline size_t packed_stack_past(const trms_thread *t)
{
   return t->packed == NULL ? 0 : t->packed->past;
}

/* The top has fallen, maybe near to packed activations: unpack them. */
void packed_stack_unpack_top(const trms_thread *t);

static inline void packed_stack_settle(const trms_thread *t)
{
   while (t->packed != NULL && t->packed->past > 0
          && fast_depth(t) < t->packed->past + TRMS_FAST_MARGIN)
      packed_stack_unpack_top(t);
}

/* Make sure that the latest activation that had started at a valid stamp, and
   the one above it, are unpacked.  It is in [*low, *past), indices in the
   stack, and all between them are unpacked. */
void packed_stack_open(const trms_thread *t, uint32_t stamp, size_t *low,
                       size_t *past);

/* Is the latest activation that had started at a valid stamp packed?  Then set
   *first to its start, and *past to that of the activation above it, without
   unpacking it. */
bool packed_stack_around(const trms_thread *t, uint32_t stamp, uint32_t *first,
                         uint32_t *past);

/* Return the start of the activation with this index.  If its segment is packed,
   it must be the first of it. */
uint32_t packed_stack_start(const trms_thread *t, size_t index);

/* Make sure that all activations are unpacked. */
void packed_stack_open_all(const trms_thread *t);

void packed_stack_free(trms_thread *t);

#endif
