/* The fast engine's interface to the tool, beside engine/trms.h: where the
   stamps of the current thread lie, what instrumented code compares them with,
   and what it calls where a comparison fails.  The functions are in fast.c,
   accesses.c and promote.c.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_TRMS_FAST_H
#define APROF_TRMS_FAST_H

#include "engine/fast/stamp.h"
#include "engine/trms.h"

/* The stamp of the cell at address a is at base + (a & ~3), for addresses
   below this one: 320 GB.  GHC's runtime has its heap at 264 GB. */
#define TRMS_FAST_WINDOWS_END ((uintptr_t)320 << 30)

/* What instrumented code needs to check the accesses of one thread. */
typedef struct {
   uintptr_t base;              /* of its window, or of the scratch window */
   uint32_t top;                /* a read of a cell with a stamp >= top needs
                                   nothing */
   uint32_t stamp;              /* what a write stores, after its check, as the
                                   stamp of all cells that it touches */
   uint64_t checked;            /* 0: a write needs no check (an unchecked
                                   write); else all bits are set */
} trms_fast_view;

/* May unchecked writes happen, now or later?  They end with the second thread
   or context, and with memory beyond the windows: then code that relies on
   them must be translated anew. */
bool trms_fast_has_unchecked_writes(void);

/* Between two superblocks, after the program has executed so many: fold stamps
   that were not changed for long, if a look for them is due
   (engine/fast/cold.h). */
void trms_fast_look_for_cold(uint64_t blocks);

/* End unchecked writes, before the program accesses memory that no list of
   mappings may contain (a stack that the kernel lets grow). */
void trms_fast_end_unchecked_writes(void);

/* The starts of an activation are its start (STAMP_START) in both halves of a
   word, so that the stamps of two cells are compared at once.  This is the
   difference between two consecutive ones. */
#define TRMS_FAST_STARTS_STEP 0x0000000200000002u

/* What calls, returns and accesses touch of an activation. */
typedef struct {
   uint64_t starts;
   int64_t rms;                 /* partial: see fast.c */
} trms_fast_activation;

/* The first member of a thread. */
typedef struct {
   /* bottom stands for "before all activations": it takes what belongs to no
      activation, and its start is the first.  last: there is room up to it. */
   trms_fast_activation *bottom, *top, *last;
   /* The highest activation that has cold partials (fast.c), or the bottom.  A
      popped activation leaves its cold partials to the one below, so the top
      has some only if it is this one. */
   trms_fast_activation *last_cold;
   uint64_t next_starts;        /* of the next call */
   uint32_t limit;              /* a call whose starts are not less must
                                   renumber */
} trms_fast_stack;

/* Make room for `activations` in all, above the bottom. */
void trms_fast_reserve(trms_thread *t, size_t activations);
/* There are no more than these, and were many more: give memory back. */
void trms_fast_give_back(trms_thread *t, size_t activations);

/* The stack is very deep: let activations far below the top take less memory.
   From then on trms_fast_unpack_top is to be called whenever less than
   TRMS_FAST_MARGIN activations are pending above the first trms_fast_packed. */
enum { TRMS_FAST_MARGIN = 256 };
void trms_fast_pack(trms_thread *t);
size_t trms_fast_packed(const trms_thread *t);
void trms_fast_unpack_top(trms_thread *t);

/* The stack is very deep, and its part in [from, past) will not be used soon:
   let its stamps take less memory, if that is possible.  Whole blocks do
   (PLATFORM_BLOCK): less than a block at `from` may be left out, and as much
   behind `past` included. */
void trms_fast_pack_stamps(const trms_thread *t, uintptr_t from,
                           uintptr_t past);

/* It will be used soon: make stamps there that take less memory usual ones
   again, many pages at once. */
void trms_fast_unpack_stamps(const trms_thread *t, uintptr_t from,
                             uintptr_t past);
/* The program's stack will soon reach into [from, past), and fill it: take
   memory for its stamps, many pages at once. */
void trms_fast_expect(const trms_thread *t, uintptr_t from, uintptr_t past);

/* Does the next call need no more than trms_fast_push, if there is room? */
static inline bool trms_fast_can_call(const trms_thread *t)
{
   const trms_fast_stack *s = (const trms_fast_stack *)t;

   return (uint32_t)s->next_starts < s->limit;
}

/* Return the starts of the next call. */
static inline uint64_t trms_fast_next_starts(const trms_thread *t)
{
   return ((const trms_fast_stack *)t)->next_starts;
}

/* Push a new activation, for which there must be room.  starts:
   trms_fast_next_starts, which the caller has at hand. */
