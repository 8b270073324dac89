/* Ownership of cells that many threads share: see engine/fast/ownership.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/ownership.h"

static bool has_valid(unsigned slot, uintptr_t a)
{
   const uint32_t *c
      = windows_stamp(slot, a & ~(uintptr_t)(DIRECTORY_LINE_BYTES - 1));
   uint32_t any = 0;
   size_t i;

   for (i = 0; i < DIRECTORY_LINE_BYTES / 4; i++)
      any |= c[i];
   return stamp_is_valid(any) || fold_has_valid_in_line(slot, c);
}

/* Where memory goes from thread to thread, all threads have touched all of it
   in the end, and each write would look at all of them, mostly in vain.  So the
   sharers of the line are, from now on, the slots that have a valid stamp left
   in it; their lines of stamps are in the cache by then. */
__attribute__((noinline))
void ownership_invalidate_many(uint64_t slots, uintptr_t a, size_t n)
{
   uint64_t *line = &directory_lines[a / DIRECTORY_LINE_BYTES];
   uint64_t left = *line & DIRECTORY_KNOWN
                   ? *line : directory_of_cell(a) | DIRECTORY_KNOWN;
   uint64_t bits = slots;

   ownership_invalidate(slots, a, n);
   for (; bits; bits &= bits - 1) {
      unsigned slot = (unsigned)__builtin_ctzll(bits);
      if (!has_valid(slot, a))
         left &= ~((uint64_t)1 << slot);
   }
   *line = left;
   fast.lines_known = true;
}
