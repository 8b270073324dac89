/* The state of the fast engine: its threads, and what these have in common.
   For the parts of the engine only.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FAST_STATE_H
#define APROF_FAST_STATE_H

#include "engine/fast/fast.h"
#include "engine/fast/windows.h"
#include "engine/shadow/shadow.h"
#include "engine/shadow/stamp_table.h"

/* Kinds of induced accesses, as indices. */
enum { FAST_BY_KERNEL, FAST_BY_THREAD, FAST_KINDS };

/* The partials of an activation that most activations do not need. */
typedef struct {
   int64_t x[FAST_KINDS];         /* what ext and trms have beyond rms */
   int64_t induced[FAST_KINDS];   /* induced accesses */
   int64_t wms;
} fast_cold;

/* The lower activations of a very deep stack (packed_stack.h), by the number
   of the segment. */
enum { FAST_SEGMENT = 1 << 14, FAST_KEPT = 1 << 15 };

typedef struct {
   uint8_t *bytes;                /* NULL: it is not packed */
   uint32_t first;                /* while it is: its first start */
   uint32_t opened;               /* how often it was asked for */
   uint32_t rest;                 /* so many times it is not packed again */
} fast_segment;

typedef struct {
   fast_segment *segments;
   size_t count, room;            /* segments above may not be packed */
   size_t past;                   /* index of the activation behind them */
} fast_packed;

/* While the top has these starts, the activation with this index is the latest
   one that had started at the stamp (ancestor_search). */
typedef struct {
   uint64_t starts;               /* 0: nothing is known */
   uint32_t stamp, index;
} fast_found;

struct trms_thread {
   trms_fast_stack stack;       /* must be first: fast.h relies on it */
   fast_cold *cold;             /* partials by the index in the stack; 0 above
                                   stack.last_cold */
   fast_packed *packed;         /* NULL: the stack was never deep */
   fast_found found;
   uint32_t found_below;        /* index of the activation that search_all found
                                   last */
   unsigned slot;               /* of its window; without a window
                                   WINDOWS_SLOTS */
   uintptr_t base;              /* of its window, or 0 */
   unsigned slot_limit;         /* it may get a window of this many first slots
                                   only */
   uint64_t *bare_bits;         /* of its window (bare.h) */
   uint32_t *bare_stamps;
   size_t table_lookups;        /* cells looked up in its table so far */
   stamp_table table;           /* stamps of cells that are in no window */
   uintptr_t *chunks;           /* the chunks of its window that it has joined,
                                   in order of time */
   size_t chunk_count, chunk_room;
   unsigned born;               /* fold_looks when it began */
   uint32_t turn_next;          /* its next start at its latest turn (fold.c); */
   uint64_t awake;              /* turn_calls when that was another than before */
   uint32_t cold_before;        /* its next start at the latest look for cold
                                   pages (cold.h); 0: there was none, or its
                                   stamps were renumbered since */
   bool was_single;             /* its writes were once unchecked */
   bool was_populated;          /* pages were taken that it may not have
                                   touched */
   bool promoted;               /* a context that has a window (promote.c) */
   trms_thread *next, *previous;
};

/* Regions of 512 chunks, 32 MB: most memory that is mapped and unmapped at once
   was never touched, and is skipped region by region. */
enum { FAST_REGION_BITS = SHADOW_CHUNK_BITS + 9 };
#define FAST_REGIONS (WINDOWS_END >> FAST_REGION_BITS)

