/* Cold pages: see engine/fast/cold.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/cold.h"
#include "engine/fast/fold.h"
#include "engine/fast/scratch_window.h"
#include "engine/fast/single_thread.h"

/* A thread with fewer chunks, 4 MB of memory, is left out. */
enum { LEAST_CHUNKS = 64 };

static void look_at(trms_thread *t)
{
   uint32_t before = t->cold_before, top = fast_start(t->stack.top);
   size_t i;

   t->cold_before = (uint32_t)t->stack.next_starts;
   if (t->chunk_count < LEAST_CHUNKS && !fast.small_ranges)
      return;
   if (before > top)
      before = top;
   for (i = 0; before > 0 && i < t->chunk_count; i++)
      fold_old(t, t->chunks[i], before);
}

/* The zeros of the scratch window matter only while the process needs more memory
   than before.  So they are given back few times: once for each SCRATCH_MORE-th
   more, or SCRATCH_LEAST KB.  To ask for the peak is a system call. */
static void give_back_scratch(uint64_t blocks)
{
   enum { SCRATCH_MORE = 32, SCRATCH_LEAST = 1 << 13, SCRATCH_WAIT = 1 << 17 };
   unsigned long peak, more;

   if (blocks < fast.scratch_due)
      return;
   fast.scratch_due = blocks + SCRATCH_WAIT;
   peak = platform_peak();
   if (peak < fast.scratch_next)
      return;
   more = peak / SCRATCH_MORE;
   fast.scratch_next = peak + (more > SCRATCH_LEAST ? more : SCRATCH_LEAST);
   scratch_window_discard();
}

/* How long to wait for the next look. */
static uint64_t wait_after(uint64_t blocks)
{
   uint64_t wait = blocks / COLD_MORE;
   uint64_t least = (uint64_t)fast.joined * COLD_CHUNK;

   if (fast.small_ranges)
      return COLD_TEST_WAIT;
   return wait < least ? least : wait;
}

void trms_fast_look_for_cold(uint64_t blocks)
{
   trms_thread *t;

   if (!fast.has_windows)
      return;
   give_back_scratch(blocks);
   if (blocks < fast.cold_next)
      return;
   fast.cold_next = blocks + wait_after(blocks);
   if (!fold_may_fold_valid(true)
       && fast.opened_with_valid[true] > blocks / COLD_OPENED)
      return;
   single_thread_join_all();
   fast.cold_next = blocks + wait_after(blocks);
   for (t = fast.threads; t; t = t->next)
      if (t->base != 0)
         look_at(t);
}
