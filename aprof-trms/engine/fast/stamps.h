/* The fast engine's threads, and where their stamps and the last writers of
   cells are (engine/fast/fast.c says what these mean).  For the fast engine's parts
   only.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FAST_STAMPS_H
#define APROF_FAST_STAMPS_H

#include "engine/fast/windows.h"
#include "engine/shadow/stamp_table.h"
#include "engine/shadow/shadow.h"
#include "engine/fast/fast.h"

#define V FAST_VALID
#define S FAST_SHARED
#define LIMIT 0x20000000u                     /* times are smaller */
#define STAMP(time) (V | (uint32_t)(time) << 1)

/* The last writer of a cell. */
enum { NOBODY, BY_KERNEL, BY_THREAD, BY_EXCLUSIVE };

/* Kinds of induced accesses, as indices. */
enum { KERNEL, THREAD };

#define KIND(writer) ((writer) == BY_KERNEL ? KERNEL : THREAD)

typedef trms_fast_activation hot;

/* When an activation started, as a stamp. */
static inline uint32_t start_of(const hot *h)
{
   return (uint32_t)h->starts;
}

typedef struct {
   int64_t x[2];           /* by kind */
   int64_t induced[2];
} cold;

struct trms_thread {
   trms_fast_stack stack;       /* first: the header's quick functions */
   cold *cold;                  /* beside it; above stack.last_cold all are 0 */
   unsigned slot;               /* of its window; TABLES: it has none */
   uintptr_t base;              /* of its window, or 0 */
   uintptr_t *words;            /* of its pages: words_of */
   unsigned slots;              /* from so many it may get one */
   size_t asked;                /* how often the table was, for a cell */
   history table;               /* where there is no window */
   uintptr_t *chunks;           /* those of the window that were touched */
   size_t chunk_count, chunk_room;
   bool was_alone;              /* its writes were quiet, for a while */
   trms_thread *next, *previous;
};

/* Chunks by the 512, of 32 MB: most of what is mapped and unmapped at once was
   never touched. */
enum { REGION_BITS = SHADOW_CHUNK_BITS + 9 };
#define REGIONS (WINDOW_END >> REGION_BITS)

/* What all threads have in common. */
typedef struct {
   unsigned shift;              /* log2 of a cell's size */
   bool windows;                /* there are any */
   bool (*is_file_content)(uintptr_t);  /* of trms_options */
   bool crowded;                /* sharers are known of some lines */
   uint64_t folded, packed;     /* the slots that have such pages */
   bool pack_always;            /* of trms_options */
   uint32_t calls_to_cold;      /* stamps are cold that are so many calls old */
   size_t chunks, joined;       /* chunks that any thread has touched; the same for
                                   each thread */
   size_t cleared;              /* ranges of calloc'ed memory (cleared.h) */
   size_t unpacked;             /* pages, for which nothing was looked at yet */
   size_t went, came_back;      /* pages that were packed, and unpacked, lately */
   /* The bit of the only thread there has ever been, as long as its writes may
      be quiet (engine/fast/single_thread.c); else 0. */
   uint64_t alone;
   bool may_be_alone;
   unsigned loser;              /* the slot that was the last to lose cells to
                                   another thread, or the kernel */
   trms_thread *fold_next;      /* whose chunks are looked at for such */
   size_t fold_left;            /* so many of them are left */
   trms_thread *threads;
   bool touched[REGIONS];       /* some chunk of it has a bit in its mask */
   shadow writers;              /* last ones, where there is no window */
   /* Of cells that tables have stamps of: how often others have written
      them. */
   shadow versions;
} fast_state;

extern fast_state fast;

enum { CHUNK_PAGES = SHADOW_CHUNK_BYTES / PAGE_BYTES };

/* Under the bottom of a stack are so many activations more. */
enum { UNDER = 3 };

/* Sharers are noted by lines of stamps, where there are more than few. */
enum { LINE_BYTES = 64, FEW = 4 };
#define KNOWN ((uint64_t)1 << 63)

/* The leaf of a in a thread's table. */
history_leaf *fast_get_leaf(trms_thread *t, uintptr_t a);
/* invalidate_in_windows, where slots are more than FEW. */
void fast_invalidate_many(uint64_t slots, uintptr_t a, size_t n);
/* The stamps that threads other than `but` have in tables of a run of cells are
   not valid any more. */
void fast_written_in_tables(uintptr_t a, size_t n, trms_thread *but);

/* Where a thread is alone; else these do nothing.  It has joined all chunks of
   [from, past) that it has written to, or all that there are. */
