/* The invariants of the fast engine's state.

   Of threads: their stacks, partials and slots.  Of cells: that every stamp is
   a legal one, that an exclusive stamp is the only valid one (the protocol of
   engine/fast/stamp.h), and that the directory of sharers and the map of last
   writers have what stamps say.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/invariants.h"
#include "engine/fast/bare.h"
#include "engine/fast/fold.h"
#include "engine/fast/lazy.h"
#include "engine/fast/ownership.h"
#include "engine/fast/packed_stack.h"

/* Each function returns NULL, or the invariant that is broken. */
#define HOLDS(x, invariant) \
   do { \
      if (!(x)) \
         return invariant; \
   } while (0)

static const char *broken_stack(const trms_thread *t)
{
   const trms_fast_stack *s = &t->stack;
   const trms_fast_activation *h;

   packed_stack_open_all(t);
   HOLDS(s->bottom <= s->top && s->top <= s->last, "the stack has room");
   for (h = s->bottom - FAST_UNDER; h < s->bottom; h++)
      HOLDS(fast_start(h) == STAMP_START(0), "below the bottom is time 0");
   HOLDS(fast_start(s->bottom) == STAMP_START(1), "the bottom is at time 1");
   for (h = s->bottom; h <= s->top; h++) {
      HOLDS(h->starts == stamp_in_both(fast_start(h)),
            "both halves of starts are equal");
      HOLDS(h == s->bottom || fast_start(h - 1) < fast_start(h),
            "starts ascend from the bottom to the top");
   }
   HOLDS(fast_start(s->top) < (uint32_t)s->next_starts
         && (uint32_t)s->next_starts < STAMP_START(STAMP_TIMES - 1),
         "the next start is later than the top's");
   return NULL;
}

static bool is_zero(const fast_cold *d)
{
   return d->x[FAST_BY_KERNEL] == 0 && d->x[FAST_BY_THREAD] == 0
          && d->induced[FAST_BY_KERNEL] == 0
          && d->induced[FAST_BY_THREAD] == 0 && d->wms == 0;
}

static const char *broken_partials(const trms_thread *t)
{
   int64_t rms = 0, by_kernel = 0, by_thread = 0, external = 0, thread = 0;
   int64_t wms = 0;
   size_t i;

   HOLDS(t->stack.bottom <= t->stack.last_cold
         && t->stack.last_cold <= t->stack.top,
         "last_cold is in the stack");
   for (i = fast_depth(t); i > 0; i--) {
      const fast_cold *d = &t->cold[i];

      HOLDS(t->stack.bottom + i <= t->stack.last_cold || is_zero(d),
            "no cold partials are above last_cold");
      rms += t->stack.bottom[i].rms;
      by_kernel += d->x[FAST_BY_KERNEL];
      by_thread += d->x[FAST_BY_THREAD];
      external += d->induced[FAST_BY_KERNEL];
      thread += d->induced[FAST_BY_THREAD];
      wms += d->wms;
      HOLDS(wms >= 0, "0 <= wms");
      HOLDS(rms >= 0 && by_kernel >= 0 && by_thread >= 0,
            "0 <= rms <= ext <= trms");
      HOLDS(external >= 0 && thread >= 0
            && external + thread <= rms + by_kernel + by_thread,
            "0 <= external + thread <= trms");
   }
   return NULL;
}

static const char *broken_threads(void)
{
   uint64_t slots = 0;
   const trms_thread *t;
   const char *broken;

   for (t = fast.threads; t; t = t->next) {
      if ((broken = broken_stack(t)) || (broken = broken_partials(t)))
         return broken;
      HOLDS(t->base == (t->slot < WINDOWS_SLOTS ? windows_base(t->slot) : 0),
            "a thread's base is its slot's");
      HOLDS((slots & directory_bit(t)) == 0, "no slot is two threads'");
      slots |= directory_bit(t);
   }
   HOLDS(!fast.single || (fast.threads && !fast.threads->next
                          && fast.single == directory_bit(fast.threads)),
         "a single thread is the only one");
   return NULL;
}

static const char *broken_stamp(const trms_thread *t, uint32_t stamp)
{
   uint32_t time = stamp & ~(STAMP_VALID | STAMP_SHARED);

   HOLDS((stamp & 0x80000000u) == 0, "bit 31 of stamps is 0");
   HOLDS(time != 0, "a stamp that is not 0 has a time");
   HOLDS(stamp_is_valid(stamp) || stamp & STAMP_SHARED,
         "an invalid stamp has S set");
   HOLDS((time | STAMP_VALID) < (uint32_t)t->stack.next_starts,
         "no stamp is later than the next start");
   return NULL;
}

/* The thread's stamp in a table, as an access would find it. */
static uint32_t stamp_in_table(const trms_thread *t, uintptr_t a)
{
   const stamp_table_leaf *l = stamp_table_find(&t->table, a);
   size_t i = stamp_table_index(&t->table, a);
   uint32_t stamp = l ? l->stamps[i] : 0;

   if (stamp != 0 && l->seen[i] != (uint16_t)l->versions[i])
      stamp_invalidate(&stamp);
   table_cells_see_readers(t, &stamp, a);
   return stamp;
}

/* The pages of the threads' windows with the stamps of a chunk: have they been
   touched?  Others are not looked at, so that they stay untouched. */
