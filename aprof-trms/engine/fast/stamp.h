/* The stamp of a cell: what a thread of control knows of its own latest access
   to it.

      31    30    29                                  1    0
     +----+-----+-------------------------------------+-----+
     | 0  |  V  |                time                 |  S  |
     +----+-----+-------------------------------------+-----+

     time   the start of the activation on top when the cell was accessed:
            a thread's calls are counted from 1; 0: the cell was never accessed
     V      valid: no other thread and no kernel has written the cell since
     S      shared: another thread may have a valid stamp of the cell, too

   The states are the states of a cache line in the MESI protocol (Papamarcos
   and Patel, "A low-overhead coherence solution for multiprocessors with
   private cache memories", ISCA 1984).  Threads are the processors, and each
   has a shadow memory in place of a cache:

     V  S  time   state       meaning
     0  0   0     invalid     the thread has never accessed the cell
     0  1   t     invalid     accessed at t, and written since by another thread
                              or by the kernel
     1  1   t     shared      accessed at t; other valid stamps may exist
     1  0   t     exclusive   the thread has written the cell last, and no other
                              thread has a valid stamp of it

   Other combinations do not occur.  A stamp holds no data, so nothing is ever
   written back: MESI's modified and exclusive are one state here.

     event                         stamp of that thread   stamps of others
     read, stamp valid             keeps its state        unchanged
     read, stamp invalid           shared                 exclusive -> shared
     write, stamp exclusive        exclusive              none is valid
     write, stamp in other state   exclusive              valid -> invalid
     write by the kernel           -                      valid -> invalid

   Which threads have to be looked at is kept in a directory of sharers
   (engine/fast/directory.h).  Invalidation keeps the time: rms and ext ask for
   it at the next read.

   V is the most significant bit in use, so every invalid stamp is less than
   every valid one, and the check of a read is one comparison: a stamp that is
   not less than the start of the top activation needs nothing.  S is the least
   significant bit and 0 in the starts of activations, so it never changes the
   result of such a comparison.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FAST_STAMP_H
#define APROF_FAST_STAMP_H

#include <stdbool.h>
#include <stdint.h>

#define STAMP_VALID  0x40000000u
#define STAMP_SHARED 1u

/* Times are smaller than this. */
#define STAMP_TIMES 0x20000000u

/* What an activation that starts at this time compares stamps with, and the
   stamp of a cell that is exclusive since then. */
#define STAMP_START(time) (STAMP_VALID | (uint32_t)(time) << 1)

static inline bool stamp_is_valid(uint32_t stamp)
{
   return (stamp & STAMP_VALID) != 0;
}

static inline bool stamp_is_exclusive(uint32_t stamp)
{
   return (stamp & (STAMP_VALID | STAMP_SHARED)) == STAMP_VALID;
}

/* Another thread, or the kernel, has written the cell. */
static inline void stamp_invalidate(uint32_t *stamp)
{
   if (*stamp & STAMP_VALID)
      *stamp = (*stamp & ~STAMP_VALID) | STAMP_SHARED;
}

/* The stamps of two neighbouring cells in the halves of one word. */
static inline uint64_t stamp_pair(const uint32_t *c)
{
   uint64_t both;

   __builtin_memcpy(&both, c, sizeof both);
   return both;
}

static inline uint64_t stamp_in_both(uint32_t stamp)
{
   return (uint64_t)stamp << 32 | stamp;
}

/* Compare the halves of two words: return the highest bit of each half of
   `pair` that is at least as great as the same half of `other`.  Why that is
   exact: bit 31 is 0 in stamps and in their parts, so with it set no half is
   less than what is subtracted from it, and nothing is borrowed. */
static inline uint64_t stamp_pair_not_before(uint64_t pair, uint64_t other)
{
   uint64_t highest = stamp_in_both(0x80000000u);

   return ((pair | highest) - other) & highest;
}

#endif
