/* The size of the input, fast: the paper's algorithm with write-invalidate
   stamps.

   The timestamping algorithm ("Multithreaded Input-Sensitive Profiling",
   Section 4, Figures 11 and 12) compares, at each read, the thread's stamp of
   the cell with the stamp of the cell's latest write.  Here a write acts on the
   other threads at once, as in a coherence protocol: it clears the V bit
   (valid) in their stamps (engine/fast/stamp.h).  The last writer stands in a
   map of two bits a cell that only slow paths look at.  Then the times in a
   thread's stamps are its own: they advance at its calls only, and a read whose
   stamp is valid and not older than the top activation has nothing to do.
   Instrumented code checks that inline (engine/fast/fast.h).

   Why the result is the same as by the definition (engine/trms.h):

   - Of a stamp's time nothing is ever used but which pending activations had
     started at it.  Between two calls of the thread every time from the start
     of the top activation on has the same answer.  So accesses are stamped with
     the top's start, and a stamp that passes the check may stay as it is.
   - V is the most significant bit in use: every invalid stamp, "never"
     included, is less than every valid one.  S is the least significant bit,
     and 0 in starts: it never changes an order.
   - A cell is induced for a thread if its stamp was invalidated since its
     latest access, or if the thread has never accessed it and it has a writer.
     The kind is that of the last writer.
   - A write to a cell that is exclusive finds no stamp to invalidate and no
     other last writer to replace.
   - Invalidation keeps the stamp's time, which rms and ext still need.
   - Where threads write scattered cells, they invalidate their own stamps
     instead of others' (engine/fast/lazy.h), or have none in their windows
     (bare.h).

   Partials of an activation.  rms is hot, kept with the stack.  Where an access
   is induced, the cold partials hold what ext and trms have beyond rms, by the
   kind of the access: ext = rms + x[kernel], trms = rms + x[kernel] +
   x[thread].  They also hold wms (first_writes.h).  As in the paper's invariant
   (Section 4.2) a metric of a pending activation is the sum of the partials
   from it up to the top.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/fast.h"
#include "engine/fast/accesses.h"
#include "engine/fast/calloc.h"
#include "engine/fast/cleared.h"
#include "engine/fast/cold.h"
#include "engine/fast/copy.h"
#include "engine/fast/directory.h"
#include "engine/fast/fold.h"
#include "engine/fast/invariants.h"
#include "engine/fast/kept_pages.h"
#include "engine/fast/lazy.h"
#include "engine/fast/packed_stack.h"
#include "engine/fast/promote.h"
#include "engine/fast/ranges.h"
#include "engine/fast/scratch_window.h"
#include "engine/fast/single_thread.h"
#include "engine/fast/state.h"

#define CENTRE "aprof.fast"

static uint32_t limit;                  /* renumber at this stamp */
static bool beyond;                     /* the program has memory beyond the
                                           windows: the scratch window is the
                                           view of all threads */

/* Contexts are many, and most touch little: their tables have small leaves, and
   the last slots are kept for threads. */
enum { CONTEXT_LEAF_BITS = 8, CONTEXT_SLOTS = 46 };

/* When a thread ends that has joined at most this many chunks, its window is
   given back chunk by chunk: to give it back as a whole the kernel goes through
   all page tables that the window has ever needed. */
enum { FEW_CHUNKS = 64 };

/* FAST_UNDER more activations lie under the bottom, for accesses while
   nothing is pending.  The first is then the one below the top, and takes what
   belongs to no activation; its start is less than every valid stamp.  The
   others have that start, too, and are only looked at. */
enum { UNDER = FAST_UNDER };

/* There is room for `room` activations, and as many cold partials, the bottom
   included. */
static size_t room_of(const trms_thread *t)
{
   return (size_t)(t->stack.last + 1 - t->stack.bottom);
}

/* Give the stack room for at least `room` activations, the bottom included:
   more than it has. */
