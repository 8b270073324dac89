/* What instrumented code needs of the fast engine beside engine/trms.h: where the
   current thread's stamps lie, what they are compared with, and what to call
   where a comparison fails.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_TRMS_FAST_H
#define APROF_TRMS_FAST_H

#include "engine/trms.h"

/* A stamp: V, 29 bits of time, S; bit 31 is always 0; 0 is "never".
   V (valid): nobody else has written the cell since this thread's latest
   access.  S (shared): with V set and S clear, this thread was the last to
   write the cell, and nobody else has a valid stamp of it. */
#define FAST_VALID  0x40000000u
#define FAST_SHARED 1u

/* The stamp of the cell at address a is at base + (a & ~3), for addresses
   below this. */
#define FAST_WINDOW_BITS 37

typedef struct {
   uintptr_t base;
   /* A cell with a stamp >= top needs nothing when it is read. */
   uint32_t top;
   /* What a write leaves behind, after its check. */
   uint32_t stamp;
   /* 0: a write needs no check, what it leaves behind in all cells that it touches
      is all.  Else all its bits are set. */
   uint64_t checked;
} trms_fast_view;

/* May there be such writes, now or later?  Once there is a second thread, or
   context, or memory beyond the windows, there are none any more: code that
   relies on it must be made anew. */
bool trms_fast_has_quiet_writes(void);

/* The program gets memory that no list of mappings may tell of: there are none
   from now on.  To be told before it is accessed. */
void trms_fast_end_quiet_writes(void);

/* Starts are stamps, and stand in both halves of a word: as such they are
   compared with those of two cells at once. */
#define FAST_STARTS_STEP 0x0000000200000002u

/* The part of a thread that calls and returns touch: its first member. */
typedef struct {
   uint64_t starts;
   int64_t rms;
} trms_fast_activation;

typedef struct {
   /* bottom stands for "before all activations": it takes what belongs to
      none, and its time is the first. */
   trms_fast_activation *bottom, *top, *last;
   /* The highest one that has cold partials, or the bottom: who is popped
      leaves its own to the one below, so that the top has some only if it is
      this one. */
   trms_fast_activation *last_cold;
   uint64_t next_starts;
   uint32_t limit;         /* renumber where next_starts reaches it */
} trms_fast_stack;

/* Makes room for so many activations. */
void trms_fast_reserve(trms_thread *t, size_t depth);

/* Does the next call need nothing but a record, provided that there is room? */
static inline bool trms_fast_can_call(const trms_thread *t)
{
   const trms_fast_stack *s = (const trms_fast_stack *)t;

   return (uint32_t)(s->next_starts + FAST_STARTS_STEP) < s->limit;
}

/* Pushes the record of a new activation, where there is room: its starts. */
static inline uint64_t trms_fast_push(trms_thread *t)
{
   trms_fast_stack *s = (trms_fast_stack *)t;
   trms_fast_activation *h = s->top + 1;
   uint64_t starts = s->next_starts;

   s->top = h;
   s->next_starts = starts + FAST_STARTS_STEP;
   h->starts = starts;
   h->rms = 0;
   return starts;
}

/* Was nothing induced in the top activation?  Then rms, ext and trms are all
   `*size`. */
static inline bool trms_fast_is_plain(const trms_thread *t, uint64_t *size)
{
   const trms_fast_stack *s = (const trms_fast_stack *)t;

   *size = (uint64_t)s->top->rms;
   return s->top != s->last_cold;
}

/* The starts of the top activation. */
static inline uint64_t trms_fast_starts(const trms_thread *t)
{
   return ((const trms_fast_stack *)t)->top->starts;
}

/* Pops that of the top activation, whose cold partials are all 0: the starts of
   the one below. */
static inline uint64_t trms_fast_pop(trms_thread *t)
{
   trms_fast_stack *s = (trms_fast_stack *)t;
   trms_fast_activation *h = s->top;

   s->top = h - 1;
   h[-1].rms += h->rms;
   return h[-1].starts;
}

/* Is the thread's view a window of its own?  (Until trms_fast_mapped says
   otherwise.) */
bool trms_fast_has_window(const trms_thread *t);

/* Has the thread no window, and would it be faster with one?  trms_fast_move_in
   gives it one, if one is left: then its view is another one, and if it runs,
   trms_fast_run is to be told again.  If none is left it is not busy for a
   while. */
bool trms_fast_is_busy(const trms_thread *t);
void trms_fast_move_in(trms_thread *t);

/* Can windows be had?  If not, all accesses must go through the engine's
   functions.  After init. */
bool trms_fast_has_windows(void);

/* The program has got memory in [start, end), maybe at a place of its own
   choice, beyond the windows; views are different afterwards.  To be told
   before it is accessed.  False: it can't be followed there, since it is where
   the windows are. */
bool trms_fast_mapped(uintptr_t start, uintptr_t end);

/* Below this address that is sure to go well, as far as the program leaves what is
   above to the engine. */
uintptr_t trms_fast_reach(void);

/* The view of the thread's current activation; of a thread without a window,
   or of NULL, one with which every check fails and every write leaves 0.  With
   a top of 0 in its place reads that are aligned need nothing. */
trms_fast_view trms_fast_view_of(const trms_thread *t);

/* Between accesses: gives back memory for stamps that are told in less, now and
   then. */
void trms_fast_tidy(void);

/* The functions below tell of accesses of this thread; NULL: they do nothing. */
void trms_fast_run(trms_thread *t);
/* The same, but reads do nothing. */
void trms_fast_run_writes(trms_thread *t);

/* An access whose check has failed, by its size in bytes: each with one
   argument, since instrumented code prepares it whether the check fails or
   not.  `a` need not be aligned. */
void trms_fast_read1(uintptr_t a);
void trms_fast_read2(uintptr_t a);
void trms_fast_read4(uintptr_t a);
void trms_fast_read8(uintptr_t a);
void trms_fast_read16(uintptr_t a);
void trms_fast_read32(uintptr_t a);
void trms_fast_write1(uintptr_t a);
void trms_fast_write2(uintptr_t a);
void trms_fast_write4(uintptr_t a);
void trms_fast_write8(uintptr_t a);
void trms_fast_write16(uintptr_t a);
void trms_fast_write32(uintptr_t a);

#endif