void fast_adopt(uintptr_t from, uintptr_t past);
void fast_adopt_all(void);
/* It will not be the only one any more. */
void fast_end_alone(void);

/* How many pending activations, the bottom included, had started at a valid
   stamp. */
uint32_t fast_rank(const trms_thread *t, uint32_t stamp);

/* The times that tell of the same activation as a stamp does: which was the deepest
   to have started then. */
typedef struct {
   uint32_t first, past;        /* with V */
} fast_age;

fast_age fast_age_of(const trms_thread *t, uint32_t stamp);

/* Pages of stamps that were given back, and in which 0 stands for what they had.
   Of folded ones that is a stamp that is not valid, the same for all cells of a
   page (engine/fast/fold.c); of packed ones, for each cell, "never" or a stamp of one
   activation, valid or not (engine/fast/pack.c).  `from`, `to`: places in a slot's window.

   A chunk more is touched: of those touched before, a few by turns are looked at
   for pages that can be given back. */
void fast_fold_some(void);
/* A thread ends, and has none any more. */
void fast_fold_forget(const trms_thread *t);
/* In [from, to) 0 means "never" afterwards, as elsewhere. */
void fast_unfold(unsigned slot, uintptr_t from, uintptr_t to);
/* The same, but what lies in whole pages is forgotten. */
void fast_unfold_ends(unsigned slot, uintptr_t from, uintptr_t to);
/* fast_renumber, of what 0 stands for in a chunk. */
void fast_renumber_folded(const trms_thread *t, uintptr_t number);

/* Packs the pages of a thread's chunk, if that is worth while and it has not touched
   them for long. */
void fast_pack_chunk(trms_thread *t, uintptr_t number);
/* Has a page any stamp, or what stands for some? */
bool fast_is_touched(const trms_thread *t, const uint32_t *page);
/* The page of c, which is packed, has its stamps again. */
void fast_unpack(unsigned slot, const uint32_t *c);
/* [first, past), whole pages of a slot's window, has no stamps that are packed
   afterwards. */
void fast_forget_packed(unsigned slot, uintptr_t first, uintptr_t past);
/* fast_renumber, of a packed page by its word. */
void fast_renumber_packed(const trms_thread *t, uintptr_t word);
/* invalidate, of a run, where that is in a packed page; false: it is not.  There
   are no exclusive ones. */
bool fast_invalidate_packed(unsigned slot, uint32_t *c, size_t n);

static inline uintptr_t cell_size(void)
{
   return (uintptr_t)1 << fast.shift;
}

static inline size_t depth(const trms_thread *t)
{
   return (size_t)(t->stack.top - t->stack.bottom);
}

/* What h has beside what it has in the stack. */
static inline cold *cold_of(trms_thread *t, hot *h)
{
   if (h > t->stack.last_cold)
      t->stack.last_cold = h;
   return &t->cold[h - t->stack.bottom];
}

static inline bool in_window(const trms_thread *t, uintptr_t a)
{
   return t->base != 0 && a < WINDOW_END;
}

/* Was the thread the last to write, and has nobody read it since? */
static inline bool is_exclusive(uint32_t stamp)
{
   return (stamp & (V | S)) == V;
}

static inline void invalidate(uint32_t *stamp)
{
   if (*stamp & V)
      *stamp = (*stamp & ~V) | S;
}

/* The same leaf, quickly where it was asked for lately. */
static inline history_leaf *leaf_of(trms_thread *t, uintptr_t a)
{
   uintptr_t number = a >> t->table.leaf_bits;
   history_leaf *l = t->table.recent[history_recent(number)];

   return l != NULL && l->number == number ? l : fast_get_leaf(t, a);
}

/* A leaf's stamp, after what others have written since it was last asked
   for. */
static inline uint32_t *cell_in_leaf(history_leaf *l, size_t i)
{
   if (l->seen[i] != l->versions[i]) {
      l->seen[i] = (uint16_t)l->versions[i];
      invalidate(&l->stamps[i]);
   }
   return &l->stamps[i];
}

static inline uint32_t *table_cell(trms_thread *t, uintptr_t a)
{
   t->asked++;
   return cell_in_leaf(leaf_of(t, a), history_index(&t->table, a));
}

static inline uint32_t *cell_of(trms_thread *t, uintptr_t a)
{
   if (in_window(t, a))
      return (uint32_t *)(t->base + (a & ~(uintptr_t)3));
   return table_cell(t, a);
}

static inline void set_mask(uintptr_t number, unsigned bit)
{
   masks[number] |= (uint64_t)1 << bit;
   fast.touched[number >> (REGION_BITS - SHADOW_CHUNK_BITS)] = true;
}

