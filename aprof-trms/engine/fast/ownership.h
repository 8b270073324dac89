/* Ownership: what a write, and a read of what another thread has written, do
   to the stamps of other threads (the protocol of engine/fast/stamp.h).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FAST_OWNERSHIP_H
#define APROF_FAST_OWNERSHIP_H

#include "engine/fast/directory.h"
#include "engine/fast/fold.h"
#include "engine/fast/last_writer.h"
#include "engine/fast/table_cells.h"

/* Return the slots of a mask whose threads, other than `but`, may have valid
   stamps in the line of a.

   Why the sharers of a line are all of them, where they are known: a stamp
   becomes valid by a write or by the read of an invalid stamp, and both call
   directory_add_sharer; or it comes with memory that moves, and then the
   sharers of the target's lines are not known any more. */
static inline uint64_t ownership_others(uint64_t mask, uintptr_t a,
                                        const trms_thread *but)
{
   uint64_t slots = directory_slots(mask);

   if (but)
      slots &= ~directory_bit(but);
   if (slots && directory_knows_sharers(a))
      slots &= directory_lines[a / DIRECTORY_LINE_BYTES];
   return slots;
}

/* Return the stamps of n cells of one line in the window of the slot whose
   exclusive cells were taken last, if all of these are exclusive there; else
   NULL. Memory mostly goes from one thread to another in large pieces.

   Why a thread that takes these cells over need not look at other threads,
   nor at the last writers: while a stamp is exclusive no other thread has a
   valid one of the cell, and its last writer is LAST_WRITER_EXCLUSIVE
   already. */
static inline __attribute__((always_inline))
uint32_t *ownership_of_last_owner(uintptr_t a, size_t n)
{
   uint32_t *c;
   size_t i;

   if (!directory_has(a)
       || !(directory_pages[a >> WINDOWS_PAGE_BITS] >> fast.last_owner & 1))
      return NULL;
   c = windows_stamp(fast.last_owner, a);
   for (i = 0; i < n; i++)
      if (!stamp_is_exclusive(c[i]))
         return NULL;
   return c;
}

/* Are these more than DIRECTORY_FEW slots?  (Old processors have no instruction
   that counts bits.) */
static inline bool ownership_are_many(uint64_t slots)
{
   unsigned i;

   for (i = 0; i < DIRECTORY_FEW; i++)
      slots &= slots - 1;
   return slots != 0;
}

/* Invalidate the stamps of n cells of one line in the windows of these
   slots. */
static inline __attribute__((always_inline))
void ownership_invalidate(uint64_t slots, uintptr_t a, size_t n)
{
   if (slots & fast.folded_valid)
      fold_invalidate(slots & fast.folded_valid, a, n);
   for (; slots; slots &= slots - 1) {
      unsigned slot = (unsigned)__builtin_ctzll(slots);
      uint32_t *c = windows_stamp(slot, a), *end = c + n;

      if (stamp_is_exclusive(*c))
         fast.last_owner = slot;
      do
         stamp_invalidate(c);
      while (++c < end);
   }
}

/* The same where ownership_are_many(slots): also note the sharers of the
   line. */
void ownership_invalidate_many(uint64_t slots, uintptr_t a, size_t n);

/* A thread, or the kernel (NULL), has written n cells of one line: invalidate
   the stamps of all other threads. */
static inline __attribute__((always_inline))
void ownership_invalidate_others(uintptr_t a, size_t n, trms_thread *writer)
{
   uint64_t mask = directory_of_cell(a);
   uint64_t slots = ownership_others(mask, a, writer);

   if (ownership_are_many(slots))
      ownership_invalidate_many(slots, a, n);
   else
      ownership_invalidate(slots, a, n);
   if (mask >> DIRECTORY_TABLES & 1)
      table_cells_written(a, n, writer);
}

/* The thread reads n cells of one line whose last writers are
   LAST_WRITER_EXCLUSIVE: the exclusive stamps of others become shared.  Each
   cell has one such stamp.  In a window it is found here; in a table its thread
   sees by the last writer, when it writes again, that it is not exclusive any
   more (table_cells_see_readers). */
static inline void ownership_share(uintptr_t a, size_t n,
                                   const trms_thread *reader)
{
   uint64_t slots = ownership_others(directory_of_cell(a), a, reader);
   size_t i, left = n;

   for (; slots && left > 0; slots &= slots - 1) {
      unsigned slot = (unsigned)__builtin_ctzll(slots);
      uint32_t *c = windows_stamp(slot, a);

      for (i = 0; i < n; i++)
         if (stamp_is_exclusive(c[i])) {
            c[i] |= STAMP_SHARED;
            left--;
            fast.last_shared = slot;
         }
   }
   last_writer_set_run(a, n, LAST_WRITER_THREAD);
}

#endif
