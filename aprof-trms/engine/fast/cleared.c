/* Memory that calloc returned as zero without writing it.

   Invariants: the ranges are sorted and do not overlap; each consists of whole
   pages below WINDOWS_END; fast.cleared is their number.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/cleared.h"
#include "engine/fast/age.h"
#include "engine/fast/chunks.h"
#include "engine/fast/directory.h"
#include "engine/fast/last_writer.h"

#define CENTRE "aprof.cleared"

typedef struct {
   uintptr_t from, past;
   trms_thread *owner;          /* who called calloc; NULL: it has ended */
   uint32_t stamp;              /* of the owner's for all cells */
} range;

static range *ranges;
static size_t room;

size_t cleared_least(void)
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

void cleared_add(uintptr_t from, uintptr_t past, trms_thread *owner,
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
      cleared_add(r.from - from + to, r.past - from + to, r.owner, r.stamp);
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

void cleared_settle_others(const trms_thread *t, uintptr_t from, uintptr_t past)
{
   size_t i;

   for (i = find(from); i < fast.cleared && ranges[i].from < past; i++) {
      uintptr_t at = ranges[i].from > from ? ranges[i].from : from;
      uintptr_t end = ranges[i].past < past ? ranges[i].past : past;

      if (ranges[i].owner && ranges[i].owner != t)
         cleared_settle_ranges(at, end - at);
   }
}
