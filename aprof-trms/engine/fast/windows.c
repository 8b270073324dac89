/* The fast engine's windows: see engine/fast/windows.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/windows.h"
#include "engine/fast/scratch_window.h"

/* Each with room for the offset of the array in it (directory.h,
   last_writer.h). */
#define WRITERS_SIZE ((WINDOWS_END >> 4) + ((uintptr_t)1 << 30))
#define MASKS_SIZE   (((WINDOWS_END >> SHADOW_CHUNK_BITS) * 8 + 0x1fff) \
                      & ~(uintptr_t)0xfff)
#define SHARERS_SIZE ((WINDOWS_END >> 3) + ((uintptr_t)1 << 20))

static bool slot_taken[WINDOWS_SLOTS], slot_reserved[WINDOWS_SLOTS];

static uintptr_t window_at(unsigned slot)
{
   return WINDOWS_FIRST + slot * WINDOWS_STEP;
}

/* What all slots share. */
static const struct {
   uintptr_t at, size;
} shared[] = {
   { WINDOWS_WRITERS, WRITERS_SIZE }, { WINDOWS_MASKS, MASKS_SIZE },
   { WINDOWS_SHARERS, SHARERS_SIZE },
   { WINDOWS_PAGES, (WINDOWS_END >> WINDOWS_PAGE_BITS) * 8 + 0x2000 },
   { WINDOWS_LAZY, (WINDOWS_END >> WINDOWS_PAGE_BITS) + 0x1000 },
   { WINDOWS_LAZY_LINES, (WINDOWS_END >> WINDOWS_PAGE_BITS) * 8 + 0x2000 },
   { WINDOWS_LAZY_SETS, WINDOWS_END / 2 + ((uintptr_t)1 << 20) },
   { WINDOWS_LAZY_SET_BITS, WINDOWS_END * 2 + ((uintptr_t)1 << 20) },
   { WINDOWS_BARE, (WINDOWS_END >> WINDOWS_PAGE_BITS) + 0x1000 },
};

enum { N_SHARED = sizeof shared / sizeof shared[0] };

static void unreserve_shared(unsigned n)
{
   while (n-- > 0)
      platform_unreserve(shared[n].at, shared[n].size);
}

bool windows_reserve(void)
{
   unsigned n = 0;

   while (n < N_SHARED && platform_reserve(shared[n].at, shared[n].size))
      n++;
   if (n == N_SHARED && scratch_window_reserve(WINDOWS_END))
      return true;
   unreserve_shared(n);
   return false;
}

void windows_unreserve(void)
{
   unsigned slot;

   for (slot = 0; slot < WINDOWS_SLOTS; slot++)
      if (slot_reserved[slot]) {
         platform_unreserve(window_at(slot), WINDOWS_STEP);
         slot_reserved[slot] = false;
      }
   scratch_window_unreserve();
   unreserve_shared(N_SHARED);
}

unsigned windows_take_slot(unsigned most)
{
   unsigned slot = 0;

   while (slot < most && slot_taken[slot])
      slot++;
   if (slot >= most)
      return WINDOWS_SLOTS;
   if (!slot_reserved[slot]
       && !platform_reserve(window_at(slot), WINDOWS_STEP))
      return WINDOWS_SLOTS;
   slot_taken[slot] = slot_reserved[slot] = true;
   return slot;
}

void windows_give_slot(unsigned slot)
{
   slot_taken[slot] = false;
}

void windows_drop_all(unsigned slot)
{
   platform_discard(window_at(slot), WINDOWS_STEP);
}

void windows_drop(unsigned slot, uintptr_t from, uintptr_t past)
{
   uintptr_t first = windows_page_down(windows_base(slot) + from);

   platform_discard(first, windows_page_up(windows_base(slot) + past) - first);
}

static bool overlap(uintptr_t a, uintptr_t size, uintptr_t start,
                    uintptr_t end)
{
   return a < end && start < a + size;
}

bool windows_hit(uintptr_t start, uintptr_t end)
{
   unsigned slot, n;

   for (slot = 0; slot < WINDOWS_SLOTS; slot++)
      if (slot_reserved[slot]
          && overlap(window_at(slot), WINDOWS_STEP, start, end))
         return true;
   for (n = 0; n < N_SHARED; n++)
      if (overlap(shared[n].at, shared[n].size, start, end))
         return true;
   return false;
}

/* Bytes that are zero are only read: their page may take no memory yet. */
static void clear_bytes(uintptr_t at, size_t n)
{
   uintptr_t past = at + n, end = at;

   for (; at < past && (at = platform_touched_from(at, past, &end)) < past;
        at = end) {
      const char *p = (const char *)at;
      while (p < (const char *)end && *p == 0)
         p++;
      if (p < (const char *)end)
         platform_zero((void *)at, end - at);
   }
}

void windows_clear(uintptr_t at, size_t n)
{
   uintptr_t end = at + n;
   uintptr_t first = windows_page_up(at), past = windows_page_down(end);

   platform_touched_begin();
   if (past <= first || past - first < 4 * WINDOWS_PAGE_BYTES)
      clear_bytes(at, n);
   else {
      clear_bytes(at, first - at);
      platform_discard(first, past - first);
      clear_bytes(past, end - past);
   }
   platform_touched_end();
}

static bool any_set(const uint32_t *c, const uint32_t *past)
{
   enum { AT_ONCE = 16 };
   uint32_t any = 0;

   while (c < past && any == 0) {
      const uint32_t *end = past - c < AT_ONCE ? past : c + AT_ONCE;
      while (c < end)
         any |= *c++;
   }
   return any != 0;
}

bool windows_any_set(uintptr_t at, uintptr_t past)
{
   uintptr_t end = at;

   for (; at < past && (at = platform_touched_from(at, past, &end)) < past;
        at = end)
      if (any_set((const uint32_t *)at, (const uint32_t *)end))
         return true;
   return false;
}
