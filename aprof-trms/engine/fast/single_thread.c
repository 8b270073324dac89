/* A thread that is alone, and writes without asking.

   Most programs have one thread, or one for a while.  Nobody can have a stamp of
   what it writes but itself, so a write has nobody to tell: it leaves its stamp,
   and that is all (a quiet write).
   What a write leaves out then, and why the result is the same:

   - The chunk is not joined.  A chunk's mask says at once which threads have
     touched it, so while a thread is alone all masks count as having its bit.
     Where its chunks are gone through one by one (renumbering, moving memory)
     those come first that have stamps and are not joined: what has stamps is
     memory that the program has, since what it gives back is forgotten, and what
     it moves is joined first.  Where the kernel lets memory grow by itself, and
     nobody is told, there are no quiet writes (trms_fast_end_quiet_writes).
   - The last writer stays who it was.  It is only asked for where a stamp is not
     valid.  Of the only thread's stamps those are not that the kernel has
     written since, and then the kernel is the last writer; or that it never had,
     and then it has never written there.
   - Before a second thread, or context, can ask, the last writers are made up
     for: the thread's stamp is exclusive exactly where it was the last to write.
     Writes make it so; the kernel's writes, and reads of what the kernel has
     written, end it.

   Nobody is alone a second time.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/chunks.h"

enum { CHUNK_CELLS = SHADOW_CHUNK_BYTES / 4 };

/* There is no other. */
static trms_thread *the_only_one(void)
{
   return fast.threads;
}

static uint32_t *stamps_of(const trms_thread *t, uintptr_t number)
{
   return (uint32_t *)(t->base + (number << SHADOW_CHUNK_BITS));
}

/* Stamps come in words, and most pages of what is mapped have none. */
static bool has_stamps(const trms_thread *t, uintptr_t number)
{
   const uint32_t *c = stamps_of(t, number), *past = c + CHUNK_CELLS;
   uint64_t any = 0;

   while (c < past && any == 0) {
      const uint32_t *end = c + LINE_BYTES / 4;
      for (; c < end; c += 2)
         any |= *(const uint64_t *)c;
   }
   return any != 0;
}

void fast_adopt(uintptr_t from, uintptr_t past)
{
   trms_thread *t = the_only_one();
   uintptr_t at, end;

   if (!fast.alone)
      return;
   at = t->base + from;
   end = t->base + (past < WINDOW_END ? past : WINDOW_END);
   while ((at = plat_touched_from(at, end)) < end) {
      uintptr_t number = (at - t->base) >> SHADOW_CHUNK_BITS;
      if (!(masks[number] & fast.alone) && has_stamps(t, number))
         fast_note_chunk(t, number);
      at = t->base + ((number + 1) << SHADOW_CHUNK_BITS);
   }
}

void fast_adopt_all(void)
{
   if (fast.alone)
      plat_each_mapping(fast_adopt);
}

static void make_up_for_writers(const trms_thread *t, uintptr_t number)
{
   const uint32_t *c = stamps_of(t, number);
   uintptr_t a = number << SHADOW_CHUNK_BITS;
   size_t i;

   for (i = 0; i < CHUNK_CELLS; i++)
      if (is_exclusive(c[i]))
         set_writer(a + 4 * i, BY_EXCLUSIVE);
}

void fast_end_alone(void)
{
   trms_thread *t = the_only_one();
   size_t i;

   if (!fast.alone)
      return;
   fast_adopt_all();
   fast.alone = 0;
   for (i = 0; i < t->chunk_count; i++)
      make_up_for_writers(t, t->chunks[i]);
}
