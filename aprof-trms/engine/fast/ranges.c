/* All stamps of a thread, or of a piece of memory: see engine/fast/ranges.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/ranges.h"
#include "engine/fast/age.h"
#include "engine/fast/bare.h"
#include "engine/fast/chunks.h"
#include "engine/fast/cleared.h"
#include "engine/fast/cold.h"
#include "engine/fast/fold.h"
#include "engine/fast/last_writer.h"
#include "engine/fast/lazy.h"
#include "engine/fast/packed_pages.h"
#include "engine/fast/packed_stack.h"
#include "engine/fast/single_thread.h"
#include "engine/fast/table_cells.h"

static void renumber_cells(const trms_thread *t, uint32_t *cells, size_t n)
{
   size_t i;

   for (i = 0; i < n; i++)
      if (cells[i])
         cells[i] = (cells[i] & (STAMP_VALID | STAMP_SHARED))
                    | age_rank(t, cells[i] | STAMP_VALID) << 1;
}

static void renumber_window(const trms_thread *t, uintptr_t chunk)
{
   uintptr_t at = t->base + (chunk << SHADOW_CHUNK_BITS);
   uintptr_t past = at + SHADOW_CHUNK_BYTES, end = at;

   for (; at < past && (at = platform_touched_from(at, past, &end)) < past;
        at = end)
      renumber_cells(t, (uint32_t *)at, (end - at) / sizeof(uint32_t));
}

/* The paper's renumbering (Section 4.4, Figure 13), of one thread's times. */
void ranges_renumber(trms_thread *t)
{
   size_t i, depth = fast_depth(t);
   stamp_table_leaf *l;

   platform_touched_begin();
   packed_pages_end();
   packed_stack_open_all(t);
   single_thread_join_all();
   cleared_renumber(t);
   for (i = 0; i < t->chunk_count; i++) {
      renumber_window(t, t->chunks[i]);
      if (directory_bit(t) & fast.folded_slots)
         fold_renumber(t, t->chunks[i]);
      bare_renumber(t, t->chunks[i]);
   }
   platform_touched_end();
   for (l = t->table.leaves; l; l = l->next)
      renumber_cells(t, l->stamps, stamp_table_cells(&t->table));
   for (i = 0; i <= depth; i++)
      t->stack.bottom[i].starts = stamp_in_both(STAMP_START(i + 1));
   PLATFORM_ASSERT(depth + 2 < STAMP_TIMES - 1);
   t->stack.next_starts = stamp_in_both(STAMP_START(depth + 2));
   t->found.starts = 0;
   cold_renumbered(t);
}

/* Clear the last writers of [a, end), which lies below WINDOWS_END. */
static void clear_writers(uintptr_t a, uintptr_t end)
{
   for (; a < end && a % 16 != 0; a += 4)
      last_writer_set(a, LAST_WRITER_NONE);
   for (; a < end && end % 16 != 0; end -= 4)
      last_writer_set(end - 4, LAST_WRITER_NONE);
   if (a < end)
      windows_clear((uintptr_t)&last_writer_map[a >> 4], (end - a) >> 4);
}

/* Make the sharers of all lines that [a, end) touches unknown. */
static void clear_sharers(uintptr_t a, uintptr_t end)
{
   uintptr_t first = a / DIRECTORY_LINE_BYTES;
   uintptr_t past = (end + DIRECTORY_LINE_BYTES - 1) / DIRECTORY_LINE_BYTES;

   windows_clear((uintptr_t)&directory_lines[first], (past - first) * 8);
}

/* No thread has stamps of the whole pages in [a, end) any more. */
static void clear_pages(uintptr_t a, uintptr_t end)
{
   uintptr_t first = windows_page_up(a), past = windows_page_down(end);

   if (first < past)
      windows_clear((uintptr_t)&directory_pages[first >> WINDOWS_PAGE_BITS],
                    (past - first) / WINDOWS_PAGE_BYTES
                    * sizeof *directory_pages);
}

/* Return the first address from a on whose chunk may have a mask, as far as
   regions show. */
static uintptr_t touched_from(uintptr_t a)
{
   return fast.region_touched[a >> FAST_REGION_BITS]
          ? a : ((a >> FAST_REGION_BITS) + 1) << FAST_REGION_BITS;
}

/* Return where the chunks from a on that have this mask end, at most `end`.
   Chunks in regions that are skipped have no mask of their own: theirs counts
   as fast.single, which is 0 or the single thread's bit. */
static uintptr_t alike_until(uintptr_t a, uintptr_t end, uint64_t mask)
{
   uintptr_t at = a >> SHADOW_CHUNK_BITS << SHADOW_CHUNK_BITS;

   while (at < end && directory_of_chunk(at >> SHADOW_CHUNK_BITS) == mask) {
      at += SHADOW_CHUNK_BYTES;
      if (at < end && mask == fast.single)
         at = touched_from(at);
   }
   return at < end ? at : end;
}

