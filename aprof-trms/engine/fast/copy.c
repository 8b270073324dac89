/* A block whose history is copied, since realloc has moved it.

   In the windows stamps, last writers and masks of a piece are copied as they
   are.  Why the target's state is then as consistent as the source's: an
   exclusive stamp and its last writer, LAST_WRITER_EXCLUSIVE, are copied
   together, for every thread, and what any thread had of the target before is
   overwritten, with 0 where the thread has nothing of the source.

   The program may have touched less than the whole block, and the source's
   length is not known: the range may reach beyond it.  So only stamps that
   differ are stored, and pages that were never touched are not looked at.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/copy.h"
#include "engine/fast/chunks.h"
#include "engine/fast/cleared.h"
#include "engine/fast/directory.h"
#include "engine/fast/fold.h"
#include "engine/fast/last_writer.h"
#include "engine/fast/lazy.h"
#include "engine/fast/packed_pages.h"
#include "engine/fast/single_thread.h"
#include "engine/fast/table_cells.h"

static void unfold(const trms_thread *t, uintptr_t a, size_t n)
{
   if (directory_bit(t) & fast.folded_slots)
      fold_undo(t->slot, t->base + a, t->base + a + n);
}

static void copy_changed(uint32_t *to, const uint32_t *from, size_t cells)
{
   for (; cells > 0; cells--, to++, from++)
      if (*to != *from)
         *to = *from;
}

static void copy_set(uint32_t *to, const uint32_t *from, size_t cells)
{
   for (; cells > 0; cells--, to++, from++)
      if (*from != 0)
         *to = *from;
}

/* Small blocks are copied too often for a question to the kernel, and of their
   page the program has mostly touched something. */
static bool is_small(size_t n)
{
   return n < WINDOWS_PAGE_BYTES;
}

static bool have_stamps(uintptr_t from, size_t n)
{
   const uint32_t *c = (const uint32_t *)from, *past = c + n / 4;

   if (!is_small(n))
      return windows_any_set(from, from + n);
   while (c < past && *c == 0)
      c++;
   return c < past;
}

static void copy_touched(uintptr_t to, uintptr_t from, size_t n)
{
   uintptr_t past = from + n, in_source, source_end, in_target, target_end;

   if (is_small(n)) {
      copy_changed((uint32_t *)to, (const uint32_t *)from, n / 4);
      return;
   }
   while (from < past) {
      size_t left = past - from;

      in_source = platform_touched_from(from, past, &source_end);
      in_target = platform_touched_from(to, to + left, &target_end);
      if (in_source == from && in_target == to) {
         left = source_end - from < target_end - to ? source_end - from
                                                    : target_end - to;
         copy_changed((uint32_t *)to, (const uint32_t *)from, left / 4);
      } else if (in_source == from) {
         left = source_end - from < in_target - to ? source_end - from
                                                   : in_target - to;
         copy_set((uint32_t *)to, (const uint32_t *)from, left / 4);
      } else {
         left = in_source - from;
         windows_clear(to, left);
      }
      from += left;
      to += left;
   }
}

/* May the thread's window have stamps of this chunk? */
static bool has_chunk(const trms_thread *t, uintptr_t a)
{
   return directory_of_chunk(a >> SHADOW_CHUNK_BITS) & directory_bit(t);
}

/* The stamps of a single thread need no joined chunk (single_thread.c). */
static void copy_in_window(trms_thread *t, uintptr_t from, uintptr_t to,
                           size_t n)
{
   if (!has_chunk(t, from) && !has_chunk(t, to))
      return;
   if (has_chunk(t, from))
      unfold(t, from, n);
   if (!has_chunk(t, to)
       && have_stamps(t->base + from, n)) {
      chunks_join_of(t, to);             /* it may fold, too */
      unfold(t, from, n);
   }
   if (has_chunk(t, to)) {
      unfold(t, to, n);
      /* Not for a single thread, which may not have joined the chunk: a page is
         known only where its chunk is, or the chunk would never be joined.  The
         pages with stamps of the single thread are added when it is not single
         any more. */
      if (has_chunk(t, from) && !fast.single)
         directory_add_to_pages(t, to, n);
      copy_touched(t->base + to, t->base + from, n);
   }
}

/* The thread's stamp of a cell, at the state of its last writer; 0: never. */
static uint32_t stamp_of(trms_thread *t, uintptr_t a)
{
   uint32_t *c;

   if (!fast_in_window(t, a) && !stamp_table_find(&t->table, a))
      return 0;
   if (fast_in_window(t, a) && !has_chunk(t, a))
      return 0;
   c = table_cells_or_window(t, a);
   table_cells_see_readers(t, c, a);
   return *c;
}

static void set_stamp(trms_thread *t, uintptr_t a, uint32_t stamp)
{
   if (stamp == 0 && stamp_of(t, a) == 0)
      return;
   chunks_join_of(t, a);
   *table_cells_or_window(t, a) = stamp;
}

/* A piece that crosses no chunk's end. */
static void copy_stamps(trms_thread *t, uintptr_t from, uintptr_t to, size_t n)
{
   size_t i;

   if (fast_in_window(t, from) && fast_in_window(t, to)) {
      copy_in_window(t, from, to, n);
      return;
   }
   if (fast_in_window(t, from))
      unfold(t, from, n);
   if (fast_in_window(t, to)) {
      chunks_join_of(t, to);
      unfold(t, to, n);
   }
   for (i = 0; i < n; i += fast_cell_size())
      set_stamp(t, to + i, stamp_of(t, from + i));
}

static bool has_writers(uintptr_t a)
{
   return !directory_has(a)
          || directory_chunks[a >> SHADOW_CHUNK_BITS] >> DIRECTORY_WRITERS & 1;
}

static void copy_writers(uintptr_t from, uintptr_t to, size_t n)
{
   size_t i;

   if (!has_writers(from) && !has_writers(to))
      return;
   for (i = 0; i < n; i += fast_cell_size()) {
      unsigned writer = last_writer_of(from + i);
      if (last_writer_of(to + i) != writer)
         last_writer_set(to + i, writer);
   }
}

/* Stamps have become valid without directory_add_sharer: the sharers of the
   lines are not known any more. */
static void forget_sharers(uintptr_t a, size_t n)
{
   uintptr_t line = a / DIRECTORY_LINE_BYTES;
   uintptr_t last = (a + n - 1) / DIRECTORY_LINE_BYTES;

   for (; line <= last; line++)
      if (directory_lines[line])
         directory_lines[line] = 0;
}

void copy_history(uintptr_t from, uintptr_t to, size_t n)
{
   trms_thread *t;

   /* What a single thread has written is known only by its stamps in the
      window. */
   if (n > 0 && (to + n > WINDOWS_END || from + n > WINDOWS_END))
      single_thread_end();
   packed_pages_open(from, n);
   packed_pages_open(to, n);
   lazy_end(from, from + n);
   lazy_end(to, to + n);
   platform_touched_begin();
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
      if (fast.lines_known && directory_has(to))
         forget_sharers(to, piece);
      from += piece;
      to += piece;
      n -= piece;
   }
   platform_touched_end();
}