static inline bool writers_in_window(uintptr_t a)
{
   return fast.windows && a < WINDOW_END;
}

static inline unsigned last_writer(uintptr_t a)
{
   shadow_chunk *c;

   if (writers_in_window(a))
      return writers[a >> 4] >> (a >> 1 & 6) & 3;
   c = shadow_find(&fast.writers, a >> SHADOW_CHUNK_BITS);
   return c ? c->cells[(a % SHADOW_CHUNK_BYTES) >> fast.shift] : NOBODY;
}

/* What is done to neighbours at once: `n` cells from the one at `a` on, all in
   one line, and only one where cells are not of 4 bytes or beyond the windows.
   So many are left of a's line, at least 1. */
static inline size_t run_limit(uintptr_t a)
{
   return fast.shift == 2 && writers_in_window(a)
          ? (LINE_BYTES - a % LINE_BYTES + 3) / 4 : 1;
}

/* The writers of a line's cells, from the lowest bits on; they are stored as a whole,
   too, since who loads them right after smaller stores waits for these. */
static inline uint32_t writers_of_line(uintptr_t a)
{
   uint32_t of_line;

   __builtin_memcpy(&of_line, &writers[a / LINE_BYTES * (LINE_BYTES / 16)],
                    sizeof of_line);
   return of_line;
}

static inline void set_writers_of_line(uintptr_t a, uint32_t of_line)
{
   __builtin_memcpy(&writers[a / LINE_BYTES * (LINE_BYTES / 16)], &of_line,
                    sizeof of_line);
   if (!(masks[a >> SHADOW_CHUNK_BITS] >> WRITERS & 1))
      set_mask(a >> SHADOW_CHUNK_BITS, WRITERS);
}

/* Of a run. */
static inline void set_writers(uintptr_t a, size_t n, unsigned writer)
{
   if (writers_in_window(a)) {
      uint32_t cells = (uint32_t)((((uint64_t)1 << 2 * n) - 1)
                                  << a % LINE_BYTES / 4 * 2);
      set_writers_of_line(a, (writers_of_line(a) & ~cells)
                             | (writer * 0x55555555u & cells));
   } else
      shadow_get(&fast.writers, a >> SHADOW_CHUNK_BITS)
         ->cells[(a % SHADOW_CHUNK_BYTES) >> fast.shift] = writer;
}

static inline void set_writer(uintptr_t a, unsigned writer)
{
   set_writers(a, 1, writer);
}

/* Which threads may have stamps of a chunk in their windows, or in tables. */
static inline uint64_t mask_of_chunk(uintptr_t number)
{
   return masks[number] | fast.alone;
}

/* The same of a cell. */
static inline uint64_t mask_of(uintptr_t a)
{
   return writers_in_window(a) ? mask_of_chunk(a >> SHADOW_CHUNK_BITS)
                               : (uint64_t)1 << TABLES;
}

/* The thread's bit in masks; 0: it has no window. */
static inline uint64_t own_bit(const trms_thread *t)
{
   return t->base != 0 ? (uint64_t)1 << t->slot : 0;
}

static inline uint64_t slots_in(uint64_t mask)
{
   return mask & (((uint64_t)1 << SLOTS) - 1);
}

/* Of the threads of a mask, those other than `but` that may have valid stamps of
   the run at a in their windows.

   Sharers, where they are known, are all of a line's: a stamp becomes valid by a
   write or by the read of a stamp that is not, both of which add_sharer is told
   of, or by moving memory, and then they are not known any more. */
static inline uint64_t others_among(uint64_t mask, uintptr_t a,
                                    const trms_thread *but)
{
   uint64_t slots = slots_in(mask);

   if (but)
      slots &= ~own_bit(but);
   if (fast.crowded && slots && sharers[a / LINE_BYTES] & KNOWN)
      slots &= sharers[a / LINE_BYTES];
   return slots;
}

/* More than FEW?  (Old processors have no instruction that counts bits.) */
static inline bool are_many(uint64_t slots)
{
   unsigned i;

   for (i = 0; i < FEW; i++)
      slots &= slots - 1;
   return slots != 0;
}

static inline void add_sharer(uintptr_t a, const trms_thread *t)
{
   if (fast.crowded && writers_in_window(a)
       && sharers[a / LINE_BYTES] & KNOWN)
      sharers[a / LINE_BYTES] |= own_bit(t);
}

static inline uint32_t *stamp_in(unsigned slot, uintptr_t a)
{
   return (uint32_t *)(base_of(slot) + (a & ~(uintptr_t)3));
}

