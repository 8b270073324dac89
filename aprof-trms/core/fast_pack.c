/* Pages of stamps that have not been touched for long, packed: see fast_stamps.h.

   Threads that go through the same memory have stamps of it each, several times
   as much as the memory itself.  But a thread's stamps of a page only tell which
   of its pending activations was the deepest to have started at the latest access
   to each cell, and whether anybody has written it since.  Few activations come
   into question for a page, whatever the number of times in it: two or four bits
   for each cell say all.  The page itself is given back.

   Why nothing changes:

   - All that is asked of a stamp's time is that activation.  Its own start stands
     for all times that tell of it, and so it stays, since activations that start
     later start after all of them.
   - A check of instrumented code fails for 0, whatever it checks.  What is called
     then, for the thread's own access, unpacks the page (unpacked).
   - A stamp that was exclusive is shared in a packed page.  So no read of others
     has to look for exclusive ones here, and when the thread writes again it looks
     for others' valid stamps, in vain: that is all that being exclusive saves.
     (While a thread is alone, who wrote last is only told by what is exclusive:
     then nothing is packed.)
   - Others' writes invalidate what 0 stands for.
   - A stamp that is not 0 is what counts: a quiet write, or one that does not ask
     for what was there, leaves its own.

   The page that a chunk shares with the next one is packed with the first.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "fast_chunks.h"
#include "pool.h"

/* Of so many activations a page can tell. */
enum { TIMES = 7 };

/* Percent. */
enum { MANY = 150 };

/* The code of a cell is 0 for "never", else 1 for the first of the times, 3 for the
   second, and so on, and one more where the stamp is valid. */
typedef struct {
   uint32_t times[TIMES];     /* ascending; as in stamps */
   uint32_t count;            /* of them */
   uint32_t bits;             /* of a code */
   uint32_t unused[7];
   uint8_t codes[];
} packed_page;

_Static_assert(sizeof(packed_page) == POOL_LINE, "codes are in lines of their own");

#define CODES_BYTES(bits) ((bits) * PAGE_CELLS / 8)

static pool small_blocks = { .size = POOL_LINE + CODES_BYTES(2) };
static pool large_blocks = { .size = POOL_LINE + CODES_BYTES(4) };

static packed_page *packed_at(uintptr_t word)
{
   return (packed_page *)word;
}

/* The greatest code of one time is 2. */
static packed_page *new_page(uint32_t count)
{
   packed_page *p = pool_take(count == 1 ? &small_blocks : &large_blocks);

   p->count = count;
   p->bits = count == 1 ? 2 : 4;
   fast.packed_pages++;
   return p;
}

static void free_page(packed_page *p)
{
   pool_give(p->count == 1 ? &small_blocks : &large_blocks, p);
   fast.packed_pages--;
}

/* The least and the greatest time in a page; false: there is none. */
static bool find_times(const uint32_t *page, uint32_t *least, uint32_t *greatest)
{
   uint32_t less = UINT32_MAX;            /* than the least; that of 0 is greater */
   size_t i;

   *greatest = 0;
   for (i = 0; i < PAGE_CELLS; i++) {
      uint32_t time = page[i] & ~(V | S);
      *greatest = time > *greatest ? time : *greatest;
      less = time - 1 < less ? time - 1 : less;
   }
   *least = less + 1;
   return *greatest != 0;
}

/* Those of the activations that a page tells of.  False: it tells of none, or of
   too many. */
static bool find_starts(const trms_thread *t, const uint32_t *page,
                        packed_page *found)
{
   uint32_t least, greatest, first, past, i;

   if (!find_times(page, &least, &greatest))
      return false;
   first = fast_rank(t, least | V) - 1;
   past = fast_rank(t, greatest | V);
   found->count = past - first;
   if (found->count > TIMES)
      return false;
   for (i = 0; i < found->count; i++)
      found->times[i] = start_of(&t->stack.bottom[first + i]) & ~V;
   return true;
}

static inline unsigned code_of(const packed_page *p, uint32_t stamp)
{
   uint32_t time = stamp & ~(V | S), i;
   unsigned code = 1 + (stamp & V) / V;

   for (i = 1; i < p->count; i++)
      code += 2 * (time >= p->times[i]);
   return stamp != 0 ? code : 0;
}

static uint32_t stamp_of(const packed_page *p, unsigned code)
{
   return code == 0 ? 0
          : p->times[(code - 1) / 2] | (code % 2 == 0 ? V : 0) | S;
}

static inline void encode(packed_page *p, const uint32_t *page, uint32_t bits)
{
   uint8_t *byte = p->codes, *past = byte + CODES_BYTES(bits);

   for (; byte < past; byte++) {
      unsigned codes = 0, at;
      for (at = 0; at < 8; at += bits)
         codes |= code_of(p, *page++) << at;
      *byte = (uint8_t)codes;
   }
}

/* True: the page is to be given back. */
static bool pack_page(const trms_thread *t, const uint32_t *page)
{
   uintptr_t *word = page_word(t->slot, page);
   packed_page found, *p;

   if (*word != 0 || !find_starts(t, page, &found))
      return false;
   p = new_page(found.count);
   plat_copy(p->times, found.times, sizeof p->times);
   if (p->bits == 2)
      encode(p, page, 2);
   else
      encode(p, page, 4);
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

/* Is a page without any stamp of that time, or a later one?  Two at once: where
   the lower half is greater the upper one loses 1, but then the answer is known. */
static bool is_cold_page(const uint32_t *page, uint32_t time)
{
   const uint64_t before = in_both(time - 1), sign = in_both(0x80000000u);
   const uint32_t *c = page, *past = page + PAGE_CELLS;
   uint64_t later = 0;
   size_t i;

   for (; c < past && !(later & sign); c += LINE_BYTES / 4)
      for (i = 0; i < LINE_BYTES / 4; i += 2)
         later |= before - (two_stamps(c + i) & in_both(~V));
   return !(later & sign);
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

/* Do stamps take much more memory than that which they are of? */
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

static unsigned code_at(const packed_page *p, size_t i)
{
   return p->codes[i * p->bits / 8] >> i * p->bits % 8 & ((1u << p->bits) - 1);
}

void fast_unpack(unsigned slot, const uint32_t *c)
{
   uint32_t *page = (uint32_t *)page_down((uintptr_t)c);
   uintptr_t *word = page_word(slot, page);
   packed_page *p = packed_at(*word);
   uint32_t stamps[16];
   size_t i;

   for (i = 0; i < 16; i++)
      stamps[i] = i <= 2 * p->count ? stamp_of(p, (unsigned)i) : 0;
   plat_populate((uintptr_t)page, PAGE_BYTES);
   for (i = 0; i < PAGE_CELLS; i++)
      if (page[i] == 0)
         page[i] = stamps[code_at(p, i)];
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
   size_t i;

   for (i = 0; i < p->count; i++)
      p->times[i] = fast_rank(t, p->times[i] | V) << 1;
}

/* The code of an invalid stamp is one less than that of the valid one. */
static void invalidate_cell(packed_page *p, const uint32_t *c)
{
   size_t i = ((uintptr_t)c & (PAGE_BYTES - 1)) / 4;
   unsigned code = code_at(p, i);

   if (code != 0 && code % 2 == 0)
      p->codes[i * p->bits / 8] -= (uint8_t)(1u << i * p->bits % 8);
}

void fast_invalidate_packed(unsigned slot, uint32_t *c, size_t n)
{
   packed_page *p = packed_at(*page_word(slot, c));

   for (; n > 0; n--, c++)
      if (*c != 0)
         invalidate(c);
      else
         invalidate_cell(p, c);
}
