/* Pages of stamps that have not been touched for long, packed: see fast_stamps.h.

   Threads that go through the same memory have stamps of it each, several times
   as much as the memory itself.  Mostly all that a thread's stamps of a page tell,
   if they are old, is which cells one of its pending activations had accessed, and
   which of these somebody has written since.  That takes two bits a cell.  The page
   itself is given back.

   Why nothing changes:

   - All that is asked of a stamp's time is the deepest pending activation that had
     started at it.  Its own start stands for all times that tell of it, and so it
     stays, since activations that start later start after all of them.
   - A check of instrumented code fails for 0, whatever it checks.  What is called
     then, for the thread's own access, unpacks the page (unpacked).
   - A stamp that was exclusive is shared in a packed page.  So no read of others
     has to look for exclusive ones here, and when the thread writes again it looks
     for others' valid stamps, in vain: that is all that being exclusive saves.
     (While a thread is alone, who wrote last is only told by what is exclusive:
     then nothing is packed.)
   - Others' writes invalidate what 0 stands for.
   - A stamp that is not 0 is what counts, whatever 0 stands for: a page may be
     packed again between a thread's look at it and the stamp that it leaves.

   The page that a chunk shares with the next one is packed with the first.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "fast_chunks.h"
#include "pool.h"

/* Stamps are many if they take so many percent of the memory which they are of. */
enum { MANY = 160 };

/* What the stamp of a cell is. */
enum { NEVER, INVALID, VALID };

typedef struct {
   uint32_t time;             /* of all stamps, as in a stamp */
   uint32_t unused[POOL_LINE / 4 - 1];
   uint8_t codes[PAGE_CELLS / 4];      /* of four cells in a byte, the first lowest */
} packed_page;

static pool blocks = { .size = sizeof(packed_page) };

static packed_page *packed_at(uintptr_t word)
{
   return (packed_page *)word;
}

static void free_page(packed_page *p)
{
   pool_give(&blocks, p);
   fast.packed_pages--;
}

/* Two cells at once from here on, each in a half of a word: times are that small
   that nothing is carried from one to the other. */
#define HIGHEST in_both(0x80000000u)

static uint64_t times_of(uint64_t stamps)
{
   return stamps & in_both(~(V | S));
}

/* Highest bits: which of the times are at least `time`? */
static uint64_t not_before(uint64_t times, uint32_t time)
{
   return (times + in_both(0x80000000u - time)) & HIGHEST;
}

/* The codes of two cells. */
static unsigned codes_of(uint64_t stamps)
{
   uint64_t codes = (not_before(times_of(stamps), 1) >> 31)
                    + (stamps >> 30 & in_both(1));

   return (unsigned)(codes | codes >> 30) & 15;
}

_Static_assert(NEVER == 0 && INVALID == 1 && VALID == 2, "codes_of");

static uint32_t first_stamp(const uint32_t *page)
{
   size_t i = 0;

   while (i < PAGE_CELLS - 1 && page[i] == 0)
      i++;
   return page[i];
}

/* The codes of a page all of whose stamps tell of the same activation as this one,
   and so do times up to `past`.  False: it tells of others, too. */
static bool encode(packed_page *p, const uint32_t *page, uint32_t past)
{
   uint64_t others = 0;
   size_t i;

   for (i = 0; i < PAGE_CELLS; i += 4) {
      uint64_t one = two_stamps(page + i), two = two_stamps(page + i + 2);
      uint64_t first = times_of(one), second = times_of(two);

      others |= not_before(first, 1) & ~not_before(first, p->time);
      others |= not_before(second, 1) & ~not_before(second, p->time);
      others |= not_before(first, past) | not_before(second, past);
      p->codes[i / 4] = (uint8_t)(codes_of(one) | codes_of(two) << 4);
   }
   return others == 0;
}

/* True: the page is to be given back. */
static bool pack_page(const trms_thread *t, const uint32_t *page)
{
   uintptr_t *word = page_word(t->slot, page);
   uint32_t stamp, rank, past;
   packed_page *p;

   if (*word != 0 || (stamp = first_stamp(page)) == 0)
      return false;
   p = pool_take(&blocks);
   fast.packed_pages++;
   rank = fast_rank(t, stamp | V);
   past = rank <= depth(t) ? start_of(&t->stack.bottom[rank]) & ~V : V;
   p->time = start_of(&t->stack.bottom[rank - 1]) & ~V;
   if (!encode(p, page, past)) {
      free_page(p);
      return false;
   }
   *word = (uintptr_t)p;
   return true;
}

