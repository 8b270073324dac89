/* Memory that calloc returned as zero without writing it.

   Invariants: the ranges are sorted and do not overlap; each consists of whole
   pages below WINDOWS_END; fast.cleared is their number.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/cleared.h"
#include "engine/fast/accesses.h"
#include "engine/fast/age.h"
#include "engine/fast/chunks.h"
#include "engine/fast/directory.h"
#include "engine/fast/first_writes.h"
#include "engine/fast/fold.h"
#include "engine/fast/last_writer.h"
#include "engine/fast/lazy.h"

#define CENTRE "aprof.cleared"

typedef struct {
   uintptr_t from, past;
   trms_thread *owner;          /* who called calloc; NULL: it has ended */
   uint32_t stamp;              /* of the owner's for all cells */
} range;

static range *ranges;
static size_t room;

/* Bytes of the least run of pages that become a range; what is less is stamped
   at once.  Tests have ranges wherever there can be any. */
static size_t least_range(void)
{
   return (fast.small_ranges ? 1 : 16) * WINDOWS_PAGE_BYTES;
}

/* The first range that ends beyond `a`. */
static size_t find(uintptr_t a)
{
   size_t low = 0, high = fast.cleared;

   while (low < high) {
      size_t middle = low + (high - low) / 2;
      if (ranges[middle].past <= a)
         low = middle + 1;
      else
         high = middle;
   }
   return low;
}

static void insert(size_t i, const range *r)
{
   size_t n;

   if (fast.cleared == room) {
      room = room ? 2 * room : 16;
      ranges = platform_realloc(CENTRE, ranges, room * sizeof *ranges);
   }
   for (n = fast.cleared++; n > i; n--)
      ranges[n] = ranges[n - 1];
   ranges[i] = *r;
}

static void delete(size_t i)
{
   fast.cleared--;
   for (; i < fast.cleared; i++)
      ranges[i] = ranges[i + 1];
}

void cleared_forget(uintptr_t from, uintptr_t past)
{
   size_t i;

   /* Pages that are forgotten in part stay: what is forgotten of them has no
      state, and would get one again. */
   if (fast.cleared == 0)
      return;
   cleared_settle(from, from % WINDOWS_PAGE_BYTES ? 1 : 0);
   cleared_settle(past, past % WINDOWS_PAGE_BYTES ? 1 : 0);
   from = windows_page_down(from);
   past = windows_page_up(past);
   i = find(from);
   while (i < fast.cleared && ranges[i].from < past) {
      range r = ranges[i];

      if (r.from < from && r.past > past) {
         ranges[i].past = from;
         r.from = past;
         insert(i + 1, &r);
         return;
      }
      if (r.from < from)
         ranges[i++].past = from;
      else if (r.past > past)
         ranges[i++].from = past;
      else
         delete(i);
   }
}

static void add(uintptr_t from, uintptr_t past, trms_thread *owner,
                uint32_t stamp)
{
   range r = { from, past, owner, stamp };

   cleared_forget(from, past);
   insert(find(from), &r);
}

void cleared_move(uintptr_t from, uintptr_t to, size_t n)
{
   uintptr_t past = from + n;
   size_t i;

   /* Pages keep their offsets only where both ranges are of whole pages. */
   if (fast.cleared > 0 && ((from | to | n) % WINDOWS_PAGE_BYTES != 0
                            || to + n > WINDOWS_END)) {
      cleared_settle(from, n);
      cleared_forget(from, past);
      cleared_forget(to, to + n);
      return;
   }
   cleared_forget(to, to + n);
   while (i = find(from), i < fast.cleared && ranges[i].from < past) {
      range r = ranges[i];

      if (r.from < from)
         r.from = from;
      if (r.past > past)
         r.past = past;
      cleared_forget(r.from, r.past);
      add(r.from - from + to, r.past - from + to, r.owner, r.stamp);
   }
}

void cleared_renumber(const trms_thread *t)
{
   size_t i;

   for (i = 0; i < fast.cleared; i++)
      if (ranges[i].owner == t)
         ranges[i].stamp = STAMP_START(age_rank(t, ranges[i].stamp));
}

void cleared_end(const trms_thread *t)
{
   size_t i;

   for (i = 0; i < fast.cleared; i++)
      if (ranges[i].owner == t)
         ranges[i].owner = NULL;
}

void cleared_free(void)
{
   platform_free(ranges);
   ranges = NULL;
   room = 0;
   fast.cleared = 0;
}

/* --- the state of a page in stamps --- */

static bool is_settled(const range *r, uintptr_t a)
{
   return last_writer_of(a) != LAST_WRITER_NONE
          || (r->owner && *windows_stamp(r->owner->slot, a) != 0);
}

static void settle_cell(const range *r, uintptr_t a)
{
   trms_thread *t = r->owner;

   if (t) {
      chunks_join_of(t, a);
      *windows_stamp(t->slot, a) = r->stamp;
      directory_add_sharer(a, t);
   }
   last_writer_set(a, t ? LAST_WRITER_EXCLUSIVE : LAST_WRITER_THREAD);
}