enum { CHUNK_PAGES = SHADOW_CHUNK_BYTES / WINDOWS_PAGE_BYTES + 1 };
static bool touched[WINDOWS_SLOTS][CHUNK_PAGES];

static uintptr_t page_of(const trms_thread *t, uintptr_t a)
{
   uintptr_t first = t->base + (a & ~(uintptr_t)(SHADOW_CHUNK_BYTES - 1));

   return ((t->base + a) >> WINDOWS_PAGE_BITS) - (first >> WINDOWS_PAGE_BITS);
}

static void find_touched(const trms_thread *t, uintptr_t chunk_start)
{
   uintptr_t at = t->base + chunk_start, past = at + SHADOW_CHUNK_BYTES, end;
   uintptr_t page;

   platform_zero(touched[t->slot], sizeof touched[t->slot]);
   while (at < past && (at = platform_touched_from(at, past, &end)) < past)
      for (; at < end; at = windows_page_down(at) + WINDOWS_PAGE_BYTES) {
         page = page_of(t, at - t->base);
         touched[t->slot][page] = true;
      }
}

/* The thread's stamp in its window. */
static uint32_t stamp_in_window(const trms_thread *t, uintptr_t a)
{
   const uint32_t *c = (const uint32_t *)(t->base + a);

   if (bare_has(a))
      return bare_stamp(t, a);
   if (touched[t->slot][page_of(t, a)])
      return fold_stamp(t, c, a);
   return fold_untouched_stamp(t, c);
}

static const char *broken_cell(uintptr_t a)
{
   uint64_t mask = directory_of_cell(a), *line = NULL;
   unsigned writer = last_writer_of(a), valid = 0, exclusive = 0;
   bool lazy = lazy_has(a);
   const trms_thread *t;
   const char *broken;

   if (directory_has(a)) {
      line = &directory_lines[a / DIRECTORY_LINE_BYTES];
      HOLDS(writer == LAST_WRITER_NONE || mask >> DIRECTORY_WRITERS & 1,
            "the directory knows of last writers");
   }
   for (t = fast.threads; t; t = t->next) {
      bool in_window = fast_in_window(t, a);
      uint32_t stamp = in_window ? stamp_in_window(t, a)
                                 : stamp_in_table(t, a);

      if (stamp == 0)
         continue;
      if ((broken = broken_stamp(t, stamp)))
         return broken;
      HOLDS(in_window ? directory_of_chunk(a >> SHADOW_CHUNK_BITS)
                        & directory_bit(t)
                      : mask >> DIRECTORY_TABLES & 1,
            "the directory knows who has stamps of a chunk");
      HOLDS(!in_window || mask & directory_bit(t),
            "the directory knows who has stamps of a page");
      HOLDS(!in_window || !bare_has(a) || !touched[t->slot][page_of(t, a)]
            || *(const uint32_t *)(t->base + a) == 0,
            "stamps in windows are 0 in bare pages");
      if (lazy && (broken = lazy_broken(t, stamp, a)))
         return broken;
      HOLDS(lazy || !stamp_is_valid(stamp) || !in_window || !fast.lines_known
            || !(*line & DIRECTORY_KNOWN) || *line & directory_bit(t),
            "the directory knows who shares a line");
      valid += stamp_is_valid(stamp);
      exclusive += stamp_is_exclusive(stamp);
   }
   HOLDS(exclusive == 0 || valid == 1, "an exclusive stamp is the only valid");
   HOLDS(exclusive == 0 || fast.single || lazy
         || writer == LAST_WRITER_EXCLUSIVE,
         "the last writer of an exclusive cell is exclusive");
   return NULL;
}

static const char *broken_chunk(uintptr_t chunk)
{
   uintptr_t a = chunk << SHADOW_CHUNK_BITS, past = a + SHADOW_CHUNK_BYTES;
   const char *broken = NULL;
   const trms_thread *t;

   platform_touched_begin();
   for (t = fast.threads; t; t = t->next)
      if (fast_in_window(t, a))
         find_touched(t, a);
   platform_touched_end();
   for (; a < past && !broken; a += fast_cell_size())
      broken = broken_cell(a);
   return broken;
}

/* Find the chunk of the n-th piece of history: of all chunks that threads have
   joined, and of all leaves of their tables.  False: there are at most n. */
static bool nth_chunk(size_t n, uintptr_t *chunk)
{
   const trms_thread *t;
   const stamp_table_leaf *l;

   for (t = fast.threads; t; t = t->next) {
      if (n < t->chunk_count) {
         *chunk = t->chunks[n];
         return true;
      }
      n -= t->chunk_count;
      for (l = t->table.leaves; l; l = l->next)
         if (n-- == 0) {
            *chunk = l->number << t->table.leaf_bits >> SHADOW_CHUNK_BITS;
            return true;
         }
   }
   return false;
}

const char *invariants_broken(size_t chunks)
{
   static size_t next;                  /* where the sample goes on */
   const char *broken = broken_threads();
   uintptr_t chunk;

   for (; chunks > 0 && !broken; chunks--) {
      if (!nth_chunk(next, &chunk)) {
         next = 0;
         if (!nth_chunk(next, &chunk))
            break;
      }
      next++;
      broken = broken_chunk(chunk);
   }
   return broken;
}
