/* A thread's stamps where it has no window: leaves of cells in a hash table.

   Thousands of threads of control may each have touched some cells: their
   leaves are small.  And what others write must cost the same however many of
   them hold a stamp of the cell.  So a write does not look for stamps, it
   advances the cell's version, which is one for all; a leaf keeps beside each
   stamp the version that it was last looked at with, and where they differ,
   somebody has written since.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_HISTORY_H
#define APROF_HISTORY_H

#include "engine/shadow/shadow.h"

/* The cells of one aligned piece of memory. */
typedef struct history_leaf {
   uintptr_t number;                  /* address >> leaf_bits */
   const uint32_t *versions;
   uint32_t *stamps;                  /* 0 at first */
   uint16_t *seen;
   struct history_leaf *chain;        /* in the hash table */
   struct history_leaf *next, *previous;
} history_leaf;

/* A stack, and what code that runs in it works with. */
enum { HISTORY_RECENT = 16 };

typedef struct {
   history_leaf **places;             /* a power of two, or NULL */
   unsigned place_bits;
   size_t count;
   history_leaf *leaves;              /* all of them, linked */
   history_leaf *recent[HISTORY_RECENT];   /* asked for lately, or NULL: by
                                         history_recent */
   shadow *versions;
   unsigned leaf_bits, cell_shift;
} history;

/* Versions are up to this: they fit in `seen`. */
#define HISTORY_LAST_VERSION UINT16_MAX

/* `leaf_bits`, up to SHADOW_CHUNK_BITS: log2 of the bytes of a leaf; `versions`
   has the cell size, and outlives the history. */
void history_init(history *h, unsigned leaf_bits, shadow *versions);
/* Gives all memory back. */
void history_free(history *h);

static inline size_t history_cells(const history *h)
{
   return (size_t)1 << (h->leaf_bits - h->cell_shift);
}

static inline size_t history_index(const history *h, uintptr_t a)
{
   return (a >> h->cell_shift) & (history_cells(h) - 1);
}

/* Where a leaf is that was asked for lately. */
static inline size_t history_recent(uintptr_t number)
{
   return number % HISTORY_RECENT;
}

/* The leaf of address a, below SHADOW_ADDRESS_END; NULL where there is none. */
history_leaf *history_find(const history *h, uintptr_t a);
/* The same, but makes it where there is none; *is_new tells. */
history_leaf *history_get(history *h, uintptr_t a, bool *is_new);

/* Makes the stamps of [a, end), whole cells, 0.  Leaves in it are given
   back. */
void history_forget(history *h, uintptr_t a, uintptr_t end);

#endif
