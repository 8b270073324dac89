/* The age of a stamp: see engine/fast/age.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/age.h"
#include "engine/fast/packed_stack.h"

/* The starts of a stack ascend. */
uint32_t age_rank(const trms_thread *t, uint32_t stamp)
{
   size_t low = 0, high = fast_depth(t) + 1;

   if (packed_stack_past(t) > 0)
      packed_stack_open(t, stamp, &low, &high);
   while (low < high) {
      size_t middle = low + (high - low) / 2;
      if (fast_start(&t->stack.bottom[middle]) <= stamp)
         low = middle + 1;
      else
         high = middle;
   }
   return (uint32_t)low;
}

age_span age_span_of(const trms_thread *t, uint32_t stamp)
{
   age_span span;
   size_t rank;

   if (packed_stack_around(t, stamp | STAMP_VALID, &span.first, &span.past))
      return span;
   rank = age_rank(t, stamp | STAMP_VALID);
   return (age_span){
      fast_start(&t->stack.bottom[rank - 1]),
      rank <= fast_depth(t) ? packed_stack_start(t, rank) : 0x80000000u
   };
}
