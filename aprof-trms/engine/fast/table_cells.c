/* Stamps of cells that lie in no window: see engine/fast/table_cells.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/table_cells.h"
#include "engine/fast/lazy.h"

stamp_table_leaf *table_cells_get_leaf(trms_thread *t, uintptr_t a)
{
   bool is_new;
   stamp_table_leaf *l = stamp_table_get(&t->table, a, &is_new);

   if (is_new && directory_has(a)) {
      lazy_end(a & ~(uintptr_t)(SHADOW_CHUNK_BYTES - 1),
               (a | (SHADOW_CHUNK_BYTES - 1)) + 1);
      directory_set(a >> SHADOW_CHUNK_BITS, DIRECTORY_TABLES);
   }
   return l;
}

/* The version of a cell can't grow any more: bring all tables up to date, and
   begin again with version 0. */
static __attribute__((noinline)) void settle(uintptr_t a, uint32_t *version)
{
   trms_thread *t;

   for (t = fast.threads; t; t = t->next) {
      stamp_table_leaf *l = stamp_table_find(&t->table, a);
      size_t i = stamp_table_index(&t->table, a);

      if (l != NULL) {
         table_cells_in_leaf(l, i);
         l->seen[i] = 0;
      }
   }
   *version = 0;
}

static void advance(uint32_t *version, uintptr_t a, trms_thread *but)
{
   if (*version == STAMP_TABLE_LAST_VERSION)
      settle(a, version);
   ++*version;
   if (but && !fast_in_window(but, a))
      table_cells_leaf(but, a)->seen[stamp_table_index(&but->table, a)]
         = (uint16_t)*version;
}

void table_cells_written(uintptr_t a, size_t n, trms_thread *but)
{
   shadow_chunk *c = shadow_find(&fast.versions, a >> SHADOW_CHUNK_BITS);
   uint32_t *version;

   if (c == NULL)
      return;
   version = &c->cells[(a % SHADOW_CHUNK_BYTES) >> fast.cell_shift];
   for (; n > 0; n--, version++, a += fast_cell_size())
      advance(version, a, but);
}
