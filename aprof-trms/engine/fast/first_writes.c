/* Output: see engine/fast/first_writes.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/first_writes.h"
#include "engine/fast/ancestor.h"
#include "engine/fast/cleared.h"
#include "engine/fast/fold.h"
#include "engine/fast/table_cells.h"

/* n cells with this stamp are about to be written. */
static void count_alike(trms_thread *t, uint32_t stamp, size_t n)
{
   trms_fast_activation *h = t->stack.top;
   uint32_t accessed = stamp | STAMP_VALID;      /* as if it were valid */

   if (stamp == 0)
      first_writes_count_new(t, n);
   else if (accessed < fast_start(h)) {
      fast_cold_of(t, h)->wms += (int64_t)n;
      fast_cold_of(t, ancestor_of(t, accessed))->wms -= (int64_t)n;
   }
}

/* The stamp of the cell at a, whose place is c, as a read would find it. */
static uint32_t stamp_of(const trms_thread *t, const uint32_t *c, uintptr_t a)
{
   if (*c == 0)
      cleared_settle(a, 1);
   return fold_stamp(t, c, a);
}

/* Neighbours mostly have one history. */
static void count_window(trms_thread *t, const uint32_t *c,
                         const uint32_t *end, uintptr_t a)
{
   while (c < end) {
      uint32_t stamp = stamp_of(t, c, a);
      size_t n = 1;

      while (c + n < end && stamp != 0 && c[n] == stamp)
         n++;
      count_alike(t, stamp, n);
      c += n;
      a += 4 * n;
   }
}

void first_writes_count(trms_thread *t, uintptr_t a, size_t n)
{
   size_t count = fast_cells(&a, n);
   size_t inside = fast_cells_in_window(t, a, count);
   const uint32_t *c = (const uint32_t *)(t->base + a);

   if (t->stack.top == t->stack.bottom)
      return;
   count_window(t, c, c + inside, a);
   a += 4 * inside;
   for (count -= inside; count > 0; count--, a += fast_cell_size()) {
      c = table_cells_at(t, a);
      count_alike(t, stamp_of(t, c, a), 1);
   }
}
