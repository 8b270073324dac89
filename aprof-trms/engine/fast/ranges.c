/* All stamps of a thread, or all of a piece of memory: renumbering, and memory
   that goes or moves.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/chunks.h"
#include "engine/fast/cleared.h"

static void renumber_cells(const trms_thread *t, uint32_t *cells, size_t n)
{
   size_t i;

   for (i = 0; i < n; i++)
      if (cells[i])
         cells[i] = (cells[i] & (V | S)) | fast_rank(t, cells[i] | V) << 1;
}

void fast_renumber(trms_thread *t)
{
   size_t i, in_chunk = SHADOW_CHUNK_BYTES / 4;
   history_leaf *l;

   fast_adopt_all();
   cleared_renumber(t);
   for (i = 0; i < t->chunk_count; i++) {
      renumber_cells(t, cell_of(t, t->chunks[i] << SHADOW_CHUNK_BITS),
                     in_chunk);
      if (own_bit(t) & (fast.folded | fast.packed))
         fast_renumber_folded(t, t->chunks[i]);
   }
   for (l = t->table.leaves; l; l = l->next)
      renumber_cells(t, l->stamps, history_cells(&t->table));
   for (i = 0; i <= depth(t); i++)
      t->stack.bottom[i].starts = in_both(STAMP(i + 1));
   PLAT_ASSERT(depth(t) + 2 < LIMIT - 1);
   t->stack.next_starts = in_both(STAMP(depth(t) + 2));
}

/* The writers of [a, end), which lies below WINDOW_END. */
static void clear_writers(uintptr_t a, uintptr_t end)
{
   for (; a < end && a % 16 != 0; a += 4)
      set_writer(a, NOBODY);
   for (; a < end && end % 16 != 0; end -= 4)
      set_writer(end - 4, NOBODY);
   if (a < end)
      windows_clear((uintptr_t)&writers[a >> 4], (end - a) >> 4);
}

/* The sharers of all lines that [a, end) touches are not known any more. */
static void clear_sharers(uintptr_t a, uintptr_t end)
{
   uintptr_t first = a / LINE_BYTES;
   uintptr_t past = (end + LINE_BYTES - 1) / LINE_BYTES;

   windows_clear((uintptr_t)&sharers[first], (past - first) * 8);
}

/* The first place from a on where a chunk may have a mask, as far as regions
   tell. */
static uintptr_t touched_from(uintptr_t a)
{
   return fast.touched[a >> REGION_BITS]
          ? a : ((a >> REGION_BITS) + 1) << REGION_BITS;
}

/* Where the chunks from a on that have this mask end; at most `end`.  What is
   skipped has no mask, which with nobody alone, or with one who is, counts as
   fast.alone. */
static uintptr_t alike_until(uintptr_t a, uintptr_t end, uint64_t mask)
{
   uintptr_t at = a >> SHADOW_CHUNK_BITS << SHADOW_CHUNK_BITS;

   while (at < end && mask_of_chunk(at >> SHADOW_CHUNK_BITS) == mask) {
      at += SHADOW_CHUNK_BYTES;
      if (at < end && mask == fast.alone)
         at = touched_from(at);
   }
   return at < end ? at : end;
}

/* Forgets [a, end) in the windows.  Neighbouring chunks that the same threads
   have touched are cleared together. */
