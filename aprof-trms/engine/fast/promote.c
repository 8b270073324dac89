/* Promotion: a thread whose history is in a table gets a window.

   Contexts are many, and most touch little: a window for each would take pages
   where a table has a few cells, and there are not as many windows.  But a
   context that touches much, a coroutine that does the program's work, pays for
   each access several times the cost of a window.  So a thread that has looked
   up much in its table gets a window, if one is free; some windows are kept for
   threads to come.

   Why the result is the same: a stamp in a table means the same as in a window,
   but for two things that a table finds out only when the stamp is looked up:
   by the version, that another thread has written the cell since; and by the
   last writer, that the stamp is not exclusive any more.  Both are checked for
   each stamp before it moves.  Chunks are joined as if the thread had touched
   them in the window, and it becomes a sharer of all lines of which the sharers
   are known.  Stamps of memory beyond the windows stay in the table.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/promote.h"
#include "engine/fast/bare.h"
#include "engine/fast/chunks.h"
#include "engine/fast/table_cells.h"

/* Cells looked up in the table before a thread is promoted: a few milliseconds'
   worth, and several times the cost of setting up a window.

   Contexts that end before that would have been faster with a window all the
   same if the next ones use its pages again (kept_pages.h).  So the lookups of
   contexts that have ended without a window are added up.  From MANY_LOOKUPS on
   the next contexts are promoted after FEW_LOOKUPS, until the pages that they
   were the first to take have cost as much: FRESH_LOOKUPS each.

   A promotion is in vain if the context does not do as much again with its
   window, judged by its calls.  If one does several times as much, the next
   context has a window from its beginning. */
enum {
   MANY_LOOKUPS = 50000, FEW_LOOKUPS = 1000, FRESH_LOOKUPS = 1000, SEVERAL = 4
};

static size_t missed;              /* lookups that a window would have saved */
static uint32_t few_calls;         /* of the context that was promoted last,
                                      before that */
static bool begins_with_window;    /* the next context */

static void set_missed(size_t lookups)
{
   missed = lookups < 2 * MANY_LOOKUPS ? lookups : 2 * MANY_LOOKUPS;
   fast.lookups_to_window = missed < MANY_LOOKUPS ? MANY_LOOKUPS : FEW_LOOKUPS;
}

void promote_init(void)
{
   set_missed(0);
   begins_with_window = false;
}

void promote_set_slot(trms_thread *t, unsigned slot)
{
   t->slot = slot;
   if (slot < WINDOWS_SLOTS) {
      t->base = windows_base(slot);
      bare_set_slot(t);
   }
}

static uint32_t calls_of(const trms_thread *t)
{
   return ((uint32_t)t->stack.next_starts - STAMP_START(0)) / 2;
}

void promote_table_ends(const trms_thread *t)
{
   if (t->table_lookups > 2 * FEW_LOOKUPS)
      set_missed(missed + t->table_lookups);
}

void promote_window_ends(const trms_thread *t, unsigned fresh)
{
   size_t cost = (size_t)fresh * FRESH_LOOKUPS;
   uint32_t calls = calls_of(t);

   if (!t->promoted)
      return;
   if (calls < 2 * few_calls)
      cost += 2 * FEW_LOOKUPS;
   set_missed(missed < cost ? 0 : missed - cost);
   begins_with_window = missed >= MANY_LOOKUPS && calls / SEVERAL > few_calls;
}

void promote_context_begins(trms_thread *t)
{
   if (!begins_with_window)
      return;
   promote_set_slot(t, windows_take_slot(t->slot_limit));
   t->promoted = t->base != 0;
}

bool trms_fast_wants_window(const trms_thread *t)
{
   return t->table_lookups >= fast.lookups_to_window && t->base == 0;
}

/* Copy the stamps of a leaf into a window with this base. */
static void copy_leaf(trms_thread *t, const stamp_table_leaf *l, uintptr_t base)
{
   uintptr_t a = l->number << t->table.leaf_bits;
   size_t i, n = stamp_table_cells(&t->table);

   for (i = 0; i < n; i++, a += 4)
      if (l->stamps[i]) {
         uint32_t *c = table_cells_at(t, a);

         table_cells_see_readers(t, c, a);
         *(uint32_t *)(base + a) = *c;
      }
}

/* The thread has its window now, with the stamps of this leaf. */
static void join_leaf(trms_thread *t, const stamp_table_leaf *l)
{
   uintptr_t a = l->number << t->table.leaf_bits;
   uintptr_t end = a + ((uintptr_t)1 << t->table.leaf_bits);

   if (!(directory_chunks[a >> SHADOW_CHUNK_BITS] >> t->slot & 1))
      chunks_note(t, a >> SHADOW_CHUNK_BITS);
   directory_add_to_pages(t, a, end - a);
   for (; a < end; a += DIRECTORY_LINE_BYTES)
      directory_add_sharer(a, t);
}

static bool is_below_end(const trms_thread *t, const stamp_table_leaf *l)
{
   return l->number << t->table.leaf_bits < WINDOWS_END;
}

void trms_fast_promote(trms_thread *t)
{
   unsigned slot = t->base == 0 && fast.has_windows
                   ? windows_take_slot(t->slot_limit) : WINDOWS_SLOTS;
   stamp_table_leaf *l;

   t->table_lookups = 0;
   if (slot == WINDOWS_SLOTS)
      return;
   for (l = t->table.leaves; l; l = l->next)
      if (is_below_end(t, l))
         copy_leaf(t, l, windows_base(slot));
   promote_set_slot(t, slot);
   t->promoted = true;
   few_calls = calls_of(t);
   for (l = t->table.leaves; l; l = l->next)
      if (is_below_end(t, l))
         join_leaf(t, l);
   stamp_table_forget(&t->table, 0, WINDOWS_END);
}
