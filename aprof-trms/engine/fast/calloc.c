/* Blocks of calloc: see engine/fast/calloc.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/calloc.h"
#include "engine/fast/accesses.h"
#include "engine/fast/cleared.h"
#include "engine/fast/directory.h"
#include "engine/fast/first_writes.h"
#include "engine/fast/last_writer.h"
#include "engine/fast/lazy.h"

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

void calloc_clear(trms_thread *t, uintptr_t a, size_t n)
{
   uintptr_t page = windows_page_up(a), past = windows_page_down(a + n), end;

   if (!fast_in_window(t, a) || n > WINDOWS_END - a
       || n < cleared_least()) {
      accesses_write(t, a, n);
      return;
   }
   /* The stamp of an older range tells whether the block is output. */
   if (fast.output)
      cleared_settle(a, n);
   else
      cleared_settle_others(t, page, past);
   lazy_end(page, past);
   platform_touched_begin();
   accesses_write(t, a, page - a);
   for (; page < past; page = end) {
      bool touched = is_touched(page);

      end = end_of_run(t, page, past, touched);
      if (!touched && end - page >= cleared_least()) {
         cleared_add(page, end, t, fast_start(t->stack.top));
         if (fast.output)
            first_writes_count_new(t, (end - page) / 4);
      } else
         accesses_write(t, page, end - page);
   }
   accesses_write(t, past, a + n - past);
   platform_touched_end();
}
