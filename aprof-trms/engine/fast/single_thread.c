/* A single thread, whose writes need no check.

   Most programs have one thread, or have one for a while.  No other thread can
   have a stamp of what it writes, so there is nothing to invalidate: a write
   stores its stamp and does nothing else (an unchecked write).  What is left
   out by that, and why the result is the same:

   - The chunk is not joined.  The mask of a chunk must say at once which
     threads have touched it, so all masks count as having the single thread's
     bit (directory_of_chunk).  Where its chunks are gone through one by one
     (renumbering, moving memory), the chunks that have stamps and are not
     joined are joined first.  They are found: stamps are of memory that the
     program has, since memory that it gives back is forgotten, and memory that
     it moves is joined before.  Where the kernel lets memory grow by itself and
     no system call shows it, there are no unchecked writes
     (trms_fast_end_unchecked_writes).
   - The last writer stays what it was.  It is used only where a stamp is not
     valid.  The single thread's stamp is not valid if the kernel has
     written the cell since, and then the kernel is the last writer; or if the
     thread has never accessed it, and then it has never written it.
   - Before a second thread or context can ask, the last writers are made up
     for: the thread's stamp is exclusive exactly where it was the last to
     write.  Writes make it exclusive; the kernel's writes, and reads of what
     the kernel has written, end that.

   A thread that was single once is never single again.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/single_thread.h"
#include "engine/fast/chunks.h"
#include "engine/fast/last_writer.h"
#include "engine/fast/packed_pages.h"

static trms_thread *the_thread(void)
{
   return fast.threads;
}

/* A window's chunks do not begin at pages, so chunks that were never touched
   may have a page with a touched one: only such pages are looked at.  The kernel
   is not asked about chunks that are joined already. */
void single_thread_join(uintptr_t from, uintptr_t past)
{
   trms_thread *t = the_thread();
   uintptr_t at, end, run;

   if (!fast.single)
      return;
   at = run = t->base + (from & ~(uintptr_t)3);
   end = t->base + (past < WINDOWS_END ? past : WINDOWS_END);
   while (at < end) {
      uintptr_t chunk = (at - t->base) >> SHADOW_CHUNK_BITS;
      uintptr_t chunk_end = t->base + ((chunk + 1) << SHADOW_CHUNK_BITS);

      if (directory_chunks[chunk] & fast.single)
         at = chunk_end;
      else if (at >= run)
         at = platform_touched_from(at, end, &run);
      else {
         uintptr_t piece_end = run < chunk_end ? run : chunk_end;

         if (windows_any_set(at, piece_end)) {
            chunks_note(t, chunk);
            at = chunk_end;
         } else
            at = piece_end;
      }
   }
}

void single_thread_join_all(void)
{
   platform_touched_begin();
   if (fast.single)
      platform_each_mapping(single_thread_join);
   platform_touched_end();
}

/* And for the sharers of pages. */
static void make_up_for_writers(const trms_thread *t, uintptr_t chunk)
{
   uintptr_t at = t->base + (chunk << SHADOW_CHUNK_BITS);
   uintptr_t past = at + SHADOW_CHUNK_BYTES, end = at;

   for (; at < past && (at = platform_touched_from(at, past, &end)) < past;
        at = end) {
      const uint32_t *c = (const uint32_t *)at;
      for (; c < (const uint32_t *)end; c++) {
         if (*c != 0)
            directory_add_to_pages(t, (uintptr_t)c - t->base, 1);
         if (stamp_is_exclusive(*c))
            last_writer_set((uintptr_t)c - t->base, LAST_WRITER_EXCLUSIVE);
      }
   }
}

void single_thread_end(void)
{
   trms_thread *t = the_thread();
   size_t i;

   if (!fast.single)
      return;
   platform_touched_begin();
   packed_pages_end();
   single_thread_join_all();
   fast.single = 0;
   for (i = 0; i < t->chunk_count; i++)
      make_up_for_writers(t, t->chunks[i]);
   platform_touched_end();
}
