/* A thread's stamps where it has no window: leaves of cells in a hash table.

   Thousands of threads of control may each have touched some cells, so leaves
   are small.  And a write must cost the same however many threads hold a stamp
   of the cell.  So a write does not look for stamps: it advances the cell's
   version, which all threads share.  A leaf keeps beside each stamp the version
   that it was last looked at with; where the two differ, another thread has
   written the cell since.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_STAMP_TABLE_H
#define APROF_STAMP_TABLE_H

#include "engine/shadow/shadow.h"

/* The cells of one aligned piece of memory. */
typedef struct stamp_table_leaf {
   uintptr_t number;                  /* address >> leaf_bits */
   const uint32_t *versions;          /* of the cells, shared by all threads */
   uint32_t *stamps;                  /* 0 at first */
   uint16_t *seen;                    /* the versions at the last look */
   struct stamp_table_leaf *next, *previous;
} stamp_table_leaf;

/* Leaves by number. */
#define HASH_TABLE             stamp_table_leaves
#define HASH_TABLE_ELEMENT     stamp_table_leaf *
#define HASH_TABLE_KEY         uintptr_t
#define HASH_TABLE_IS_EMPTY(e) ((e) == NULL)
#define HASH_TABLE_KEY_OF(e)   ((e)->number)
#define HASH_TABLE_EQUAL(e, k) ((e)->number == (k))
#define HASH_TABLE_HOME(k, b)  hash_table_home(k, b)
#define HASH_TABLE_CENTRE      "aprof.stamps"
#define HASH_TABLE_FIRST_BITS  3
#include "engine/shadow/hash_table.h"

/* Leaves looked up lately: of a stack, and of what code on it works with. */
enum { STAMP_TABLE_RECENT = 16 };

typedef struct {
   stamp_table_leaves by_number;
   stamp_table_leaf *leaves;                /* all of them, linked */
   stamp_table_leaf *recent[STAMP_TABLE_RECENT];   /* by stamp_table_recent, or
                                                NULL */
   shadow *versions;
   unsigned leaf_bits, cell_shift;
} stamp_table;

/* Versions are up to this: they fit into `seen`. */
#define STAMP_TABLE_LAST_VERSION UINT16_MAX

/* Make an empty table.  leaf_bits: log2 of the bytes of a leaf, at most
   SHADOW_CHUNK_BITS.  versions: has the cell size, and outlives the table. */
void stamp_table_init(stamp_table *h, unsigned leaf_bits, shadow *versions);
/* Give all memory back. */
void stamp_table_free(stamp_table *h);

/* Return the number of cells of a leaf. */
static inline size_t stamp_table_cells(const stamp_table *h)
{
   return (size_t)1 << (h->leaf_bits - h->cell_shift);
}

/* Return the index of the cell at address a in its leaf. */
static inline size_t stamp_table_index(const stamp_table *h, uintptr_t a)
{
   return (a >> h->cell_shift) & (stamp_table_cells(h) - 1);
}

/* Return the index in `recent` of a leaf with this number. */
static inline size_t stamp_table_recent(uintptr_t number)
{
   return number % STAMP_TABLE_RECENT;
}

/* Return the leaf of address a, below SHADOW_ADDRESS_END; NULL: there is
   none. */
stamp_table_leaf *stamp_table_find(const stamp_table *h, uintptr_t a);
/* The same, but make the leaf where there is none, and say so in *is_new. */
stamp_table_leaf *stamp_table_get(stamp_table *h, uintptr_t a, bool *is_new);

/* Make the stamps of [a, end), whole cells, 0.  Leaves that lie in it as a
   whole are given back. */
void stamp_table_forget(stamp_table *h, uintptr_t a, uintptr_t end);

#endif