/* The page of the cells [a, end), if any of them is not settled. */
static bool settle_page(const range *r, uintptr_t a, uintptr_t end)
{
   while (a < end && is_settled(r, a))
      a += 4;
   if (a >= end)
      return false;
   for (a = windows_page_down(a), end = a + WINDOWS_PAGE_BYTES; a < end; a += 4)
      if (!is_settled(r, a))
         settle_cell(r, a);
   return true;
}

bool cleared_settle_ranges(uintptr_t a, size_t n)
{
   uintptr_t past = a + n;
   bool changed = false;
   size_t i;

   a &= ~(uintptr_t)3;
   for (i = find(a); i < fast.cleared && ranges[i].from < past; i++) {
      uintptr_t at = ranges[i].from > a ? ranges[i].from : a, end;

      for (; at < past && at < ranges[i].past; at = end) {
         end = windows_page_down(at) + WINDOWS_PAGE_BYTES;
         changed |= settle_page(&ranges[i], at, end < past ? end : past);
      }
   }
   return changed;
}

/* --- calloc --- */

/* A page of client memory lies in two of stamps, since windows are skewed. */
static bool has_stamps(const trms_thread *t, uintptr_t page)
{
   const uint32_t *c = windows_stamp(t->slot, page);

   return (directory_bit(t) & fast.folded_slots
           && (*windows_page_word(t->slot, c) != 0
               || *windows_page_word(t->slot, c + WINDOWS_PAGE_CELLS - 1) != 0))
          || windows_any_set((uintptr_t)c, (uintptr_t)c + WINDOWS_PAGE_BYTES);
}

/* Has any thread a stamp of the page, or its cells a last writer? */
static bool is_touched(uintptr_t page)
{
   uint64_t mask = directory_of_cell(page);
   const trms_thread *t;

   if (mask == 0)
      return false;
   if (mask >> DIRECTORY_TABLES & 1)
      return true;
   if (mask >> DIRECTORY_WRITERS & 1
       && windows_any_set((uintptr_t)&last_writer_map[page >> 4],
                          (uintptr_t)&last_writer_map[
                             (page + WINDOWS_PAGE_BYTES) >> 4]))
      return true;
   for (t = fast.threads; t; t = t->next)
      if (mask & directory_bit(t) && has_stamps(t, page))
         return true;
   return false;
}

/* The first page from `page` on, at most `past`, in a chunk that a thread has
   joined. */
static uintptr_t joined_from(uintptr_t page, uintptr_t past)
{
   while (page < past && directory_chunks[page >> SHADOW_CHUNK_BITS] == 0)
      page = (page | (SHADOW_CHUNK_BYTES - 1)) + 1;
   return page < past ? page : past;
}

/* The same that may be touched.  A single thread has not joined all chunks that it
   has stamps in, but those with pages that are folded (cold.h). */
static uintptr_t maybe_touched_from(const trms_thread *t, uintptr_t page,
                                    uintptr_t past)
{
   uintptr_t at, end;

   if (!fast.single)
      return joined_from(page, past);
   if (fast.folded_slots != 0)
      past = joined_from(page, past);
   at = platform_touched_from(t->base + page, t->base + past, &end) - t->base;
   return at < past ? windows_page_down(at) : past;
}

/* The end of the touched, or untouched, pages from `page` on. */
static uintptr_t end_of_run(const trms_thread *t, uintptr_t page,
                            uintptr_t past, bool touched)
{
   do {
      page += WINDOWS_PAGE_BYTES;
      if (!touched)
         page = maybe_touched_from(t, page, past);
   } while (page < past && is_touched(page) == touched);
   return page < past ? page : past;
}

/* A block that another thread has got from calloc before: it keeps the time of its
   stamps, which the new range has no room for.  (What an ended thread had, or t
   itself, is replaced.) */
static void settle_others(const trms_thread *t, uintptr_t from, uintptr_t past)
{
   size_t i;

   for (i = find(from); i < fast.cleared && ranges[i].from < past; i++) {
      uintptr_t at = ranges[i].from > from ? ranges[i].from : from;
      uintptr_t end = ranges[i].past < past ? ranges[i].past : past;

      if (ranges[i].owner && ranges[i].owner != t)
         cleared_settle_ranges(at, end - at);
   }
}

void cleared_calloc(trms_thread *t, uintptr_t a, size_t n)
{
   uintptr_t page = windows_page_up(a), past = windows_page_down(a + n), end;

   if (!fast_in_window(t, a) || n > WINDOWS_END - a
       || n < least_range()) {
      first_writes_write(t, a, n);
      return;
   }
   /* The stamp of an older range tells whether the block is output. */
   if (fast.output)
      cleared_settle(a, n);
   else
      settle_others(t, page, past);
   lazy_end(page, past);
   platform_touched_begin();
   first_writes_write(t, a, page - a);
   for (; page < past; page = end) {
      bool touched = is_touched(page);

      end = end_of_run(t, page, past, touched);
      if (!touched && end - page >= least_range()) {
         add(page, end, t, fast_start(t->stack.top));
         if (fast.output)
            first_writes_count_new(t, (end - page) / 4);
      } else
         first_writes_write(t, page, end - page);
   }
   first_writes_write(t, past, a + n - past);
   platform_touched_end();
}
