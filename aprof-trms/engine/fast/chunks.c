/* Chunks of a window that a thread touches.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/chunks.h"

#define CENTRE "aprof.fast"

/* Where most of a chunk will be touched its pages are taken together: each by
   itself would fault twice, for the check that reads and for the stamp.  That
   may be so where the thread goes through memory, maybe in a few places by
   turns: a neighbour was one of the last to be joined.  Or where it goes back
   and forth in much of it: several of those around were joined.  It is so if
   that has left stamps all over a neighbour. */
enum { RECENT = 4, AROUND = 2, SEVERAL = 3 };

static bool goes_on(const trms_thread *t, uintptr_t number)
{
   size_t i = t->chunk_count, least = i > RECENT ? i - RECENT : 0;

   while (i-- > least)
      if (t->chunks[i] == number - 1 || t->chunks[i] == number + 1)
         return true;
   return false;
}

static bool has_joined(const trms_thread *t, uintptr_t number)
{
   return masks[number] >> t->slot & 1;
}

static bool is_between(const trms_thread *t, uintptr_t number)
{
   unsigned joined = 0, i;

   for (i = 1; i <= AROUND && i <= number; i++)
      joined += has_joined(t, number - i) + has_joined(t, number + i);
   return joined >= SEVERAL;
}

/* Has the thread touched all of a chunk, as far as three pages tell?  They lie
   so many pages from the end where the new one is that no other steps than of a
   page or less come to each: who goes down a column of a matrix takes longer
   ones.  To look at a page takes no memory. */
static bool is_dense(const trms_thread *t, uintptr_t at, ptrdiff_t one_on)
{
   static const unsigned char apart[] = { 0, 5, 9 };
   size_t i;

   for (i = 0; i < sizeof apart; i++)
      if (!fast_is_touched(t, (uint32_t *)at + apart[i] * one_on))
         return false;
   return true;
}

static bool is_beside_dense(const trms_thread *t, uintptr_t number)
{
   uintptr_t at = t->base + (number << SHADOW_CHUNK_BITS);
   ptrdiff_t page = PAGE_BYTES / 4;

   return (number > 0 && has_joined(t, number - 1)
           && is_dense(t, page_down(at) - PAGE_BYTES, -page))
          || (has_joined(t, number + 1)
              && is_dense(t, page_up(at + SHADOW_CHUNK_BYTES), page));
}

void fast_note_chunk(trms_thread *t, uintptr_t number)
{
   if (t->chunk_count == t->chunk_room) {
      t->chunk_room = t->chunk_room ? 2 * t->chunk_room : 64;
      t->chunks = plat_realloc(CENTRE, t->chunks,
                               t->chunk_room * sizeof *t->chunks);
   }
   t->chunks[t->chunk_count++] = number;
   fast.joined++;
   fast.chunks += slots_in(masks[number]) == 0;
   set_mask(number, t->slot);
}

void fast_join_chunk(trms_thread *t, uintptr_t number)
{
   if ((goes_on(t, number) || is_between(t, number))
       && is_beside_dense(t, number))
      plat_populate(t->base + (number << SHADOW_CHUNK_BITS),
                    SHADOW_CHUNK_BYTES);
   fast_note_chunk(t, number);
   fast_fold_some();
}
