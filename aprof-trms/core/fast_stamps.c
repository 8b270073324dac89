/* Where the fast engine's stamps are: see fast_stamps.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "fast_stamps.h"

#define CENTRE "aprof.fast"

fast_state fast;

history_leaf *fast_get_leaf(trms_thread *t, uintptr_t a)
{
   bool is_new;
   history_leaf *l = history_get(&t->table, a, &is_new);

   if (is_new && writers_in_window(a))
      set_mask(a >> SHADOW_CHUNK_BITS, TABLES);
   return l;
}

/* Where most of a chunk will be touched its pages are taken together: each by
   itself would fault twice, for the check that reads and for the stamp.  That
   may be so where the thread goes through memory, maybe in a few places by
   turns: a neighbour was one of the last to be joined.  Or where it goes back
   and forth in much of it: several of those around were joined.  It is so if
   that has left stamps all over a neighbour. */
enum { RECENT = 4, AROUND = 2, SEVERAL = 3 };

static bool goes_on(const trms_thread *t, uintptr_t number)
{
   size_t i = t->chunk_count, least = i > RECENT ? i - RECENT : 0;

   while (i-- > least)
      if (t->chunks[i] == number - 1 || t->chunks[i] == number + 1)
         return true;
   return false;
}

static bool has_joined(const trms_thread *t, uintptr_t number)
{
   return masks[number] >> t->slot & 1;
}

static bool is_between(const trms_thread *t, uintptr_t number)
{
   unsigned joined = 0, i;

   for (i = 1; i <= AROUND && i <= number; i++)
      joined += has_joined(t, number - i) + has_joined(t, number + i);
   return joined >= SEVERAL;
}

static bool is_touched(const trms_thread *t, const uint32_t *page)
{
   const uint32_t *c = page, *past = page + PAGE_BYTES / 4;

   if (own_bit(t) & fast.folded && *folded_page(t->slot, page))
      return true;
   while (c < past && *(const uint64_t *)c == 0)
      c += 2;
   return c < past;
}

/* Has the thread touched all of a chunk, as far as three pages tell?  They lie
   so many pages from the end where the new one is that no other steps than of a
   page or less come to each: who goes down a column of a matrix takes longer
   ones.  To look at a page takes no memory. */
static bool is_dense(const trms_thread *t, uintptr_t at, ptrdiff_t one_on)
{
   static const unsigned char apart[] = { 0, 5, 9 };
   size_t i;

   for (i = 0; i < sizeof apart; i++)
      if (!is_touched(t, (uint32_t *)at + apart[i] * one_on))
         return false;
   return true;
}

static bool is_beside_dense(const trms_thread *t, uintptr_t number)
{
   uintptr_t at = t->base + (number << SHADOW_CHUNK_BITS);
   ptrdiff_t page = PAGE_BYTES / 4;

   return (number > 0 && has_joined(t, number - 1)
           && is_dense(t, page_down(at) - PAGE_BYTES, -page))
          || (has_joined(t, number + 1)
              && is_dense(t, page_up(at + SHADOW_CHUNK_BYTES), page));
}

void fast_note_chunk(trms_thread *t, uintptr_t number)
{
   if (t->chunk_count == t->chunk_room) {
      t->chunk_room = t->chunk_room ? 2 * t->chunk_room : 64;
      t->chunks = plat_realloc(CENTRE, t->chunks,
                               t->chunk_room * sizeof *t->chunks);
   }
   t->chunks[t->chunk_count++] = number;
   set_mask(number, t->slot);
}

/* A window's chunk is touched for the first time. */
void fast_join_chunk(trms_thread *t, uintptr_t number)
{
   if ((goes_on(t, number) || is_between(t, number))
       && is_beside_dense(t, number))
      plat_populate(t->base + (number << SHADOW_CHUNK_BITS),
                    SHADOW_CHUNK_BYTES);
   fast_note_chunk(t, number);
   fast_fold_some();
}

static bool has_valid(unsigned slot, uintptr_t a)
{
   const uint32_t *c = stamp_in(slot, a & ~(uintptr_t)(LINE_BYTES - 1));
   uint32_t any = 0;
   size_t i;

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