/* Forget [a, end) in the windows.  Neighbouring chunks that the same threads
   have touched are cleared together. */
static void forget_windows(uintptr_t a, uintptr_t end)
{
   while (a < end) {
      uint64_t mask = directory_of_chunk(a >> SHADOW_CHUNK_BITS), slots;
      uintptr_t to = alike_until(a, end, mask);

      lazy_forget(a, to);
      for (slots = directory_slots(mask); slots; slots &= slots - 1) {
         unsigned slot = (unsigned)__builtin_ctzll(slots);
         uintptr_t base = windows_base(slot);
         if (fast.folded_slots >> slot & 1)
            fold_undo_ends(slot, base + a, base + to);
         windows_clear(base + a, to - a);
      }
      if (mask >> DIRECTORY_WRITERS & 1)
         clear_writers(a, to);
      if (mask != 0)
         clear_pages(a, to);
      if (mask != 0 && fast.lines_known)
         clear_sharers(a, to);
      a = to;
   }
}

static uintptr_t clipped(uintptr_t a)
{
   return a < SHADOW_ADDRESS_END ? a : SHADOW_ADDRESS_END;
}

/* May any table have stamps of [a, end)? */
static bool tables_have(uintptr_t a, uintptr_t end)
{
   uintptr_t from;

   for (; a < end && directory_has(a); a = from) {
      from = touched_from(a);
      if (from == a) {
         if (directory_chunks[a >> SHADOW_CHUNK_BITS] >> DIRECTORY_TABLES & 1)
            return true;
         from = (a | (SHADOW_CHUNK_BYTES - 1)) + 1;
      }
   }
   return a < end;
}

void ranges_forget(uintptr_t a, size_t n)
{
   uintptr_t end = n < UINTPTR_MAX - a ? a + n : UINTPTR_MAX;
   trms_thread *t;

   end = clipped(end) & ~(fast_cell_size() - 1);
   a = (clipped(a) + fast_cell_size() - 1) & ~(fast_cell_size() - 1);
   if (a >= end)
      return;
   cleared_forget(a, end);
   platform_touched_begin();
   if (directory_has(a))
      forget_windows(a, end < WINDOWS_END ? end : WINDOWS_END);
   platform_touched_end();
   shadow_forget(&fast.writers, a >> fast.cell_shift,
                 end >> fast.cell_shift);
   if (!tables_have(a, end))
      return;
   for (t = fast.threads; t; t = t->next)
      stamp_table_forget(&t->table, a, end);
   /* If a chunk of versions goes as a whole, so have all leaves that point into
      it. */
   shadow_forget(&fast.versions, a >> fast.cell_shift,
                 end >> fast.cell_shift);
}

/* Copy what is touched of n bytes at `from` to `to`, where all is zero; return
   whether anything is. */
static bool copy_touched(uintptr_t to, uintptr_t from, size_t n)
{
   uintptr_t at = from, past = from + n, end = from;
   bool any = false;

   for (; at < past && (at = platform_touched_from(at, past, &end)) < past;
        at = end) {
      platform_copy((void *)(to + (at - from)), (const void *)at, end - at);
      any = true;
   }
   return any;
}

static void expand(const trms_thread *t, uintptr_t from, uintptr_t past)
{
   if (fast_in_window(t, from) && directory_bit(t) & fast.folded_slots)
      fold_undo(t->slot, t->base + from, t->base + past);
}

static bool has_joined(const trms_thread *t, uintptr_t a)
{
   return directory_chunks[a >> SHADOW_CHUNK_BITS] >> t->slot & 1;
}

/* The thread is about to have stamps of [a, past).  It does not go through this
   memory: no pages are taken beforehand. */
static void join(trms_thread *t, uintptr_t a, uintptr_t past)
{
   uintptr_t chunk = a >> SHADOW_CHUNK_BITS;

   for (; chunk <= (past - 1) >> SHADOW_CHUNK_BITS; chunk++)
      if (!has_joined(t, chunk << SHADOW_CHUNK_BITS))
         chunks_note(t, chunk);
   directory_add_to_pages(t, a, past - a);
}

static void move_by_copy(uintptr_t from, uintptr_t to, size_t n)
{
   copy_touched(to, from, n);
   windows_clear(from, n);
}

/* Move n bytes of a window to a place where all is zero.  Whole pages, if they
   are many and stay whole, are moved by the kernel; for few, a mapping more
   would cost more than it saves. */
static void move_in_window(uintptr_t from, uintptr_t to, size_t n)
{
   const size_t least = (fast.small_ranges ? 2 : 64) * WINDOWS_PAGE_BYTES;
   uintptr_t first = windows_page_up(from), past = windows_page_down(from + n);

   if ((from - to) % WINDOWS_PAGE_BYTES != 0 || past < first + least
       || !platform_move(first - from + to, first, past - first)) {
      move_by_copy(from, to, n);
      return;
   }
   move_by_copy(from, to, first - from);
   move_by_copy(past, past - from + to, from + n - past);
}

