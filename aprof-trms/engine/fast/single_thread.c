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

enum { CHUNK_CELLS = SHADOW_CHUNK_BYTES / 4 };

static trms_thread *the_thread(void)
{
   return fast.threads;
}

static uint32_t *stamps_of(const trms_thread *t, uintptr_t chunk)
{
   return (uint32_t *)(t->base + (chunk << SHADOW_CHUNK_BITS));
}

/* Stamps come in words, and most pages of what is mapped have none. */
static bool has_stamps(const trms_thread *t, uintptr_t chunk)
{
   const uint32_t *c = stamps_of(t, chunk), *past = c + CHUNK_CELLS;
   uint64_t any = 0;

   while (c < past && any == 0) {
      const uint32_t *end = c + DIRECTORY_LINE_BYTES / 4;
      for (; c < end; c += 2)
         any |= *(const uint64_t *)c;
   }
   return any != 0;
}

void single_thread_join(uintptr_t from, uintptr_t past)
{
   trms_thread *t = the_thread();
   uintptr_t at, end;

   if (!fast.single)
      return;
   at = t->base + from;
   end = t->base + (past < WINDOWS_END ? past : WINDOWS_END);
   while ((at = platform_touched_from(at, end)) < end) {
      uintptr_t chunk = (at - t->base) >> SHADOW_CHUNK_BITS;
      if (!(directory_chunks[chunk] & fast.single) && has_stamps(t, chunk))
         chunks_note(t, chunk);
      at = t->base + ((chunk + 1) << SHADOW_CHUNK_BITS);
   }
}

void single_thread_join_all(void)
{
   if (fast.single)
      platform_each_mapping(single_thread_join);
}

static void make_up_for_writers(const trms_thread *t, uintptr_t chunk)
{
   const uint32_t *c = stamps_of(t, chunk);
   uintptr_t a = chunk << SHADOW_CHUNK_BITS;
   size_t i;

   for (i = 0; i < CHUNK_CELLS; i++)
      if (stamp_is_exclusive(c[i]))
         last_writer_set(a + 4 * i, LAST_WRITER_EXCLUSIVE);
}

void single_thread_end(void)
{
   trms_thread *t = the_thread();
   size_t i;

   if (!fast.single)
      return;
   single_thread_join_all();
   fast.single = 0;
   for (i = 0; i < t->chunk_count; i++)
      make_up_for_writers(t, t->chunks[i]);
}
