/* Reads and writes, by a thread or by the kernel.  (The slow paths of inline
   checks, trms_fast_read1 and its relatives, are declared in fast.h.)

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FAST_ACCESSES_H
#define APROF_FAST_ACCESSES_H

#include "engine/fast/stamp.h"
#include "engine/fast/state.h"

/* The engine's functions read, write_apart and kernel_write
   (engine/trms.h). */
void accesses_read(trms_thread *t, uintptr_t a, size_t n);
void accesses_write(trms_thread *t, uintptr_t a, size_t n);
void accesses_kernel_write(uintptr_t a, size_t n);

/* The activations below the bottom of a stack that above_near looks at. */
enum { ACCESSES_UNDER = 3 };

/* Return the first place of a thread's stack, with those below the bottom;
   NULL: there is no stack yet. */
static inline trms_fast_activation *accesses_first(const trms_thread *t)
{
   return t->stack.bottom == NULL ? NULL : t->stack.bottom - ACCESSES_UNDER;
}

/* Return the latest activation, at or below h, that had started at a valid
   stamp.  h is less than 12 below the top, and it had not. */
trms_fast_activation *accesses_search(trms_thread *t, trms_fast_activation *h,
                                      uint32_t stamp);

/* Return the latest activation below the top that had started at a stamp,
   which must be valid (the ancestor of Figure 11, procedure read).  Mostly it
   is near the top.  The bottom had started at every stamp. */
static inline trms_fast_activation *accesses_started_by(trms_thread *t,
                                                        uint32_t stamp)
{
   trms_fast_activation *h = t->stack.top - 1;
   int n;

   for (n = 0; fast_start(h) > stamp; n++, h--)
      if (n == ACCESSES_UNDER)
         return accesses_search(t, h, stamp);
   return h;
}

/* The thread reads n cells that it has never accessed, and that a writer of this
   kind has written: first accesses of all pending activations.  x stays: what an
   induced access adds to it, a first access takes away again. */
static inline void accesses_count_first(trms_thread *t, unsigned kind,
                                        int64_t n)
{
   t->stack.top->rms += n;
   fast_cold_of(t, t->stack.top)->induced[kind] += n;
}

/* The thread reads n cells whose stamp is not valid, but not 0, and which a
   writer of this kind has written since: the reads are induced, and first
   accesses of the activations that started after the stamp. */
static inline void accesses_count_induced(trms_thread *t, uint32_t stamp,
                                          unsigned kind, int64_t n)
{
   trms_fast_activation *h = t->stack.top, *before;
   fast_cold *d = fast_cold_of(t, h);

   d->induced[kind] += n;
   if ((stamp & ~STAMP_SHARED) < (fast_start(h) & ~STAMP_VALID)) {
      before = accesses_started_by(t, stamp | STAMP_VALID);
      h->rms += n;
      before->rms -= n;
      fast_cold_of(t, before)->x[kind] += n;
   } else
      d->x[kind] += n;
}

/* Return how many cells [a, a + n) overlaps, and make *a the address of the
   first.  What lies beyond all memory is left out. */
static inline size_t accesses_cells(uintptr_t *a, size_t n)
{
   uintptr_t last;

   if (n == 0 || *a >= SHADOW_ADDRESS_END)
      return 0;
   last = n - 1 < SHADOW_ADDRESS_END - *a ? *a + n - 1
                                          : SHADOW_ADDRESS_END - 1;
   *a &= ~(fast_cell_size() - 1);
   return (size_t)((last - *a) >> fast.cell_shift) + 1;
}

/* Return how many of n cells from the one at a on are in the thread's window;
   the rest is in its table.  (Windows are for cells of 4 bytes.) */
static inline size_t accesses_in_window(const trms_thread *t, uintptr_t a,
                                        size_t n)
{
   size_t most = fast_in_window(t, a) ? (WINDOWS_END - a) / 4 : 0;

   return n < most ? n : most;
}

/* A thread ends: if it runs, it does not run any more (trms_fast_run). */
void accesses_run_no_more(const trms_thread *t);

#endif
