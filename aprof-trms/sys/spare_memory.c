/* Spare memory: see sys/spare_memory.h.

   Why nothing but the time changes: what is given is zero afterwards, whether it
   has moved or not; a block is moved only to where all is zero, and is cleared.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sys/spare_memory.h"
#include "engine/platform.h"
#include "sys/shadow_address_space.h"
#include "sys/syscall.h"

#define BLOCK ((SizeT)PLATFORM_BLOCK)

enum { MOST = 16, PAGES = PLATFORM_BLOCK / VKI_PAGE_SIZE };

static UInt kept;                       /* the first blocks of the place */
static Bool has_place, refused;

static Addr place_of(UInt i)
{
   return SPARE_MEMORY_PLACE + i * BLOCK;
}

static Bool find_place(void)
{
   if (!has_place && !refused) {
      has_place = shadow_address_space_reserve(place_of(0), MOST * BLOCK);
      refused = !has_place;
   }
   return has_place;
}

static Bool move(Addr to, Addr from)
{
   refused = refused || !shadow_address_space_move(to, from, BLOCK);
   return !refused;
}

/* To keep a block that takes no memory is of no use. */
static Bool is_all_there(Addr block)
{
   _Static_assert(PAGES == 64, "a bit for each page");

   return platform_resident(block, PAGES) == ~(ULong)0;
}

void spare_memory_give(Addr at, SizeT n)
{
   Addr block = platform_block_up(at);

   for (; block + BLOCK <= at + n && kept < MOST && find_place();
        block += BLOCK)
      if (is_all_there(block) && move(place_of(kept), block))
         kept++;
   syscall_discard(at, n);
}

static Bool is_untouched(Addr block)
{
   uintptr_t end;

   return platform_touched_from(block, block + BLOCK, &end) == block + BLOCK;
}

/* Valgrind's memset takes several times as long. */
static void clear(Addr block)
{
   typedef ULong four __attribute__((vector_size(32), may_alias));
   four *at = (four *)block, *const end = (four *)(block + BLOCK);

   for (; at < end; at++)
      *at = (four){ 0 };
}

/* Move the last block that is kept. */
static void take(Addr block)
{
   const Addr last = place_of(--kept);

   if (move(block, last)) {
      clear(block);
      return;
   }
   /* A part of it may have been moved. */
   syscall_discard(block, BLOCK);
   syscall_discard(last, BLOCK);
}

void spare_memory_take(Addr at, SizeT n)
{
   Addr block = platform_block_up(at), rest = at;

   for (; block + BLOCK <= at + n && kept > 0; block += BLOCK) {
      if (!is_untouched(block))
         continue;
      take(block);
      syscall_populate(rest, block - rest);
      rest = block + BLOCK;
   }
   syscall_populate(rest, at + n - rest);
}

void spare_memory_drop(void)
{
   if (kept > 0)
      syscall_discard(place_of(0), kept * BLOCK);
   kept = 0;
}
