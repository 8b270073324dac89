/* The fast engine's windows: see fast_windows.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "fast_windows.h"
#include "scratch.h"

#define WRITERS_SIZE ((WINDOW_END >> 4) + ((uintptr_t)1 << 30))
#define MASKS_SIZE   (((WINDOW_END >> SHADOW_CHUNK_BITS) * 8 + 0x1fff) \
                      & ~(uintptr_t)0xfff)

#define SHARERS_SIZE ((WINDOW_END >> 3) + ((uintptr_t)1 << 20))

static bool slot_taken[SLOTS], slot_reserved[SLOTS];

static uintptr_t window_at(unsigned slot)
{
   return WINDOW_FIRST + slot * WINDOW_STEP;
}

bool windows_reserve(void)
{
   if (!plat_reserve(WRITERS_AT, WRITERS_SIZE))
      return false;
   if (plat_reserve(MASKS_AT, MASKS_SIZE)) {
      if (plat_reserve(SHARERS_AT, SHARERS_SIZE)) {
         if (scratch_reserve(WINDOW_END))
            return true;
         plat_unreserve(SHARERS_AT, SHARERS_SIZE);
      }
      plat_unreserve(MASKS_AT, MASKS_SIZE);
   }
   plat_unreserve(WRITERS_AT, WRITERS_SIZE);
   return false;
}

void windows_unreserve(void)
{
   unsigned slot;

   for (slot = 0; slot < SLOTS; slot++)
      if (slot_reserved[slot]) {
         plat_unreserve(window_at(slot), WINDOW_STEP);
         slot_reserved[slot] = false;
      }
   scratch_unreserve();
   plat_unreserve(SHARERS_AT, SHARERS_SIZE);
   plat_unreserve(MASKS_AT, MASKS_SIZE);
   plat_unreserve(WRITERS_AT, WRITERS_SIZE);
}

unsigned windows_take_slot(void)
{
   unsigned slot = 0;

   while (slot < SLOTS && slot_taken[slot])
      slot++;
   if (slot == SLOTS)
      return SLOTS;
   if (!slot_reserved[slot]
       && !plat_reserve(window_at(slot), WINDOW_STEP))
      return SLOTS;
   slot_taken[slot] = slot_reserved[slot] = true;
   return slot;
}

void windows_give_slot(unsigned slot)
{
   plat_discard(window_at(slot), WINDOW_STEP);
   slot_taken[slot] = false;
}

static bool overlap(uintptr_t a, uintptr_t size, uintptr_t start,
                    uintptr_t end)
{
   return a < end && start < a + size;
}

bool windows_hit(uintptr_t start, uintptr_t end)
{
   unsigned slot;

   for (slot = 0; slot < SLOTS; slot++)
      if (slot_reserved[slot]
          && overlap(window_at(slot), WINDOW_STEP, start, end))
         return true;
   return overlap(WRITERS_AT, WRITERS_SIZE, start, end)
          || overlap(MASKS_AT, MASKS_SIZE, start, end)
          || overlap(SHARERS_AT, SHARERS_SIZE, start, end);
}

/* What is zero stays as it is: it may take no memory yet. */
static void clear_bytes(uintptr_t at, size_t n)
{
   const char *p = (const char *)at;
   size_t i = 0;

   while (i < n && p[i] == 0)
      i++;
   if (i < n)
      plat_zero((void *)at, n);
}

void windows_clear(uintptr_t at, size_t n)
{
   uintptr_t end = at + n, first = page_up(at), past = page_down(end);

   if (past <= first || past - first < 4 * PAGE_BYTES) {
      clear_bytes(at, n);
      return;
   }
   clear_bytes(at, first - at);
   plat_discard(first, past - first);
   clear_bytes(past, end - past);
}
