/* The scratch window: shadow memory that stays 0.

   As a thread's view it makes every inline check fail and every store of a
   stamp leave 0 (engine/fast/fast.h), so threads without a window of their own
   run the same code as the others.  It has an image of each granule of
   addresses (16 GB) in which the program has ever mapped memory: at first the
   granules that windows cover; further ones when the program maps memory at
   an address of its own choice.  The images lie where address space is free,
   and move away when the program maps something there.

   A collector of garbage, whose accesses are not measured, goes through all of a
   program's memory, and takes as much for zeros.  They are given back whenever the
   process needs more memory than before.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_SCRATCH_WINDOW_H
#define APROF_SCRATCH_WINDOW_H

#include "engine/platform.h"

/* Reserve images of the addresses below `end`.  False: there is no room. */
bool scratch_window_reserve(uintptr_t end);
/* Give everything back. */
void scratch_window_unreserve(void);

/* Give the memory back that the images have taken for their zeros. */
void scratch_window_discard(void);

/* The image of address a is at scratch_window_base() + a. */
uintptr_t scratch_window_base(void);

/* Memory below the address returned is sure to get an image.  What lies above
   stays free for the images, as long as the program leaves it to the engine. */
uintptr_t scratch_window_reach(void);

/* The program has got memory in [start, end): make images of it, which may
   change scratch_window_base().  False: there is no room. */
bool scratch_window_follow(uintptr_t start, uintptr_t end);

/* The same for address space that can't be accessed, and needs no image. */
bool scratch_window_make_way(uintptr_t start, uintptr_t end);

#endif
