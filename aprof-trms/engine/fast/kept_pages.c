/* Pages of stamps that stay in memory: see engine/fast/kept_pages.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/kept_pages.h"
#include "engine/fast/directory.h"

/* Pages of the program whose stamps are kept for a slot, and for all slots.
   Each has stamps in two pages, so that they take two megabytes at most.
   (There are many slots: contexts that are lost keep their windows for a
   while.) */
enum { MOST_PAGES = 16, MOST_PAGES_IN_ALL = 256, MOST_CHUNKS = MOST_PAGES };

typedef struct {
   unsigned count;
   uintptr_t pages[MOST_PAGES];
} page_list;

static page_list kept[WINDOWS_SLOTS];
static unsigned kept_in_all;

void kept_pages_init(void)
{
   platform_zero(kept, sizeof kept);
   kept_in_all = 0;
}

void kept_pages_dropped(unsigned slot)
{
   kept_in_all -= kept[slot].count;
   kept[slot].count = 0;
}

static bool has(const page_list *l, uintptr_t page)
{
   unsigned i;

   for (i = 0; i < l->count; i++)
      if (l->pages[i] == page)
         return true;
   return false;
}

static bool add(page_list *l, uintptr_t page)
{
   if (l->count == MOST_PAGES)
      return false;
   l->pages[l->count++] = page;
   return true;
}

/* The pages that the thread has touched; false: they are too many. */
static bool find_touched(const trms_thread *t, page_list *touched)
{
   size_t i;

   touched->count = 0;
   for (i = 0; i < t->chunk_count; i++) {
      uintptr_t a = t->chunks[i] << SHADOW_CHUNK_BITS;
      uintptr_t past = a + SHADOW_CHUNK_BYTES;

      for (; a < past; a += WINDOWS_PAGE_BYTES)
         if (directory_pages[a >> WINDOWS_PAGE_BITS] & directory_bit(t)
             && !add(touched, a))
            return false;
   }
   return true;
}

/* Lines that are zero are only read: their page may take no memory yet. */
static void clear_page(unsigned slot, uintptr_t page)
{
   enum { LINE = DIRECTORY_LINE_BYTES / 4 };
   uint32_t *c = windows_stamp(slot, page), *past = c + WINDOWS_PAGE_CELLS;

   for (; c < past; c += LINE) {
      uint64_t any = 0;
      size_t i;

      for (i = 0; i < LINE; i += 2)
         any |= stamp_pair(c + i);
      if (any != 0)
         __builtin_memset(c, 0, DIRECTORY_LINE_BYTES);
   }
}

/* Give back what is kept of other pages. */
static void drop_others(unsigned slot, const page_list *touched)
{
   const page_list *k = &kept[slot];
   unsigned i;

   for (i = 0; i < k->count; i++)
      if (!has(touched, k->pages[i]))
         windows_drop(slot, k->pages[i], k->pages[i] + WINDOWS_PAGE_BYTES);
}

static void keep(unsigned slot, const page_list *touched, unsigned fresh)
{
   page_list *k = &kept[slot];
   unsigned i;

   kept_in_all -= k->count;
   if (k->count + fresh > MOST_PAGES) {
      drop_others(slot, touched);
      k->count = 0;
   }
   for (i = 0; i < touched->count; i++)
      if (!has(k, touched->pages[i]))
         add(k, touched->pages[i]);
   kept_in_all += k->count;
}

bool kept_pages_clear(const trms_thread *t, unsigned *fresh)
{
   page_list touched;
   unsigned i;

   if (t->was_single || t->was_populated
       || directory_bit(t) & fast.folded_slots || t->chunk_count > MOST_CHUNKS
       || !find_touched(t, &touched))
      return false;
   *fresh = 0;
   for (i = 0; i < touched.count; i++)
      *fresh += !has(&kept[t->slot], touched.pages[i]);
   if (kept_in_all + *fresh > MOST_PAGES_IN_ALL)
      return false;
   for (i = 0; i < touched.count; i++)
      clear_page(t->slot, touched.pages[i]);
   keep(t->slot, &touched, *fresh);
   return true;
}
