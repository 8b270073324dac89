/* Two cells that threads read and write by turns: see engine/fast/by_turns.h.

   Why it is exact.  Both functions do what read_foreign_run and write_run
   (engine/fast/accesses.c) do for the two cells, in the same order, without what
   has no effect here:

   - The cells have stamps of the thread, so it has joined their page, and the 0
     of a folded page is not meant (chunks_join_of, fold_stamp).
   - They are in one line, and in windows: two stamps, and two last writers, are
     looked at and stored together.
   - A valid stamp that the thread has need not be looked for in ranges of
     calloc: where there are any, the write leaves all to the general path.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/by_turns.h"
#include "engine/fast/ancestor.h"
#include "engine/fast/fold.h"
#include "engine/fast/last_writer.h"
#include "engine/fast/lazy.h"
#include "engine/fast/ownership.h"

/* The last writers of two cells with the same one. */
#define BOTH(writer) ((writer) * 5u)

/* Where the last writers of the cells at a are in those of their line. */
static inline unsigned writers_shift(uintptr_t a)
{
   return (unsigned)(a % DIRECTORY_LINE_BYTES / 4 * 2);
}

static inline void store_pair(uint32_t *c, uint64_t pair)
{
   __builtin_memcpy(c, &pair, sizeof pair);
}

/* As ownership_share: the exclusive stamps of these slots become shared. */
static inline void share(uint64_t slots, uintptr_t a)
{
   uint64_t found = 0;

   for (; slots && found != stamp_in_both(STAMP_SHARED); slots &= slots - 1) {
      unsigned slot = (unsigned)__builtin_ctzll(slots);
      uint32_t *c = windows_stamp(slot, a);
      uint64_t pair = stamp_pair(c);
      /* Exclusive: V, which is 30 bits above S, without S. */
      uint64_t exclusive = pair >> 30 & ~pair & stamp_in_both(STAMP_SHARED);

      if (exclusive) {
         store_pair(c, pair | exclusive);
         found |= exclusive;
         fast.last_shared = slot;
      }
   }
}

bool by_turns_read(trms_thread *t, uint32_t *c, uintptr_t a)
{
   uint32_t stamp = *c, of_line = last_writer_line(a);
   unsigned shift = writers_shift(a);
   unsigned both = of_line >> shift & 15, writer = both & 3;

   if (stamp == 0 || stamp_is_valid(stamp) || stamp != c[1]
       || writer == LAST_WRITER_NONE || both != BOTH(writer))
      return false;
   ancestor_count_induced(t, stamp, LAST_WRITER_KIND(writer), 2);
   if (writer == LAST_WRITER_EXCLUSIVE) {
      share(ownership_others(directory_of_cell(a), a, t), a);
      last_writer_set_line(a, of_line ^ BOTH(LAST_WRITER_EXCLUSIVE
                                             ^ LAST_WRITER_THREAD) << shift);
   }
   directory_add_sharer(a, t);
   store_pair(c, t->stack.top->starts | stamp_in_both(STAMP_SHARED));
   if (writer == LAST_WRITER_EXCLUSIVE)
      fold_after_taking(t, a, fast.last_shared);
   return true;
}

/* As ownership_invalidate. */
static inline void invalidate(uint64_t slots, uintptr_t a)
{
   if (slots & fast.folded_valid)
      fold_invalidate(slots & fast.folded_valid, a, 2);
   for (; slots; slots &= slots - 1) {
      unsigned slot = (unsigned)__builtin_ctzll(slots);
      uint32_t *c = windows_stamp(slot, a);
      uint64_t pair = stamp_pair(c);
      uint64_t valid = pair & stamp_in_both(STAMP_VALID);

      if (stamp_is_exclusive((uint32_t)pair))
         fast.last_owner = slot;
      if (valid)
         store_pair(c, (pair ^ valid) | valid >> 30);
   }
}

bool by_turns_write(trms_thread *t, uint32_t *c, uintptr_t a)
{
   uint64_t mask = directory_of_cell(a);
   uint64_t slots = ownership_others(mask, a, t);
   bool several = (slots & (slots - 1)) != 0;

   if (fast.cleared > 0 || (several && !directory_knows_sharers(a)))
      return false;
   if (several && lazy_begin(a, slots)) {
      lazy_write(t, c, a, 2);
      return true;
   }
   /* Sharers that have no valid stamp left, such as contexts that have ended,
      are not looked at again. */
   if (several)
      ownership_invalidate_many(slots, a, 2);
   else
      invalidate(slots, a);
   if (mask >> DIRECTORY_TABLES & 1)
      table_cells_written(a, 2, t);
   directory_add_sharer(a, t);
   last_writer_set_line(a, last_writer_line(a)
                           | BOTH(LAST_WRITER_EXCLUSIVE) << writers_shift(a));
   store_pair(c, t->stack.top->starts);
   fold_after_taking(t, a, fast.last_owner);
   return true;
}
