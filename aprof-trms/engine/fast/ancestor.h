/* The ancestor of a stamp: the latest activation below the top that had started
   at the stamp (Figure 11, procedure read).  It has counted the cell of the
   stamp; what the top reads again is taken away from it.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FAST_ANCESTOR_H
#define APROF_FAST_ANCESTOR_H

#include "engine/fast/stamp.h"
#include "engine/fast/state.h"

/* An activation often reads much that one other activation has accessed last:
   what longjmp restores, the fields of an object.  So the answer to the last
   question is kept.

   Why it stays right: each start is one activation's, until they are renumbered
   (ranges_renumber); so while the top has the same start, all activations below
   are the same, at the same places.  And those near the top are never packed
   (packed_stack.h). */
static inline bool ancestor_is_kept(const trms_thread *t,
                                    const trms_fast_activation *top,
                                    uint32_t stamp)
{
   return t->found.starts == top->starts && t->found.stamp == stamp;
}

/* Return the latest activation, at or below h, that had started at a valid
   stamp.  h is less than 12 below the top, and it had not. */
trms_fast_activation *ancestor_search(trms_thread *t, trms_fast_activation *h,
                                      uint32_t stamp);

/* Return the latest activation below the top that had started at a stamp,
   which must be valid (the ancestor of Figure 11, procedure read).  Mostly it
   is near the top.  The bottom had started at every stamp. */
static inline trms_fast_activation *ancestor_of(trms_thread *t,
                                                        uint32_t stamp)
{
   trms_fast_activation *h = t->stack.top - 1;
   int n;

   for (n = 0; fast_start(h) > stamp; n++, h--)
      if (n == FAST_UNDER)
         return ancestor_search(t, h, stamp);
   return h;
}

/* The thread reads n cells that it has never accessed, and that a writer of this
   kind has written: first accesses of all pending activations.  x stays: what an
   induced access adds to it, a first access takes away again. */
static inline void ancestor_count_first(trms_thread *t, unsigned kind,
                                        int64_t n)
{
   t->stack.top->rms += n;
   fast_cold_of(t, t->stack.top)->induced[kind] += n;
}

/* The thread reads n cells whose stamp is not valid, but not 0, and which a
   writer of this kind has written since: the reads are induced, and first
   accesses of the activations that started after the stamp. */
static inline void ancestor_count_induced(trms_thread *t, uint32_t stamp,
                                          unsigned kind, int64_t n)
{
   trms_fast_activation *h = t->stack.top, *before;
   fast_cold *d = fast_cold_of(t, h);

   d->induced[kind] += n;
   if ((stamp & ~STAMP_SHARED) < (fast_start(h) & ~STAMP_VALID)) {
      before = ancestor_of(t, stamp | STAMP_VALID);
      h->rms += n;
      before->rms -= n;
      fast_cold_of(t, before)->x[kind] += n;
   } else
      d->x[kind] += n;
}

#endif
