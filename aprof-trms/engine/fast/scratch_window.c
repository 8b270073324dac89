/* The scratch window: see engine/fast/scratch_window.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/scratch_window.h"

#define ADDRESS_BITS 47
#define GRANULE_BITS 34
#define GRANULE      ((uintptr_t)1 << GRANULE_BITS)
enum { GRANULES = 1 << (ADDRESS_BITS - GRANULE_BITS) };

static bool mapped[GRANULES];          /* granules that have an image, or are
                                          to have one */
static uintptr_t base;                 /* of all images */
static uintptr_t lowest;               /* least value that base may have */

static void set_mapped(uintptr_t start, uintptr_t end)
{
   uintptr_t g;

   for (g = start >> GRANULE_BITS; g < GRANULES && g * GRANULE < end; g++)
      mapped[g] = true;
}

static uintptr_t image_of(unsigned g)
{
   return base + g * GRANULE;
}

static void unreserve_images(unsigned from)
{
   unsigned g;

   for (g = from; g < GRANULES; g++)
      if (mapped[g])
         platform_unreserve(image_of(g), GRANULE);
}

/* Begin with the highest image: where room is scarce it is the one that meets
   the windows. */
static bool reserve_images(void)
{
   unsigned g;

   for (g = GRANULES; g-- > 0; )
      if (mapped[g] && !platform_reserve(image_of(g), GRANULE)) {
         unreserve_images(g + 1);
         return false;
      }
   return true;
}

/* Find room for all images, at first where programs map nothing. */
static bool place(void)
{
   for (base = (uintptr_t)1 << (ADDRESS_BITS - 1); base >= lowest;
        base -= GRANULE)
      if (reserve_images())
         return true;
   return false;
}

static bool overlaps_granule(uintptr_t granule, uintptr_t start,
                             uintptr_t end)
{
   return granule < end && start < granule + GRANULE;
}

bool scratch_window_reserve(uintptr_t end)
{
   platform_zero(mapped, sizeof mapped);
   lowest = end;
   set_mapped(0, end);
   return place();
}

void scratch_window_unreserve(void)
{
   unreserve_images(0);
}

void scratch_window_discard(void)
{
   unsigned g;

   for (g = 0; g < GRANULES; g++)
      if (mapped[g])
         platform_discard(image_of(g), GRANULE);
}

uintptr_t scratch_window_base(void)
{
   return base;
}

/* An image lies `base` above its memory.  At the end of all addresses lies the
   stack that the kernel gives the program, at a random place. */
uintptr_t scratch_window_reach(void)
{
   return ((uintptr_t)1 << ADDRESS_BITS) - lowest - 4 * GRANULE;
}

static bool overlaps_image(uintptr_t start, uintptr_t end)
{
   unsigned g;

   for (g = 0; g < GRANULES; g++)
      if (mapped[g] && overlaps_granule(image_of(g), start, end))
         return true;
   return false;
}

/* Make images of [start, end) next to those that there are.  False: there is no
   room for one. */
static bool add_images(uintptr_t start, uintptr_t end)
{
   unsigned g;

   for (g = 0; g < GRANULES; g++)
      if (!mapped[g] && overlaps_granule(g * GRANULE, start, end)
          && !(mapped[g] = platform_reserve(image_of(g), GRANULE)))
         return false;
   return true;
}

/* An image that the program has mapped over is the program's memory now. */
static void unreserve_others(uintptr_t start, uintptr_t end)
{
   unsigned g;

   for (g = 0; g < GRANULES; g++)
      if (mapped[g] && !overlaps_granule(image_of(g), start, end))
         platform_unreserve(image_of(g), GRANULE);
}

bool scratch_window_follow(uintptr_t start, uintptr_t end)
{
   if (!overlaps_image(start, end) && add_images(start, end))
      return true;
   unreserve_others(start, end);
   set_mapped(start, end);
   return place();
}

bool scratch_window_make_way(uintptr_t start, uintptr_t end)
{
   if (!overlaps_image(start, end))
      return true;
   unreserve_others(start, end);
   return place();
}