static inline void trms_fast_push(trms_thread *t, uint64_t starts)
{
   trms_fast_stack *s = (trms_fast_stack *)t;
   trms_fast_activation *h = s->top + 1;

   s->top = h;
   s->next_starts = starts + TRMS_FAST_STARTS_STEP;
   h->starts = starts;
   h->rms = 0;
}

/* Was nothing induced in the top activation?  Then rms, ext and trms are all
   *size. */
static inline bool trms_fast_is_plain(const trms_thread *t, uint64_t *size)
{
   const trms_fast_stack *s = (const trms_fast_stack *)t;

   *size = (uint64_t)s->top->rms;
   return s->top != s->last_cold;
}

/* Return the starts of the top activation. */
static inline uint64_t trms_fast_starts(const trms_thread *t)
{
   return ((const trms_fast_stack *)t)->top->starts;
}

/* Pop the top activation, whose cold partials must be 0; return the starts of
   the activation below. */
static inline uint64_t trms_fast_pop(trms_thread *t)
{
   trms_fast_stack *s = (trms_fast_stack *)t;
   trms_fast_activation *top = s->top;

   s->top = top - 1;
   top[-1].rms += top->rms;
   return top[-1].starts;
}

/* Return how many activations, from the top down, are plain
   (trms_fast_is_plain). */
static inline size_t trms_fast_plain(const trms_thread *t)
{
   const trms_fast_stack *s = (const trms_fast_stack *)t;

   return (size_t)(s->top - s->last_cold);
}

/* Return the activation `n` below the top. */
static inline trms_fast_activation *trms_fast_below(const trms_thread *t,
                                                    size_t n)
{
   return ((const trms_fast_stack *)t)->top - n;
}

/* Pop the activations above h, all of which are plain.  rms: the sum of their
   partials.  Return the starts of h. */
static inline uint64_t trms_fast_pop_to(trms_thread *t,
                                        trms_fast_activation *h, uint64_t rms)
{
   ((trms_fast_stack *)t)->top = h;
   h->rms += rms;
   return h->starts;
}

/* Is the thread's view a window of its own?  (Until trms_fast_mapped says
   otherwise.) */
bool trms_fast_has_window(const trms_thread *t);

/* Has the thread no window, and would it be faster with one?
   trms_fast_promote promotes it: it gets a window, if one is free.  Then its
   view has changed, and if it runs, trms_fast_run must be called again.  If no
   window is free, the thread is not busy for a while. */
bool trms_fast_wants_window(const trms_thread *t);
void trms_fast_promote(trms_thread *t);

/* After init: can windows be had?  If not, all accesses must go through the
   engine's functions. */
bool trms_fast_has_windows(void);

/* The program has got memory in [start, end), maybe beyond the windows, at an
   address of its own choice: to be called before the memory is accessed.  What is
   not accessible is address space that is kept for later: to be called once more
   when it becomes memory.  Views have changed afterwards.  False: the engine can't
   follow the program there, since the windows are there. */
bool trms_fast_mapped(uintptr_t start, uintptr_t end, bool accessible);

/* Below the address returned trms_fast_mapped is sure to succeed, as long as
   the program leaves what is above to the engine. */
uintptr_t trms_fast_reach(void);

/* Return the view of the thread's current activation.  For a thread without a
   window, and for NULL: a view with which every check fails and every write
   stores 0.  With a top of 0 in its place no check of an aligned read fails. */
trms_fast_view trms_fast_view_of(const trms_thread *t);

/* Would it help if code stored a write's stamp only where the check before it
   holds?  Once that is so for all code, trms_fast_guard says it. */
bool trms_fast_wants_guard(void);
void trms_fast_guard(void);

/* Select the thread that the functions below are about; NULL: none, they do
   nothing. */
void trms_fast_run(trms_thread *t);
/* The same, but reads do nothing. */
void trms_fast_run_writes(trms_thread *t);

/* An access whose check has failed, by its size in bytes.  There is one
   function for each size, with one argument: instrumented code prepares the
   arguments whether the check fails or not.  `a` need not be aligned. */
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
/* The same for code with the guards that trms_fast_guard is about. */
void trms_fast_guarded_read4(uintptr_t a);
void trms_fast_guarded_read8(uintptr_t a);
void trms_fast_guarded_write4(uintptr_t a);
void trms_fast_guarded_write8(uintptr_t a);
/* The same where output is measured (trms_options.output) and the check also
   fails for a stamp less than the view's top: the write may be a first access.
   After trms_fast_run_writes it does not count. */
void trms_fast_first_write1(uintptr_t a);
void trms_fast_first_write2(uintptr_t a);
void trms_fast_first_write4(uintptr_t a);
void trms_fast_first_write8(uintptr_t a);
void trms_fast_first_write16(uintptr_t a);
void trms_fast_first_write32(uintptr_t a);

#endif
