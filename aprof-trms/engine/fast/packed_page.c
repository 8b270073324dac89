/* A page of stamps in two bits a cell: see engine/fast/packed_page.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/packed_page.h"
#include "engine/profile/pool.h"

/* The code of a cell. */
enum { NEVER, INVALID, SHARED };

struct packed_page {
   uint32_t time;             /* of all stamps, at its place in a stamp */
   uint32_t unused[POOL_LINE / 4 - 1];
   uint8_t codes[WINDOWS_PAGE_CELLS / 4];   /* of four cells in a byte, the
                                               first in the lowest bits */
};

static pool blocks = { .size = sizeof(packed_page) };

static uint64_t times_of(uint64_t stamps)
{
   return stamps & stamp_in_both(~(FAST_VALID | FAST_SHARED));
}

/* The codes of two cells: 1 where there is a time, and 1 more where the stamp
   is valid. */
static unsigned codes_of(uint64_t stamps)
{
   uint64_t one = stamp_in_both(1);
   uint64_t codes = (stamp_pair_not_before(times_of(stamps), one) >> 31)
                    + (stamps >> 30 & one);

   return (unsigned)(codes | codes >> 30) & 15;
}

_Static_assert(NEVER == 0 && INVALID == 1 && SHARED == 2, "codes_of");

/* Are the times of two cells outside [time, past)?  Cells without a time are
   not. */
static uint64_t are_others(uint64_t times, uint64_t time, uint64_t past)
{
   return (stamp_pair_not_before(times, stamp_in_both(1))
           & ~stamp_pair_not_before(times, time))
          | stamp_pair_not_before(times, past);
}

static bool encode(packed_page *p, const uint32_t *page, uint32_t past)
{
   uint64_t first = stamp_in_both(p->time), end = stamp_in_both(past);
   uint64_t others = 0;
   size_t i;

   for (i = 0; i < WINDOWS_PAGE_CELLS; i += 4) {
      uint64_t one = stamp_pair(page + i), two = stamp_pair(page + i + 2);

      others |= are_others(times_of(one), first, end);
      others |= are_others(times_of(two), first, end);
      p->codes[i / 4] = (uint8_t)(codes_of(one) | codes_of(two) << 4);
   }
   return others == 0;
}

packed_page *packed_page_new(const uint32_t *page, uint32_t time,
                             uint32_t past)
{
   packed_page *p = pool_take(&blocks);

   p->time = time;
   if (encode(p, page, past))
      return p;
   packed_page_free(p);
   return NULL;
}

void packed_page_free(packed_page *p)
{
   pool_give(&blocks, p);
}

size_t packed_page_count(void)
{
   return blocks.in_use;
}

uint32_t packed_page_time(const packed_page *p)
{
   return p->time;
}

void packed_page_set_time(packed_page *p, uint32_t time)
{
   p->time = time;
}

void packed_page_invalidate(packed_page *p, size_t i)
{
   unsigned at = i % 4 * 2;

   if ((p->codes[i / 4] >> at & 3) == SHARED)
      p->codes[i / 4] ^= (uint8_t)((SHARED ^ INVALID) << at);
}

void packed_page_fill(const packed_page *p, uint32_t *page)
{
   const uint32_t stamps[] = {
      [NEVER] = 0, [INVALID] = p->time | FAST_SHARED,
      [SHARED] = p->time | FAST_VALID | FAST_SHARED, 0
   };
   size_t i;

   for (i = 0; i < WINDOWS_PAGE_CELLS; i++)
      if (page[i] == 0)
         page[i] = stamps[p->codes[i / 4] >> i % 4 * 2 & 3];
}