/* To look at a page that was not touched takes a fault.  So a chunk is not looked
   at as a whole if some of its pages are all without stamps. */
static bool is_sparse(const trms_thread *t, const uint32_t *page)
{
   enum { SOME = 4 };
   int i;

   for (i = 0; i < SOME; i++)
      if (fast_is_touched(t, page + i * CHUNK_PAGES / SOME * PAGE_CELLS))
         return false;
   return true;
}

/* Is a page without any stamp of that time, or a later one? */
static bool is_cold_page(const uint32_t *page, uint32_t time)
{
   const uint32_t *c = page, *past = page + PAGE_CELLS;
   uint64_t later = 0;
   size_t i;

   for (; c < past && later == 0; c += LINE_BYTES / 4)
      for (i = 0; i < LINE_BYTES / 4; i += 2)
         later |= not_before(times_of(two_stamps(c + i)), time);
   return later == 0;
}

/* Has a thread not touched a chunk for long, as far as times tell? */
static bool is_cold(const trms_thread *t, uintptr_t number)
{
   uint32_t now = (uint32_t)t->stack.next_starts & ~V;
   uint32_t *page = first_page(t, number), *past = first_page(t, number + 1);

   if (now <= 2 * fast.calls_to_cold || is_sparse(t, page))
      return false;
   for (; page < past; page += PAGE_CELLS)
      if (*page_word(t->slot, page) == 0
          && !is_cold_page(page, now - 2 * fast.calls_to_cold))
         return false;
   return true;
}

static bool has_many_stamps(void)
{
   size_t pages = fast.joined * CHUNK_PAGES;

   return pages - fast.packed_pages > fast.chunks * CHUNK_PAGES * MANY / 100;
}

void fast_pack_chunk(trms_thread *t, uintptr_t number)
{
   uint32_t *page = first_page(t, number), *past = first_page(t, number + 1);

   if (fast.alone
       || !(fast.pack_always || (has_many_stamps() && is_cold(t, number))))
      return;
   fast.packed |= own_bit(t);
   while (page < past) {
      uint32_t *from = page;
      while (page < past && pack_page(t, page))
         page += PAGE_CELLS;
      if (from < page)
         plat_discard((uintptr_t)from, (uintptr_t)page - (uintptr_t)from);
      else
         page += PAGE_CELLS;
   }
}

void fast_unpack(unsigned slot, const uint32_t *c)
{
   uint32_t *page = (uint32_t *)page_down((uintptr_t)c);
   uintptr_t *word = page_word(slot, page);
   packed_page *p = packed_at(*word);
   const uint32_t stamps[] = {
      [NEVER] = 0, [INVALID] = p->time | S, [VALID] = p->time | V | S, 0
   };
   size_t i;

   plat_populate((uintptr_t)page, PAGE_BYTES);
   for (i = 0; i < PAGE_CELLS; i++)
      if (page[i] == 0)
         page[i] = stamps[p->codes[i / 4] >> i % 4 * 2 & 3];
   *word = 0;
   free_page(p);
   fast.unpacked++;
}

void fast_forget_packed(unsigned slot, uintptr_t first, uintptr_t past)
{
   for (; first < past; first += PAGE_BYTES) {
      uintptr_t *word = page_word(slot, (const uint32_t *)first);

      if (is_packed_word(*word)) {
         free_page(packed_at(*word));
         *word = 0;
      }
   }
}

void fast_renumber_packed(const trms_thread *t, uintptr_t word)
{
   packed_page *p = packed_at(word);

   p->time = fast_rank(t, p->time | V) << 1;
}

static void invalidate_cell(packed_page *p, const uint32_t *c)
{
   size_t i = ((uintptr_t)c & (PAGE_BYTES - 1)) / 4;
   unsigned at = i % 4 * 2;

   if ((p->codes[i / 4] >> at & 3) == VALID)
      p->codes[i / 4] ^= (uint8_t)((VALID ^ INVALID) << at);
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
         invalidate_cell(packed_at(word), c);
   return true;
}