typedef struct {
   unsigned cell_shift;         /* log2 of the cell size in bytes */
   bool has_windows;
   bool small_ranges, output;   /* of trms_options */
   size_t cleared;              /* ranges of calloc'ed memory (cleared.h) */
   bool (*is_file_content)(uintptr_t);   /* of trms_options */
   trms_thread *threads;        /* all of them, linked */

   /* Ownership (ownership.h). */
   bool lines_known;            /* the sharers of some lines are known */
   unsigned last_owner;         /* the slot that was the last to lose exclusive
                                   cells to another thread, or to the kernel */
   unsigned last_shared;        /* the slot whose exclusive cells were the last
                                   to become shared */

   /* One thread (single_thread.c).  single: the bit of the only thread that
      there has ever been, as long as its writes may be unchecked; else 0. */
   uint64_t single;
   bool may_be_single;          /* the first thread, which is yet to come */

   /* Promotion (promote.c). */
   size_t lookups_to_window;    /* a thread is promoted after so many */

   /* Folding of pages (fold.h). */
   uint64_t folded_slots;       /* slots that may have folded pages */
   uint64_t folded_valid;       /* and with valid stamps in them */
   size_t folded, folded_again; /* pages, for the first time; later */
   size_t folded_with_valid[2]; /* of them, so many as were folded because cells
                                   were taken there, or for their age; of these */
   size_t opened_with_valid[2]; /* the thread has accessed again */
   size_t joined, most_joined;  /* chunks of all threads; at most so far */
   unsigned joined_again;       /* below that, since the last look... */
   unsigned joins_to_fold;      /* ...and up to the next one */
   trms_thread *turn;           /* whose chunks are to be folded next */
   size_t turn_left;            /* chunks of `turn` that are left */
   uint64_t turn_calls;         /* calls of all threads, as turns show them */
   unsigned long fold_wait;     /* accesses between two looks at a chunk; */
   unsigned long taken_to_fold;    /* from now on */
   unsigned fold_looks;         /* how many there were */
   uintptr_t fold_place;        /* where the latest of them was, and whose */
   unsigned fold_place_slot;    /* cells it took */

   /* Cold pages (cold.h): the next look is due at this number of blocks. */
   uint64_t cold_next;
   /* The scratch window's memory is given back at this peak, in KB, which is asked
      for at this number of blocks. */
   unsigned long scratch_next;
   uint64_t scratch_due;

   /* Pages that are packed (packed_pages.h): all of the single thread's. */
   size_t packed_pages;

   /* Lazy pages (lazy.h): how many, and whose turn it is. */
   size_t lazy_pages;
   trms_thread *lazy_turn;

   /* Bare pages (bare.h). */
   bool guarded;                /* all code stores stamps with a guard */
   unsigned bare_candidates;    /* how many more there would have been than
                                   pages that could not be */
   uintptr_t taken_page;        /* where a thread wrote what one other knew */
   size_t bare_pages;
   size_t bare_begun;           /* all that there were; of these an access */
   size_t bare_ended;           /* has ended */
   uint64_t bare_slots;         /* slots that may have bits */

   bool region_touched[FAST_REGIONS];    /* a chunk in it has a mask */
   shadow writers;              /* last writers of cells in no window */
   shadow versions;             /* of cells that tables have stamps of: how
                                   often other threads have written the cell */
} fast_state;

extern fast_state fast;

static inline uintptr_t fast_cell_size(void)
{
   return (uintptr_t)1 << fast.cell_shift;
}

/* The start of an activation, as a stamp. */
static inline uint32_t fast_start(const trms_fast_activation *h)
{
   return (uint32_t)h->starts;
}

/* Activations under the bottom of a stack, for searches that look at this many
   below the top (ancestor.h). */
enum { FAST_UNDER = 3 };

/* Return the first place of a thread's stack, with those under the bottom;
   NULL: there is no stack yet. */
static inline trms_fast_activation *fast_first(const trms_thread *t)
{
   return t->stack.bottom == NULL ? NULL : t->stack.bottom - FAST_UNDER;
}

static inline size_t fast_depth(const trms_thread *t)
{
   return (size_t)(t->stack.top - t->stack.bottom);
}

/* The cold partials of h, to be changed. */
static inline fast_cold *fast_cold_of(trms_thread *t, trms_fast_activation *h)
{
   if (h > t->stack.last_cold)
      t->stack.last_cold = h;
   return &t->cold[h - t->stack.bottom];
}

/* Is the thread's stamp of the cell at a in its window? */
static inline bool fast_in_window(const trms_thread *t, uintptr_t a)
{
   return t->base != 0 && a < WINDOWS_END;
}

/* Return how many cells [a, a + n) overlaps, and make *a the address of the
   first.  What lies beyond all memory is left out. */
static inline size_t fast_cells(uintptr_t *a, size_t n)
{
   uintptr_t last;

   if (n == 0 || *a >= SHADOW_ADDRESS_END)
      return 0;
   last = n - 1 < SHADOW_ADDRESS_END - *a ? *a + n - 1
                                          : SHADOW_ADDRESS_END - 1;
   *a &= ~(fast_cell_size() - 1);
   return (size_t)((last - *a) >> fast.cell_shift) + 1;
}

/* Return how many of n cells from the one at a on are in the thread's window;
   the rest is in its table.  (Windows are for cells of 4 bytes.) */
static inline size_t fast_cells_in_window(const trms_thread *t, uintptr_t a,
                                          size_t n)
{
   size_t most = fast_in_window(t, a) ? (WINDOWS_END - a) / 4 : 0;

   return n < most ? n : most;
}

#endif
