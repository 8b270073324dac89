/* The scratch window: shadow that stays 0.

   Where it is a thread's view, every inline check fails and every store leaves
   0 (engine/fast/fast.h).  It has an image of every granule of addresses in which the
   program has ever mapped memory: at first, of what the windows cover; beyond
   that, of what the program has asked for at places of its own choice.  It
   lies where there is room, and is moved where the program maps something
   there.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_SCRATCH_H
#define APROF_SCRATCH_H

#include "engine/platform.h"

/* Reserves images of the addresses below `end`.  False: there is no room. */
bool scratch_reserve(uintptr_t end);
/* Gives everything back. */
void scratch_unreserve(void);

/* The image of address a is at scratch_base() + a. */
uintptr_t scratch_base(void);

/* Below this address memory has an image, wherever the rest is: what is kept free
   above is for that. */
uintptr_t scratch_reach(void);

/* The program has got memory in [start, end): it has an image afterwards, and
   scratch_base() may be another one.  False: there is no room. */
bool scratch_follow(uintptr_t start, uintptr_t end);

#endif