static void set_room(trms_thread *t, size_t room)
{
   size_t used = fast_depth(t) + 1, hot = room + UNDER, cold = room;
   ptrdiff_t with_cold = t->stack.last_cold - t->stack.bottom;

   t->stack.bottom = UNDER + (trms_fast_activation *)
      platform_stack_grow(CENTRE, fast_first(t), sizeof *t->stack.bottom,
                          used + UNDER, &hot);
   t->cold = platform_stack_grow(CENTRE, t->cold, sizeof *t->cold, used, &cold);
   t->stack.top = t->stack.bottom + used - 1;
   t->stack.last_cold = t->stack.bottom + with_cold;
   room = hot - UNDER < cold ? hot - UNDER : cold;
   t->stack.last = t->stack.bottom + room - 1;
   /* They are filled next: a fault for each page takes much longer. */
   if (platform_stack_has_place(fast_first(t)))
      platform_take((uintptr_t)(t->stack.bottom + used),
                    (room - used) * sizeof *t->stack.bottom);
}

static void init_stack(trms_thread *t)
{
   enum { FIRST = 32 };
   size_t hot = FIRST + UNDER, cold = FIRST;
   trms_fast_activation *first
      = platform_stack_grow(CENTRE, NULL, sizeof *first, 0, &hot);
   int i;

   for (i = 0; i < UNDER; i++)
      first[i].starts = stamp_in_both(STAMP_START(0));
   t->cold = platform_stack_grow(CENTRE, NULL, sizeof *t->cold, 0, &cold);
   t->stack.bottom = first + UNDER;
   t->stack.top = t->stack.last_cold = t->stack.bottom;
   t->stack.last = t->stack.bottom + FIRST - 1;
   t->stack.bottom[0].starts = stamp_in_both(STAMP_START(1));
   t->stack.next_starts = stamp_in_both(STAMP_START(2));
}

void trms_fast_reserve(trms_thread *t, size_t activations)
{
   if (t->stack.bottom + activations > t->stack.last)
      set_room(t, activations + 1);
}

void trms_fast_give_back(trms_thread *t, size_t activations)
{
   size_t used = activations + 1, room = room_of(t), hot, cold;

   hot = platform_stack_give_back(fast_first(t), sizeof *t->stack.bottom,
                                  used + UNDER, room + UNDER);
   cold = platform_stack_give_back(t->cold, sizeof *t->cold, used, room);
   room = hot - UNDER < cold ? hot - UNDER : cold;
   t->stack.last = t->stack.bottom + room - 1;
}

static void engine_call(trms_thread *t)
{
   if (t->stack.top == t->stack.last)
      set_room(t, fast_depth(t) + 2);
   trms_fast_push(t, t->stack.next_starts);
   if ((uint32_t)t->stack.next_starts >= limit)
      ranges_renumber(t);
}

static void sum_up(int64_t rms, const fast_cold *d, trms_sizes *sizes)
{
   int64_t ext = rms + d->x[FAST_BY_KERNEL];

   sizes->rms = (uint64_t)rms;
   sizes->ext = (uint64_t)ext;
   sizes->trms = (uint64_t)(ext + d->x[FAST_BY_THREAD]);
   sizes->external = (uint64_t)d->induced[FAST_BY_KERNEL];
   sizes->thread = (uint64_t)d->induced[FAST_BY_THREAD];
   sizes->wms = (uint64_t)d->wms;
}

static void add_cold(fast_cold *into, const fast_cold *from)
{
   int kind;

   for (kind = 0; kind < FAST_KINDS; kind++) {
      into->x[kind] += from->x[kind];
      into->induced[kind] += from->induced[kind];
   }
   into->wms += from->wms;
}

static void engine_ret(trms_thread *t, trms_sizes *sizes)
{
   trms_fast_activation *h = t->stack.top;
   fast_cold *d = &t->cold[h - t->stack.bottom];

   PLATFORM_ASSERT(h > t->stack.bottom);
   packed_stack_settle(t);
   sum_up(h->rms, d, sizes);
   if (h == t->stack.last_cold) {
      t->stack.last_cold = h - 1;
      add_cold(fast_cold_of(t, h - 1), d);
      *d = (fast_cold){ .wms = 0 };
   }
   trms_fast_pop(t);
}