/* Move the stamps of a thread in its window.  Neighbouring chunks that it has
   joined are moved together. */
static void move_window(trms_thread *t, uintptr_t from, uintptr_t to, size_t n)
{
   uintptr_t past = from + n, end;

   for (; from < past; to += end - from, from = end) {
      const bool joined = has_joined(t, from);

      end = from;
      do
         end = (end | (SHADOW_CHUNK_BYTES - 1)) + 1;
      while (end < past && has_joined(t, end) == joined);
      end = end < past ? end : past;
      if (!joined)
         continue;
      join(t, to, to + (end - from));
      expand(t, from, end);
      move_in_window(t->base + from, t->base + to, end - from);
   }
}

/* Move the stamps of one thread, some of which are in its table, of a piece that
   crosses no end of a chunk. */
static void move_stamps(trms_thread *t, uintptr_t from, uintptr_t to,
                        size_t n)
{
   uintptr_t past = from + n;

   if (fast_in_window(t, from) && !has_joined(t, from))
      return;
   expand(t, from, past);
   for (; from < past; from += fast_cell_size(), to += fast_cell_size()) {
      uint32_t *c;

      if (!fast_in_window(t, from) && !stamp_table_find(&t->table, from))
         continue;
      c = table_cells_or_window(t, from);
      if (*c) {
         table_cells_see_readers(t, c, from);
         chunks_join_of(t, to);
         *table_cells_or_window(t, to) = *c;
         *c = 0;
      }
   }
}

/* Bytes of the map have the writers of 4 cells each and are moved as they are.
   The target has none any more. */
static void move_whole_writers(uintptr_t from, uintptr_t to, size_t n)
{
   if (copy_touched((uintptr_t)&last_writer_map[to >> 4],
                    (uintptr_t)&last_writer_map[from >> 4], n >> 4))
      directory_set(to >> SHADOW_CHUNK_BITS, DIRECTORY_WRITERS);
   clear_writers(from, from + n);
}

/* Move the last writers of a piece that crosses no end of a chunk. */
static void move_writers(uintptr_t from, uintptr_t to, size_t n)
{
   size_t i;

   if (directory_has(from)
       && !(directory_chunks[from >> SHADOW_CHUNK_BITS]
            >> DIRECTORY_WRITERS & 1))
      return;
   if (directory_has(from) && directory_has(to)
       && (from | to | n) % 16 == 0) {
      move_whole_writers(from, to, n);
      return;
   }
   for (i = 0; i < n; i += fast_cell_size()) {
      unsigned writer = last_writer_of(from + i);
      if (writer != LAST_WRITER_NONE) {
         last_writer_set(to + i, writer);
         last_writer_set(from + i, LAST_WRITER_NONE);
      }
   }
}

/* Are the thread's stamps of both places in its window? */
static bool is_in_window(const trms_thread *t, uintptr_t from, uintptr_t to,
                         size_t n)
{
   return t->base != 0 && from + n <= WINDOWS_END && to + n <= WINDOWS_END;
}

void ranges_move(uintptr_t from, uintptr_t to, size_t n)
{
   uintptr_t past = from + n;
   trms_thread *t;
   size_t piece;

   /* What a single thread has written is known only by its stamps in the
      window.  The source is no mapping any more, and would be left out later;
      and beyond the windows there are no such stamps. */
   platform_touched_begin();
   packed_pages_open(from, n);
   lazy_end(from, from + n);
   single_thread_join(from, from + n);
   if (to + n > WINDOWS_END)
      single_thread_end();
   ranges_forget(to, n);
   cleared_move(from, to, n);
   for (t = fast.threads; t; t = t->next)
      if (is_in_window(t, from, to, n))
         move_window(t, from, to, n);
   for (; from < past; from += piece, to += piece) {
      size_t other = SHADOW_CHUNK_BYTES - to % SHADOW_CHUNK_BYTES;

      piece = SHADOW_CHUNK_BYTES - from % SHADOW_CHUNK_BYTES;
      if (piece > other)
         piece = other;
      if (piece > past - from)
         piece = past - from;
      for (t = fast.threads; t; t = t->next)
         if (!is_in_window(t, from, to, past - from))
            move_stamps(t, from, to, piece);
      move_writers(from, to, piece);
   }
   platform_touched_end();
}

void trms_fast_pack_stamps(const trms_thread *t, uintptr_t from,
                           uintptr_t past)
{
   if (!fast.single || t->base == 0 || from >= past
       || past > WINDOWS_END - PLATFORM_BLOCK)
      return;
   cleared_settle(from, past + PLATFORM_BLOCK - from);
   packed_pages_pack(t, from, past);
}
