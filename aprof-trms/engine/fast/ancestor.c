/* The ancestor of a stamp that is far below the top: see
   engine/fast/ancestor.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/ancestor.h"
#include "engine/fast/packed_stack.h"

typedef trms_fast_activation hot;

/* Return whether `a`, below an activation that had not started at the stamp, is
   the latest one that had. */
static bool is_latest(const hot *a, uint32_t stamp)
{
   return fast_start(a) <= stamp && fast_start(a + 1) > stamp;
}

/* The same for activations below h, which had not started at the stamp, by
   halving.

   In a deep recursion nearly all questions have one answer: the activation that
   walked the same data before.  So the last answer is tried first.  It is right
   by the definition, whatever has happened since, if it is below h and not
   packed. */
static __attribute__((noinline))
hot *search_all(trms_thread *t, hot *h, uint32_t stamp)
{
   hot *low = t->stack.bottom;
   hot *last = low + t->found_below;
   size_t from, past = packed_stack_past(t);

   if (last < h && t->found_below >= past && is_latest(last, stamp))
      return last;
   if (past > 0) {
      packed_stack_open(t, stamp, &from, &past);
      if (h - low >= (ptrdiff_t)past)
         h = low + past - 1;
      low += from;
   }
   while (h - low > 0) {
      hot *middle = low + (h - low + 1) / 2;
      if (fast_start(middle) <= stamp)
         low = middle;
      else
         h = middle - 1;
   }
   t->found_below = (uint32_t)(low - t->stack.bottom);
   return low;
}

__attribute__((noinline))
hot *ancestor_search(trms_thread *t, hot *h, uint32_t stamp)
{
   enum { NEAR = 12 };
   const hot *top = t->stack.top;

   if (ancestor_is_kept(t, top, stamp))
      return t->stack.bottom + t->found.index;
   for (; fast_start(h) > stamp; h--)
      if (top - h == NEAR)
         return search_all(t, h, stamp);
   t->found = (fast_found){ top->starts, stamp,
                            (uint32_t)(h - t->stack.bottom) };
   return h;
}