static void engine_pending(const trms_thread *t, trms_sizes *sizes)
{
   fast_cold sum;
   int64_t rms = 0;
   size_t i;

   platform_zero(&sum, sizeof sum);
   packed_stack_open_all(t);
   for (i = fast_depth(t); i > 0; i--) {
      rms += t->stack.bottom[i].rms;
      add_cold(&sum, &t->cold[i]);
      sum_up(rms, &sum, &sizes[i - 1]);
   }
}

static trms_thread *new_thread(bool wants_window, unsigned leaf_bits)
{
   trms_thread *t = platform_alloc(CENTRE, sizeof *t);

   t->slot_limit = wants_window ? WINDOWS_SLOTS : CONTEXT_SLOTS;
   promote_set_slot(t, wants_window && fast.has_windows
                    ? windows_take_slot(WINDOWS_SLOTS) : WINDOWS_SLOTS);
   t->born = fast.fold_looks;
   single_thread_end();
   t->was_single = fast.may_be_single;
   if (fast.may_be_single)
      fast.single = directory_bit(t);
   fast.may_be_single = false;
   stamp_table_init(&t->table, leaf_bits, &fast.versions);
   init_stack(t);
   t->stack.limit = limit - (uint32_t)TRMS_FAST_STARTS_STEP;
   t->next = fast.threads;
   if (t->next)
      t->next->previous = t;
   fast.threads = t;
   return t;
}

static trms_thread *engine_thread_new(void)
{
   return new_thread(true, SHADOW_CHUNK_BITS);
}

static trms_thread *engine_context_new(void)
{
   trms_thread *t = new_thread(false, CONTEXT_LEAF_BITS);

   if (fast.has_windows)
      promote_context_begins(t);
   return t;
}

static int compare_chunks(const void *a, const void *b)
{
   uintptr_t x = *(const uintptr_t *)a, y = *(const uintptr_t *)b;

   return x < y ? -1 : x > y;
}

/* Give back the chunks of a window, neighbours together. */
static void clear_chunks(trms_thread *t)
{
   size_t i, past;

   platform_sort(t->chunks, t->chunk_count, sizeof *t->chunks, compare_chunks);
   for (i = 0; i < t->chunk_count; i = past) {
      past = i + 1;
      while (past < t->chunk_count
             && t->chunks[past] == t->chunks[past - 1] + 1)
         past++;
      windows_drop(t->slot, t->chunks[i] << SHADOW_CHUNK_BITS,
                   (t->chunks[past - 1] + 1) << SHADOW_CHUNK_BITS);
   }
}

static void leave_chunk(const trms_thread *t, uintptr_t chunk)
{
   uint64_t *page = &directory_pages[chunk << SHADOW_CHUNK_BITS
                                     >> WINDOWS_PAGE_BITS];
   size_t i;

   directory_chunks[chunk] &= ~directory_bit(t);
   for (i = 0; i < SHADOW_CHUNK_BYTES / WINDOWS_PAGE_BYTES; i++)
      if (page[i] & directory_bit(t))
         page[i] &= ~directory_bit(t);
}

/* Why the window is all zero afterwards: a chunk is joined before its first
   stamp is set, and nothing else in a window is ever other than 0 but the words
   of pages.  Only unchecked writes may have left stamps in chunks that were not
   joined: then all of the window is given back. */
static void give_window(trms_thread *t)
{
   unsigned fresh = 0;
   bool is_kept = kept_pages_clear(t, &fresh);
   size_t i;

   promote_window_ends(t, fresh);
   for (i = 0; i < t->chunk_count; i++)
      leave_chunk(t, t->chunks[i]);
   if (t->was_single || directory_bit(t) & fast.folded_slots
       || t->chunk_count > FEW_CHUNKS) {
      windows_drop_all(t->slot);
      kept_pages_dropped(t->slot);
   } else if (!is_kept)
      clear_chunks(t);
   windows_give_slot(t->slot);
}

static void engine_thread_end(trms_thread *t)
{
   single_thread_end();
   lazy_thread_ends(t);
   if (t->next)
      t->next->previous = t->previous;
   if (t->previous)
      t->previous->next = t->next;
   else
      fast.threads = t->next;
   accesses_run_no_more(t);
   cleared_end(t);
   if (t->base != 0)
      give_window(t);
   else
      promote_table_ends(t);
   fold_forget(t);
   stamp_table_free(&t->table);
   platform_free(t->chunks);
   packed_stack_free(t);
   platform_stack_free(t->cold);
   platform_stack_free(fast_first(t));
   platform_free(t);
}

