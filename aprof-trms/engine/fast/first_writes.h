/* Output: writes that are first accesses (trms_sizes.wms).

   A write is a first access of the activations for which a read would be one
   and count for rms: of all that started later than the stamp's time, valid or
   not.  So it is counted as a read is, before the write changes the stamp.

   Why an inline check may leave a write out: the stamp is exclusive and not
   less than the start of the top activation, so the write is no first access of
   any activation, and changes no other state (engine/fast/fast.c).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FAST_FIRST_WRITES_H
#define APROF_FAST_FIRST_WRITES_H

#include "engine/fast/state.h"

/* [a, a+n) is about to be written by t: count it for wms. */
void first_writes_count(trms_thread *t, uintptr_t a, size_t n);

/* The same for n cells that t has never accessed. */
static inline void first_writes_count_new(trms_thread *t, size_t n)
{
   if (t->stack.top > t->stack.bottom)
      fast_cold_of(t, t->stack.top)->wms += (int64_t)n;
}

#endif
