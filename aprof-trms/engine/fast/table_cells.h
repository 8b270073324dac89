/* Stamps of cells that lie in no window of the thread: in its table
   (engine/shadow/stamp_table.h).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FAST_TABLE_CELLS_H
#define APROF_FAST_TABLE_CELLS_H

#include "engine/fast/last_writer.h"
#include "engine/fast/state.h"

/* The leaf of a in the thread's table, made where there was none. */
stamp_table_leaf *table_cells_get_leaf(trms_thread *t, uintptr_t a);

/* The same, found quickly if it was looked up lately. */
static inline stamp_table_leaf *table_cells_leaf(trms_thread *t, uintptr_t a)
{
   uintptr_t number = a >> t->table.leaf_bits;
   stamp_table_leaf *l = t->table.recent[stamp_table_recent(number)];

   return l != NULL && l->number == number ? l : table_cells_get_leaf(t, a);
}

/* The place of stamp i of a leaf.  If other threads have written the cell since
   the stamp was looked at, it is invalidated first. */
static inline uint32_t *table_cells_in_leaf(stamp_table_leaf *l, size_t i)
{
   if (l->seen[i] != l->versions[i]) {
      l->seen[i] = (uint16_t)l->versions[i];
      stamp_invalidate(&l->stamps[i]);
   }
   return &l->stamps[i];
}

/* The place of the stamp of the cell at a in the thread's table. */
static inline uint32_t *table_cells_at(trms_thread *t, uintptr_t a)
{
   t->table_lookups++;
   return table_cells_in_leaf(table_cells_leaf(t, a),
                              stamp_table_index(&t->table, a));
}

/* The place of the thread's stamp of the cell at a, wherever it is. */
static inline uint32_t *table_cells_or_window(trms_thread *t, uintptr_t a)
{
   if (fast_in_window(t, a))
      return (uint32_t *)(t->base + (a & ~(uintptr_t)3));
   return table_cells_at(t, a);
}

/* An exclusive stamp in a table is not found by other threads that read the
   cell.  Make it shared if the last writer says that there was such a read. */
static inline void table_cells_see_readers(const trms_thread *t, uint32_t *c,
                                           uintptr_t a)
{
   if (!fast_in_window(t, a) && stamp_is_exclusive(*c)
       && last_writer_of(a) != LAST_WRITER_EXCLUSIVE)
      *c |= STAMP_SHARED;
}

/* Threads other than `but` lose their valid stamps of n cells from a on in
   tables. */
void table_cells_written(uintptr_t a, size_t n, trms_thread *but);

#endif