static void forget_windows(uintptr_t a, uintptr_t end)
{
   while (a < end) {
      uint64_t mask = mask_of_chunk(a >> SHADOW_CHUNK_BITS), slots;
      uintptr_t to = alike_until(a, end, mask);

      for (slots = slots_in(mask); slots; slots &= slots - 1) {
         unsigned slot = (unsigned)__builtin_ctzll(slots);
         uintptr_t base = base_of(slot);
         if ((fast.folded | fast.packed) >> slot & 1)
            fast_unfold_ends(slot, base + a, base + to);
         windows_clear(base + a, to - a);
      }
      if (mask >> WRITERS & 1)
         clear_writers(a, to);
      if (mask != 0 && fast.crowded)
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

   for (; a < end && writers_in_window(a); a = from) {
      from = touched_from(a);
      if (from == a) {
         if (masks[a >> SHADOW_CHUNK_BITS] >> TABLES & 1)
            return true;
         from = (a | (SHADOW_CHUNK_BYTES - 1)) + 1;
      }
   }
   return a < end;
}

void fast_forget(uintptr_t a, size_t n)
{
   uintptr_t end = n < UINTPTR_MAX - a ? a + n : UINTPTR_MAX;
   trms_thread *t;

   end = clipped(end) & ~(cell_size() - 1);
   a = (clipped(a) + cell_size() - 1) & ~(cell_size() - 1);
   if (a >= end)
      return;
   cleared_forget(a, end);
   if (writers_in_window(a))
      forget_windows(a, end < WINDOW_END ? end : WINDOW_END);
   shadow_forget(&fast.writers, a >> fast.shift, end >> fast.shift);
   if (!tables_have(a, end))
      return;
   for (t = fast.threads; t; t = t->next)
      history_forget(&t->table, a, end);
   /* Where a chunk goes as a whole, so have all leaves with its versions. */
   shadow_forget(&fast.versions, a >> fast.shift, end >> fast.shift);
}

static void unfold(const trms_thread *t, uintptr_t from, uintptr_t past)
{
   if (in_window(t, from) && own_bit(t) & (fast.folded | fast.packed))
      fast_unfold(t->slot, t->base + from, t->base + past);
}

/* Moves one thread's stamps of a piece that crosses no chunk's end. */
static void move_stamps(trms_thread *t, uintptr_t from, uintptr_t to,
                        size_t n)
{
   uintptr_t past = from + n;

   if (in_window(t, from) && in_window(t, to)) {
      if (masks[from >> SHADOW_CHUNK_BITS] >> t->slot & 1) {
         join(t, to);                       /* it may fold, too */
         unfold(t, from, past);
         plat_copy(cell_of(t, to), cell_of(t, from), n);
         windows_clear(t->base + from, n);
      }
      return;
   }
   unfold(t, from, past);
   for (; from < past; from += cell_size(), to += cell_size()) {
      uint32_t *c;

      if (!in_window(t, from) && !history_find(&t->table, from))
         continue;
      c = cell_of(t, from);
      if (*c) {
         see_readers(t, c, from);
         join(t, to);
         *cell_of(t, to) = *c;
         *c = 0;
      }
   }
}

/* A byte has the writers of 4 cells: whole ones, in the window, are moved as
   they are.  Where they go there are none any more. */
static void move_whole_writers(uintptr_t from, uintptr_t to, size_t n)
{
   plat_copy(&writers[to >> 4], &writers[from >> 4], n >> 4);
   set_mask(to >> SHADOW_CHUNK_BITS, WRITERS);
   clear_writers(from, from + n);
}

/* Those of a piece that crosses no chunk's end. */
static void move_writers(uintptr_t from, uintptr_t to, size_t n)
{
   size_t i;

   if (writers_in_window(from)
       && !(masks[from >> SHADOW_CHUNK_BITS] >> WRITERS & 1))
      return;
   if (writers_in_window(from) && writers_in_window(to)
       && (from | to | n) % 16 == 0) {
      move_whole_writers(from, to, n);
      return;
   }
   for (i = 0; i < n; i += cell_size()) {
      unsigned writer = last_writer(from + i);
      if (writer != NOBODY) {
         set_writer(to + i, writer);
         set_writer(from + i, NOBODY);
      }
   }
}

void fast_move(uintptr_t from, uintptr_t to, size_t n)
{
   trms_thread *t;

   /* What a thread writes that is alone is known by its stamps in the window
      alone.  What goes is no mapping any more, and would be left out. */
   fast_adopt(from, from + n);
   if (to + n > WINDOW_END)
      fast_end_alone();
   fast_forget(to, n);
   cleared_move(from, to, n);
   while (n > 0) {
      size_t piece = SHADOW_CHUNK_BYTES - from % SHADOW_CHUNK_BYTES;
      size_t other = SHADOW_CHUNK_BYTES - to % SHADOW_CHUNK_BYTES;

      if (piece > other)
         piece = other;
      if (piece > n)
         piece = n;
      for (t = fast.threads; t; t = t->next)
         move_stamps(t, from, to, piece);
      move_writers(from, to, piece);
      from += piece;
      to += piece;
      n -= piece;
   }
}
