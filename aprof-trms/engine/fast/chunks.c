/* The chunks of its window that a thread has joined: see engine/fast/chunks.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/chunks.h"
#include "engine/fast/fold.h"

#define CENTRE "aprof.fast"

/* Where most of a chunk will be touched its pages are taken together: each by
   itself would fault twice, for the check that reads and for the stamp.  That
   is likely where the thread goes through memory, maybe in a few places by
   turns: a neighbour is one of the RECENT chunks joined last.  Or where it goes
   back and forth in much of it: at least SEVERAL chunks of AROUND on each side
   have been joined.  And it is true only if that has left stamps all over a
   neighbour. */
enum { RECENT = 4, AROUND = 2, SEVERAL = 3 };

static bool goes_on(const trms_thread *t, uintptr_t chunk)
{
   size_t i = t->chunk_count, least = i > RECENT ? i - RECENT : 0;

   while (i-- > least)
      if (t->chunks[i] == chunk - 1 || t->chunks[i] == chunk + 1)
         return true;
   return false;
}

static bool has_joined(const trms_thread *t, uintptr_t chunk)
{
   return directory_chunks[chunk] >> t->slot & 1;
}

static bool is_between(const trms_thread *t, uintptr_t chunk)
{
   unsigned joined = 0, i;

   for (i = 1; i <= AROUND && i <= chunk; i++)
      joined += has_joined(t, chunk - i) + has_joined(t, chunk + i);
   return joined >= SEVERAL;
}

/* Has the thread touched all of a chunk, judged by three pages?  Their
   distances from the end at the new chunk, 0, 5 and 9 pages, are not all
   multiples of any step but a page or less: a walk down the column of a matrix
   takes longer steps. */
static bool is_dense(const trms_thread *t, uintptr_t at, ptrdiff_t one_on)
{
   static const unsigned char apart[] = { 0, 5, 9 };
   size_t i;

   for (i = 0; i < sizeof apart; i++)
      if (!fold_is_touched(t, (uint32_t *)at + apart[i] * one_on))
         return false;
   return true;
}

static bool is_beside_dense(const trms_thread *t, uintptr_t chunk)
{
   uintptr_t at = t->base + (chunk << SHADOW_CHUNK_BITS);
   ptrdiff_t page = WINDOWS_PAGE_BYTES / 4;

   return (chunk > 0 && has_joined(t, chunk - 1)
           && is_dense(t, windows_page_down(at) - WINDOWS_PAGE_BYTES, -page))
          || (has_joined(t, chunk + 1)
              && is_dense(t, windows_page_up(at + SHADOW_CHUNK_BYTES), page));
}

void chunks_note(trms_thread *t, uintptr_t chunk)
{
   if (t->chunk_count == t->chunk_room) {
      t->chunk_room = t->chunk_room ? 2 * t->chunk_room : 64;
      t->chunks = platform_realloc(CENTRE, t->chunks,
                                   t->chunk_room * sizeof *t->chunks);
   }
   t->chunks[t->chunk_count++] = chunk;
   fast.joined++;
   directory_set(chunk, t->slot);
}

static void join(trms_thread *t, uintptr_t chunk)
{
   if ((goes_on(t, chunk) || is_between(t, chunk))
       && is_beside_dense(t, chunk)) {
      platform_populate(t->base + (chunk << SHADOW_CHUNK_BITS),
                        SHADOW_CHUNK_BYTES);
      t->was_populated = true;
   }
   chunks_note(t, chunk);
   fold_some(t);
}

void chunks_join_page(trms_thread *t, uintptr_t a)
{
   if (!has_joined(t, a >> SHADOW_CHUNK_BITS))
      join(t, a >> SHADOW_CHUNK_BITS);
   directory_add_to_pages(t, a, 1);
}
