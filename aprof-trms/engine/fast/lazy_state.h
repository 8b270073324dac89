/* Which pages are lazy (engine/fast/lazy.h), and what speaks for it.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FAST_LAZY_STATE_H
#define APROF_FAST_LAZY_STATE_H

#include "engine/fast/state.h"

/* A byte for each page of the program's memory.  Without LAZY_PAGE it counts
   what speaks for making the page lazy; with it, for keeping it so. */
enum { LAZY_PAGE = 0x80, LAZY_MOST_CREDIT = 127 };

static uint8_t *const lazy_states = (uint8_t *)(WINDOWS_LAZY + 0x5c0);

static inline void lazy_add_credit(uintptr_t a)
{
   uint8_t *state = &lazy_states[a >> WINDOWS_PAGE_BITS];

   *state += *state < (LAZY_PAGE | LAZY_MOST_CREDIT);
}

static inline void lazy_take_credit(uintptr_t a)
{
   uint8_t *state = &lazy_states[a >> WINDOWS_PAGE_BITS];

   *state -= *state > LAZY_PAGE;
}

/* A thread writes a cell.  Is it the only member of its set? */
static inline void lazy_count_write(uintptr_t a, bool only_member)
{
   if (only_member)
      lazy_take_credit(a);
   else
      lazy_add_credit(a);
}

/* Does the cell at a lie in a lazy page?  Then the threads that access it have
   windows. */
static inline bool lazy_has(uintptr_t a)
{
   return fast.lazy_pages > 0 && a < WINDOWS_END
          && lazy_states[a >> WINDOWS_PAGE_BITS] & LAZY_PAGE;
}

#endif
