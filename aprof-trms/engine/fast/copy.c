/* A block whose history is copied, since realloc has moved it.

   In the windows stamps, last writers and masks of a piece are copied as they
   are.  Why the target's state is then as consistent as the source's: an
   exclusive stamp and its last writer, BY_EXCLUSIVE, are copied together, for
   every thread, and what any thread had of the target before is overwritten,
   with 0 where the thread has nothing of the source.

   The program may have touched less than the whole block, and the source's
   length is not known: the range may reach beyond it.  So only stamps that
   differ are stored; a page of which neither side has stamps is read, but
   takes no memory.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/chunks.h"
#include "engine/fast/cleared.h"

static void unfold(const trms_thread *t, uintptr_t a, size_t n)
{
   if (own_bit(t) & (fast.folded | fast.packed))
      fast_unfold(t->slot, t->base + a, t->base + a + n);
}

static void copy_changed(uint32_t *to, const uint32_t *from, size_t cells)
{
   for (; cells > 0; cells--, to++, from++)
      if (*to != *from)
         *to = *from;
}

static bool have_stamps(const uint32_t *c, size_t cells)
{
   uint32_t any = 0;

   for (; cells > 0; cells--)
      any |= *c++;
   return any != 0;
}

/* May the thread's window have stamps of this chunk? */
static bool has_chunk(const trms_thread *t, uintptr_t a)
{
   return mask_of(a) & own_bit(t);
}

/* Where the thread is alone, stamps need no joined chunk (single_thread.c). */
static void copy_in_window(trms_thread *t, uintptr_t from, uintptr_t to,
                           size_t n)
{
   if (!has_chunk(t, from) && !has_chunk(t, to))
      return;
   if (has_chunk(t, from))
      unfold(t, from, n);
   if (!has_chunk(t, to) && have_stamps(cell_of(t, from), n / 4)) {
      join(t, to);                       /* it may fold, too */
      unfold(t, from, n);
   }
   if (has_chunk(t, to)) {
      unfold(t, to, n);
      copy_changed(cell_of(t, to), cell_of(t, from), n / 4);
   }
}

/* The thread's stamp of a cell, at the state of its last writer; 0: never. */
static uint32_t stamp_of(trms_thread *t, uintptr_t a)
{
   uint32_t *c;

   if (!in_window(t, a) && !history_find(&t->table, a))
      return 0;
   if (in_window(t, a) && !has_chunk(t, a))
      return 0;
   c = cell_of(t, a);
   see_readers(t, c, a);
   return *c;
}

static void set_stamp(trms_thread *t, uintptr_t a, uint32_t stamp)
{
   if (stamp == 0 && stamp_of(t, a) == 0)
      return;
   join(t, a);
   *cell_of(t, a) = stamp;
}

/* A piece that crosses no chunk's end. */
static void copy_stamps(trms_thread *t, uintptr_t from, uintptr_t to, size_t n)
{
   size_t i;

   if (in_window(t, from) && in_window(t, to)) {
      copy_in_window(t, from, to, n);
      return;
   }
   if (in_window(t, from))
      unfold(t, from, n);
   if (in_window(t, to)) {
      join(t, to);
      unfold(t, to, n);
   }
   for (i = 0; i < n; i += cell_size())
      set_stamp(t, to + i, stamp_of(t, from + i));
}

static bool has_writers(uintptr_t a)
{
   return !writers_in_window(a)
          || masks[a >> SHADOW_CHUNK_BITS] >> WRITERS & 1;
}

static void copy_writers(uintptr_t from, uintptr_t to, size_t n)
{
   size_t i;

   if (!has_writers(from) && !has_writers(to))
      return;
   for (i = 0; i < n; i += cell_size()) {
      unsigned writer = last_writer(from + i);
      if (last_writer(to + i) != writer)
         set_writer(to + i, writer);
   }
}

/* Stamps have become valid without add_sharer: the sharers of the lines are
   not known any more. */
static void forget_sharers(uintptr_t a, size_t n)
{
   uintptr_t line = a / LINE_BYTES, last = (a + n - 1) / LINE_BYTES;

   for (; line <= last; line++)
      if (sharers[line])
         sharers[line] = 0;
}

void fast_copy(uintptr_t from, uintptr_t to, size_t n)
{
   trms_thread *t;

   /* What a thread writes that is alone is known in its window only. */
   if (n > 0 && (to + n > WINDOW_END || from + n > WINDOW_END))
      fast_end_alone();
   cleared_settle(from, n);
   cleared_forget(to, to + n);
   while (n > 0) {
      size_t piece = SHADOW_CHUNK_BYTES - from % SHADOW_CHUNK_BYTES;
      size_t other = SHADOW_CHUNK_BYTES - to % SHADOW_CHUNK_BYTES;

      if (piece > other)
         piece = other;
      if (piece > n)
         piece = n;
      for (t = fast.threads; t; t = t->next)
         copy_stamps(t, from, to, piece);
      copy_writers(from, to, piece);
      if (fast.crowded && writers_in_window(to))
         forget_sharers(to, piece);
      from += piece;
      to += piece;
      n -= piece;
   }
}
