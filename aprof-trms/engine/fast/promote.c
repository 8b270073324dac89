/* A thread whose history is in tables moves into a window.

   Contexts are many, and most touch little: a window for each would take pages
   where a table has a few cells, and there are not as many.  But one that
   touches much, a coroutine that does the program's work, pays for each access
   several times what a window costs.  So who has asked its table often gets a
   window, if one is left; some are kept for threads to come.

   Why nothing changes: a table's stamps mean what a window's do, but for two
   things that it only finds out when it is asked.  That somebody else has
   written since is told by the version, and that the cell is not exclusive any
   more by the last writer; both are asked for each stamp before it moves.
   Chunks are joined as if they had been touched there, and where sharers are
   known of a line the thread is one.  What lies beyond the windows stays in the
   table.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/chunks.h"

/* So many cells were asked for: a few milliseconds' worth, and some times what a
   window costs to set up. */
enum { MUCH = 50000 };

bool trms_fast_is_busy(const trms_thread *t)
{
   return t->asked >= MUCH && t->base == 0;
}

/* The stamps of a leaf, as they are, into a window whose base is this. */
static void move_leaf(trms_thread *t, const history_leaf *l, uintptr_t base)
{
   uintptr_t a = l->number << t->table.leaf_bits;
   size_t i, n = history_cells(&t->table);

   for (i = 0; i < n; i++, a += 4)
      if (l->stamps[i]) {
         uint32_t *c = table_cell(t, a);

         see_readers(t, c, a);
         *(uint32_t *)(base + a) = *c;
      }
}

/* It has its window, and has stamps in these chunks. */
static void join_leaf(trms_thread *t, const history_leaf *l)
{
   uintptr_t a = l->number << t->table.leaf_bits;
   uintptr_t end = a + ((uintptr_t)1 << t->table.leaf_bits);

   if (!(masks[a >> SHADOW_CHUNK_BITS] >> t->slot & 1))
      fast_note_chunk(t, a >> SHADOW_CHUNK_BITS);
   for (; a < end; a += LINE_BYTES)
      add_sharer(a, t);
}

static bool is_below_end(const trms_thread *t, const history_leaf *l)
{
   return l->number << t->table.leaf_bits < WINDOW_END;
}

void trms_fast_move_in(trms_thread *t)
{
   unsigned slot = t->base == 0 && fast.windows ? windows_take_slot(t->slots)
                                                : SLOTS;
   history_leaf *l;

   t->asked = 0;
   if (slot == SLOTS)
      return;
   for (l = t->table.leaves; l; l = l->next)
      if (is_below_end(t, l))
         move_leaf(t, l, base_of(slot));
   t->slot = slot;
   t->base = base_of(slot);
   t->words = words_of(slot);
   for (l = t->table.leaves; l; l = l->next)
      if (is_below_end(t, l))
         join_leaf(t, l);
   history_forget(&t->table, 0, WINDOW_END);
}
