/* A page of stamps in two bits a cell: see packed_page.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/packed_page.h"
#include "engine/profile/pool.h"

#define V FAST_VALID
#define S FAST_SHARED

/* What the stamp of a cell is. */
enum { NEVER, INVALID, VALID };

struct packed_page {
   uint32_t time;             /* of all stamps, as in a stamp */
   uint32_t unused[POOL_LINE / 4 - 1];
   uint8_t codes[PAGE_CELLS / 4];      /* of four cells in a byte, the first lowest */
};

static pool blocks = { .size = sizeof(packed_page) };

static uint64_t times_of(uint64_t stamps)
{
   return stamps & in_both(~(V | S));
}

/* The codes of two cells. */
static unsigned codes_of(uint64_t stamps)
{
   uint64_t codes = (not_before(times_of(stamps), in_both(1)) >> 31)
                    + (stamps >> 30 & in_both(1));

   return (unsigned)(codes | codes >> 30) & 15;
}

_Static_assert(NEVER == 0 && INVALID == 1 && VALID == 2, "codes_of");

/* Are the times of two cells other than those of a page?  Not where there is
   none. */
static uint64_t are_others(uint64_t times, uint64_t time, uint64_t past)
{
   return (not_before(times, in_both(1)) & ~not_before(times, time))
          | not_before(times, past);
}

static bool encode(packed_page *p, const uint32_t *page, uint32_t past)
{
   uint64_t first = in_both(p->time), end = in_both(past), others = 0;
   size_t i;

   for (i = 0; i < PAGE_CELLS; i += 4) {
      uint64_t one = two_stamps(page + i), two = two_stamps(page + i + 2);

      others |= are_others(times_of(one), first, end);
      others |= are_others(times_of(two), first, end);
      p->codes[i / 4] = (uint8_t)(codes_of(one) | codes_of(two) << 4);
   }
   return others == 0;
}

packed_page *packed_new(const uint32_t *page, uint32_t time, uint32_t past)
{
   packed_page *p = pool_take(&blocks);

   p->time = time;
   if (encode(p, page, past))
      return p;
   packed_free(p);
   return NULL;
}

void packed_free(packed_page *p)
{
   pool_give(&blocks, p);
}

size_t packed_count(void)
{
   return blocks.in_use;
}

uint32_t packed_time(const packed_page *p)
{
   return p->time;
}

void packed_set_time(packed_page *p, uint32_t time)
{
   p->time = time;
}

void packed_invalidate(packed_page *p, size_t i)
{
   unsigned at = i % 4 * 2;

   if ((p->codes[i / 4] >> at & 3) == VALID)
      p->codes[i / 4] ^= (uint8_t)((VALID ^ INVALID) << at);
}

void packed_fill(const packed_page *p, uint32_t *page)
{
   const uint32_t stamps[] = {
      [NEVER] = 0, [INVALID] = p->time | S, [VALID] = p->time | V | S, 0
   };
   size_t i;

   for (i = 0; i < PAGE_CELLS; i++)
      if (page[i] == 0)
         page[i] = stamps[p->codes[i / 4] >> i % 4 * 2 & 3];
}
