/* How often each superblock was executed, by --blocks=yes.

   A superblock is executed from its first instruction to its last (Valgrind
   does not follow jumps: base/core_options.c), so the executions of an
   instruction are the sum over the superblocks that contain it.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef BLOCK_COUNTS_H
#define BLOCK_COUNTS_H

#include "symbols/routines.h"

/* Return the counter of the superblock whose first and last instruction lie at
   these addresses, or NULL if there is no symbol.  It lives as long as the
   tool. */
ULong *block_counts_counter(Addr first, Addr last);

/* A superblock, by the offsets of its instructions in the object. */
typedef struct {
   Addr first, last;
   ULong count;
} BlockCount;

/* Return the superblocks of a routine that were executed, in the order of the
   hexadecimal texts of `first`, then of `last`, as byte strings; *n: their
   number.  `r` is its own home.  The caller frees them. */
BlockCount *block_counts_of(const Routine *r, UInt *n);

/* Set all counters to 0: a forked child begins. */
void block_counts_forget(void);

#endif
