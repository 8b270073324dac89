/* Where the fast engine's stamps are: see engine/fast/stamps.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/stamps.h"
#include "engine/fast/packed_page.h"

fast_state fast;

uint32_t fast_rank(const trms_thread *t, uint32_t stamp)
{
   size_t low = 0, high = depth(t) + 1;

   while (low < high) {
      size_t middle = low + (high - low) / 2;
      if (start_of(&t->stack.bottom[middle]) <= stamp)
         low = middle + 1;
      else
         high = middle;
   }
   return (uint32_t)low;
}

fast_age fast_age_of(const trms_thread *t, uint32_t stamp)
{
   size_t rank = fast_rank(t, stamp | V);

   return (fast_age){
      start_of(&t->stack.bottom[rank - 1]),
      rank <= depth(t) ? start_of(&t->stack.bottom[rank]) : 0x80000000u
   };
}

bool fast_is_touched(const trms_thread *t, const uint32_t *page)
{
   const uint32_t *c = page, *past = page + PAGE_CELLS;

   if (own_bit(t) & (fast.folded | fast.packed) && *page_word(t->slot, page))
      return true;
   while (c < past && *(const uint64_t *)c == 0)
      c += 2;
   return c < past;
}

void fast_unpack(unsigned slot, const uint32_t *c)
{
   uint32_t *page = (uint32_t *)page_down((uintptr_t)c);
   uintptr_t *word = page_word(slot, page);
   packed_page *p = (packed_page *)*word;

   plat_populate((uintptr_t)page, PAGE_BYTES);
   packed_fill(p, page);
   packed_free(p);
   *word = 0;
   fast.unpacked++;
   fast.came_back++;
}

__attribute__((noinline))
bool fast_invalidate_packed(unsigned slot, uint32_t *c, size_t n)
{
   uintptr_t word = *page_word(slot, c);

   if (!is_packed_word(word))
      return false;
   for (; n > 0; n--, c++)
      if (*c != 0)
         invalidate(c);
      else
         packed_invalidate((packed_page *)word,
                           (uintptr_t)c % PAGE_BYTES / sizeof *c);
   return true;
}

history_leaf *fast_get_leaf(trms_thread *t, uintptr_t a)
{
   bool is_new;
   history_leaf *l = history_get(&t->table, a, &is_new);

   if (is_new && writers_in_window(a))
      set_mask(a >> SHADOW_CHUNK_BITS, TABLES);
   return l;
}

static bool has_valid(unsigned slot, uintptr_t a)
{
   const uint32_t *c = stamp_in(slot, a & ~(uintptr_t)(LINE_BYTES - 1));
   uint32_t any = 0;
   size_t i;

   if (is_packed(slot, c))
      return true;                          /* for all that is known quickly */
   for (i = 0; i < LINE_BYTES / 4; i++)
      any |= c[i];
   return any & V;
}

/* invalidate_in_windows, where there are many.  All would be looked at again and
   again, and most in vain: where memory goes from thread to thread, in the end
   all have touched all of it.  So the line's sharers from now on are those that
   have a valid stamp of it left; their lines are in the cache by then. */
__attribute__((noinline))
void fast_invalidate_many(uint64_t slots, uintptr_t a, size_t n)
{
   uint64_t *line = &sharers[a / LINE_BYTES];
   uint64_t left = *line & KNOWN ? *line : mask_of(a) | KNOWN, bits = slots;

   invalidate_in_windows(slots, a, n);
   for (; bits; bits &= bits - 1) {
      unsigned slot = (unsigned)__builtin_ctzll(bits);
      if (!has_valid(slot, a))
         left &= ~((uint64_t)1 << slot);
   }
   *line = left;
   fast.crowded = true;
}

/* All tables look at a cell with the same version, 0, afterwards. */
static __attribute__((noinline)) void settle(uintptr_t a, uint32_t *version)
{
   trms_thread *t;

   for (t = fast.threads; t; t = t->next) {
      history_leaf *l = history_find(&t->table, a);
      size_t i = history_index(&t->table, a);

      if (l != NULL) {
         cell_in_leaf(l, i);
         l->seen[i] = 0;
      }
   }
   *version = 0;
}

static void advance(uint32_t *version, uintptr_t a, trms_thread *but)
{
   if (*version == HISTORY_LAST_VERSION)
      settle(a, version);
   ++*version;
   if (but && !in_window(but, a))
      leaf_of(but, a)->seen[history_index(&but->table, a)]
         = (uint16_t)*version;
}

void fast_written_in_tables(uintptr_t a, size_t n, trms_thread *but)
{
   shadow_chunk *c = shadow_find(&fast.versions, a >> SHADOW_CHUNK_BITS);
   uint32_t *version;

   if (c == NULL)
      return;
   version = &c->cells[(a % SHADOW_CHUNK_BYTES) >> fast.shift];
   for (; n > 0; n--, version++, a += cell_size())
      advance(version, a, but);
}