/* What 0 means in a page of a slot's window: a stamp, or if it is greater than
   all of these, where the page is packed. */
static inline uintptr_t *page_word(unsigned slot, const uint32_t *c)
{
   return &words_of(slot)[(uintptr_t)c >> PAGE_BITS];
}

/* The first page of a slot's window that begins in a chunk, or behind the last
   one. */
static inline uint32_t *first_page(const trms_thread *t, uintptr_t number)
{
   return (uint32_t *)page_up(t->base + (number << SHADOW_CHUNK_BITS));
}

static inline bool is_packed_word(uintptr_t word)
{
   return word > UINT32_MAX;
}

static inline bool is_packed(unsigned slot, const uint32_t *c)
{
   return fast.packed >> slot & 1 && is_packed_word(*page_word(slot, c));
}

/* Was the thread's own stamp packed?  Then it is there again. */
static inline bool unpacked(const trms_thread *t, const uint32_t *c,
                            uintptr_t a)
{
   if (*c != 0 || fast.packed == 0 || !in_window(t, a)
       || !is_packed_word(t->words[(uintptr_t)c >> PAGE_BITS]))
      return false;
   fast_unpack(t->slot, c);
   return true;
}

/* A stamp in a thread's window, not packed, or in a table. */
static inline uint32_t stamp_at(const trms_thread *t, const uint32_t *c,
                                uintptr_t a)
{
   return *c == 0 && own_bit(t) & fast.folded && in_window(t, a)
          ? (uint32_t)*page_word(t->slot, c) : *c;
}

/* The stamps of a run in the window of fast.loser, where all of them are
   exclusive; else NULL.  Memory mostly goes from one thread to another in large
   pieces.

   While a stamp is exclusive nobody else has a valid one of the cell, and its
   last writer is BY_EXCLUSIVE: who takes the cell over needs to look at no other
   thread, nor at the writers. */
static inline __attribute__((always_inline))
uint32_t *likely_lost(uintptr_t a, size_t n)
{
   uint32_t *c;
   size_t i;

   if (!writers_in_window(a)
       || !(masks[a >> SHADOW_CHUNK_BITS] >> fast.loser & 1))
      return NULL;
   c = stamp_in(fast.loser, a);
   for (i = 0; i < n; i++)
      if (!is_exclusive(c[i]))
         return NULL;
   return c;
}

/* The stamps of a run are not valid any more in the windows of these slots. */
static inline __attribute__((always_inline))
void invalidate_in_windows(uint64_t slots, uintptr_t a, size_t n)
{
   for (; slots; slots &= slots - 1) {
      unsigned slot = (unsigned)__builtin_ctzll(slots);
      uint32_t *c = stamp_in(slot, a), *end = c + n;

      if (fast.packed >> slot & 1 && fast_invalidate_packed(slot, c, n))
         continue;
      if (is_exclusive(*c))
         fast.loser = slot;
      do
         invalidate(c);
      while (++c < end);
   }
}

/* Somebody, or the kernel, has written a run of cells: nobody else's stamps of
   it are valid any more. */
static inline __attribute__((always_inline))
void invalidate_others(uintptr_t a, size_t n, trms_thread *but)
{
   uint64_t mask = mask_of(a), slots = others_among(mask, a, but);

   if (are_many(slots))
      fast_invalidate_many(slots, a, n);
   else
      invalidate_in_windows(slots, a, n);
   if (mask >> TABLES & 1)
      fast_written_in_tables(a, n, but);
}

/* The cell's exclusive writer in a table sees by the last writer that it is
   not alone with it any more. */
static inline void see_readers(const trms_thread *t, uint32_t *c, uintptr_t a)
{
   if (!in_window(t, a) && (*c & (V | S)) == V
       && last_writer(a) != BY_EXCLUSIVE)
      *c |= S;
}

/* Gives each stamp of a thread the time of the activation that it tells of,
   and these the times 1, 2, 3...  Nothing else is ever asked of a stamp, and 0
   stays 0. */
void fast_renumber(trms_thread *t);

/* A thread ends: it does not run any more. */
void fast_run_no_more(const trms_thread *t);

/* As the engine's functions (trms.h). */
void fast_read(trms_thread *t, uintptr_t a, size_t n);
void fast_write(trms_thread *t, uintptr_t a, size_t n);
void fast_kernel_write(uintptr_t a, size_t n);
void fast_forget(uintptr_t a, size_t n);
void fast_move(uintptr_t from, uintptr_t to, size_t n);
void fast_copy(uintptr_t from, uintptr_t to, size_t n);

#endif