void trms_fast_end_unchecked_writes(void)
{
   single_thread_end();
   fast.may_be_single = false;
}

bool trms_fast_mapped(uintptr_t start, uintptr_t end, bool accessible)
{
   if (!fast.has_windows || end <= WINDOWS_END)
      return true;
   if (windows_hit(start, end))
      return false;
   if (!accessible)
      return scratch_window_make_way(start, end);
   /* With the scratch window as view, writes are to fail their checks. */
   trms_fast_end_unchecked_writes();
   beyond = true;
   return scratch_window_follow(start, end);
}

uintptr_t trms_fast_reach(void)
{
   return scratch_window_reach();
}

bool trms_fast_has_window(const trms_thread *t)
{
   return t->base != 0 && !beyond;
}

bool trms_fast_has_unchecked_writes(void)
{
   return fast.single != 0 || fast.may_be_single;
}

bool trms_fast_wants_guard(void)
{
   enum { ENOUGH = 128 };

   return fast.guarded || fast.bare_candidates >= ENOUGH;
}

void trms_fast_guard(void)
{
   fast.guarded = !fast.output;
}

bool trms_fast_has_windows(void)
{
   return fast.has_windows;
}

trms_fast_view trms_fast_view_of(const trms_thread *t)
{
   trms_fast_view view;

   if (t && trms_fast_has_window(t)) {
      view.base = t->base;
      view.top = view.stamp = fast_start(t->stack.top);
      view.checked = fast.single ? 0 : ~(uint64_t)0;
   } else {
      /* No stamp is as great as this top, and a stamp that is 0 is not
         exclusive. */
      view.base = scratch_window_base();
      view.top = 0x7ffffffeu;
      view.stamp = 0;
      view.checked = t ? ~(uint64_t)0 : 0;
   }
   return view;
}

static void engine_init(const trms_options *options)
{
   uint32_t times = options->timestamp_limit;

   if (times == 0 || times > STAMP_TIMES - 2)
      times = STAMP_TIMES - 2;
   if (times < 4)
      times = 4;
   limit = STAMP_START(times);
   beyond = false;
   platform_zero(&fast, sizeof fast);
   fast.cell_shift = options->cell_shift;
   fast.is_file_content = options->is_file_content;
   fast.small_ranges = options->small_ranges;
   fast.output = options->output;
   fast.cold_next = options->small_ranges ? COLD_TEST_WAIT : COLD_FIRST;
   fast.fold_wait = fast.taken_to_fold = FOLD_LEAST_WAIT;
   PLATFORM_ASSERT(!(options->output && options->unchecked_writes));
   trms_fast_run(NULL);
   promote_init();
   kept_pages_init();
   shadow_init(&fast.writers, fast.cell_shift);
   shadow_init(&fast.versions, fast.cell_shift);
   /* The geometry of windows is for cells of 4 bytes. */
   fast.has_windows = fast.cell_shift == 2 && !options->no_windows
                      && windows_reserve();
   fast.may_be_single = fast.has_windows && options->unchecked_writes;
}

static void engine_finish(void)
{
   while (fast.threads)
      engine_thread_end(fast.threads);
   cleared_free();
   lazy_free();
   fold_parts_finish();
   shadow_free(&fast.writers);
   shadow_free(&fast.versions);
   if (fast.has_windows)
      windows_unreserve();
   fast.has_windows = false;
}

const trms_engine trms_fast = {
   .name = "fast",
   .init = engine_init,
   .finish = engine_finish,
   .thread_new = engine_thread_new,
   .context_new = engine_context_new,
   .thread_end = engine_thread_end,
   .call = engine_call,
   .ret = engine_ret,
   .read = accesses_read,
   .write = accesses_write,
   .write_apart = accesses_write_apart,
   .kernel_read = accesses_read,
   .kernel_write = accesses_kernel_write,
   .forget = ranges_forget,
   .move = ranges_move,
   .copy = copy_history,
   .clear = calloc_clear,
   .depth = fast_depth,
   .pending = engine_pending,
   .broken = invariants_broken,
};
