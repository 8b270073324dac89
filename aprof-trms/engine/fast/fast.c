/* The size of the input, fast: write-invalidate stamps.

   The timestamping algorithm compares, at each read, the thread's stamp of the
   cell with the stamp of the cell's latest write.  Here a write tells the
   others at once, by taking the V bit (valid) from their stamps; who wrote
   last stands in a map of two bits a cell that only slow paths look at.  Then
   a thread's stamps are its own: they advance at its calls only, and a read
   whose stamp is valid and not older than the top activation has nothing to
   do.  Instrumented code checks that inline (engine/fast/fast.h).

   Why the result is the same as by the definition (trms.h, "Multithreaded
   Input-Sensitive Profiling", Section 4):

   - Only "the deepest pending activation that had started at this stamp" is
     ever asked of a stamp.  Between two calls of the thread every stamp from
     the top's start on answers alike, so accesses are stamped with the top's
     start, and the stamp of a hit may stay.
   - V is the most significant bit in use: every stamp that is not valid, and
     "never", is smaller than every valid one.  S is the least significant,
     and starts have it clear: it never changes an order.
   - A cell is induced where it was invalidated since the thread's latest
     access, or was never accessed by it and has a writer.  Its kind is that
     of the last writer.
   - A write to a cell that is exclusive (V and not S) finds nobody to
     invalidate and no other writer to replace.
   - Invalidation keeps the stamp's time, which rms and ext still need.

   Partials of an activation: rms is hot; where an access is induced, the cold
   ones hold what ext and trms have beyond rms, by the kind of the access:
   ext = rms + x[KERNEL], trms = rms + x[KERNEL] + x[THREAD].  As in the
   timestamps engine a metric of an activation is the sum of the partials from
   it to the top.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/fast.h"
#include "engine/fast/cleared.h"
#include "engine/fast/stamps.h"
#include "engine/fast/scratch_window.h"

#define CENTRE "aprof.fast"

static uint32_t limit;                  /* a stamp */
static bool beyond;                     /* there is memory beyond them: the
                                           scratch window is everybody's view */
/* Contexts are many, and most touch little.  The last windows are kept for
   threads. */
enum { CONTEXT_LEAF_BITS = 8, CONTEXT_SLOTS = 46 };

/* So many chunks of a window are given back one by one when a thread ends: to
   give all of it back the kernel goes through all tables of pages that it ever
   needed. */
enum { FEW_CHUNKS = 64 };

/* Some milliseconds' worth of calls: what has not been touched for so long likely
   won't be soon. */
enum { MOST_TO_COLD = 100000 };

/* UNDER more lie under the bottom, for accesses where nothing is pending: the
   first is below the top, takes what nobody asks for, and has a start that no
   stamp is less than but those that are not valid.  So have the others, which
   are only looked at. */
static hot *resize_hot(hot *bottom, size_t room)
{
   hot *first = bottom == NULL ? NULL : bottom - UNDER;
   int i;

   first = plat_realloc(CENTRE, first, (room + UNDER) * sizeof *first);
   if (bottom == NULL) {
      plat_zero(first, (room + UNDER) * sizeof *first);
      for (i = 0; i < UNDER; i++)
         first[i].starts = in_both(STAMP(0));
   }
   return first + UNDER;
}

/* With the bottom; the stack has less so far. */
static void set_room(trms_thread *t, size_t room)
{
   size_t used = depth(t) + 1;
   ptrdiff_t with_cold = t->stack.last_cold - t->stack.bottom;

   t->stack.bottom = resize_hot(t->stack.bottom, room);
   t->stack.top = t->stack.bottom + used - 1;
   t->stack.last_cold = t->stack.bottom + with_cold;
   t->cold = plat_realloc(CENTRE, t->cold, room * sizeof *t->cold);
   plat_zero(t->cold + used, (room - used) * sizeof *t->cold);
   t->stack.last = t->stack.bottom + room - 1;
}

void trms_fast_reserve(trms_thread *t, size_t activations)
{
   if (t->stack.bottom + activations > t->stack.last)
      set_room(t, activations + 1);
}

static void engine_call(trms_thread *t)
{
   if (t->stack.top == t->stack.last)
      set_room(t, 2 * (depth(t) + 1));
   trms_fast_push(t);
   if ((uint32_t)t->stack.next_starts >= limit)
      fast_renumber(t);
}

static void tell(int64_t rms, const cold *d, trms_sizes *sizes)
{
   sizes->rms = (uint64_t)rms;
   sizes->ext = (uint64_t)(rms + d->x[KERNEL]);
   sizes->trms = (uint64_t)(rms + d->x[KERNEL] + d->x[THREAD]);
   sizes->external = (uint64_t)d->induced[KERNEL];
   sizes->thread = (uint64_t)d->induced[THREAD];
}

static void add_cold(cold *into, const cold *from)
{
   int kind;

   for (kind = KERNEL; kind <= THREAD; kind++) {
      into->x[kind] += from->x[kind];
      into->induced[kind] += from->induced[kind];
   }
}

static void engine_ret(trms_thread *t, trms_sizes *sizes)
{
   hot *h = t->stack.top;
   cold *d = &t->cold[h - t->stack.bottom];

   PLAT_ASSERT(h > t->stack.bottom);
   tell(h->rms, d, sizes);
   if (h == t->stack.last_cold) {
      t->stack.last_cold = h - 1;
      add_cold(cold_of(t, h - 1), d);
      *d = (cold){ { 0 }, { 0 } };
   }
   trms_fast_pop(t);
}

static void engine_pending(const trms_thread *t, trms_sizes *sizes)
{
   cold sum;
   int64_t rms = 0;
   size_t i;

   plat_zero(&sum, sizeof sum);
   for (i = depth(t); i > 0; i--) {
      rms += t->stack.bottom[i].rms;
      add_cold(&sum, &t->cold[i]);
      tell(rms, &sum, &sizes[i - 1]);
   }
}

static trms_thread *new_thread(bool wants_window, unsigned leaf_bits)
{
   trms_thread *t = plat_alloc(CENTRE, sizeof *t);
   unsigned slot = wants_window && fast.windows ? windows_take_slot(SLOTS)
                                                : SLOTS;

   fast_end_alone();
   t->slots = wants_window ? SLOTS : CONTEXT_SLOTS;
   if (slot < SLOTS) {
      t->slot = slot;
      t->base = base_of(slot);
      t->words = words_of(slot);
   } else
      t->slot = TABLES;
   t->was_alone = fast.may_be_alone;
   if (fast.may_be_alone)
      fast.alone = own_bit(t);
   fast.may_be_alone = false;
   history_init(&t->table, leaf_bits, &fast.versions);
   t->stack.bottom = resize_hot(NULL, 32);
   t->cold = plat_alloc(CENTRE, 32 * sizeof *t->cold);
   t->stack.top = t->stack.last_cold = t->stack.bottom;
   t->stack.last = t->stack.bottom + 31;
   t->stack.limit = limit;
   t->stack.bottom[0].starts = in_both(STAMP(1));
   t->stack.next_starts = in_both(STAMP(2));
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
   return new_thread(false, CONTEXT_LEAF_BITS);
}

static int compare_chunks(const void *a, const void *b)
{
   uintptr_t x = *(const uintptr_t *)a, y = *(const uintptr_t *)b;

   return x < y ? -1 : x > y;
}

/* Neighbours together. */
static void clear_chunks(trms_thread *t)
{
   size_t i, past;

   plat_sort(t->chunks, t->chunk_count, sizeof *t->chunks, compare_chunks);
   for (i = 0; i < t->chunk_count; i = past) {
      past = i + 1;
      while (past < t->chunk_count
             && t->chunks[past] == t->chunks[past - 1] + 1)
         past++;
      windows_drop(t->slot, t->chunks[i] << SHADOW_CHUNK_BITS,
                   (t->chunks[past - 1] + 1) << SHADOW_CHUNK_BITS);
   }
}

/* A chunk is joined before its first stamp is set, and nothing else in a window
   is ever other than 0 but words of folded pages.  Only where writes were quiet
   there may be stamps in chunks that were not joined: such a write may have
   failed. */
static void give_window(trms_thread *t)
{
   size_t i;

   for (i = 0; i < t->chunk_count; i++) {
      uintptr_t number = t->chunks[i];
      if (own_bit(t) & fast.packed)
         fast_forget_packed(t->slot, (uintptr_t)first_page(t, number),
                            (uintptr_t)first_page(t, number + 1));
      masks[number] &= ~own_bit(t);
      fast.chunks -= slots_in(masks[number]) == 0;
   }
   fast.joined -= t->chunk_count;
   if (t->was_alone || own_bit(t) & fast.folded
       || t->chunk_count > FEW_CHUNKS)
      windows_drop_all(t->slot);
   else
      clear_chunks(t);
   windows_give_slot(t->slot);
}

static void engine_thread_end(trms_thread *t)
{
   fast_end_alone();
   if (t->next)
      t->next->previous = t->previous;
   if (t->previous)
      t->previous->next = t->next;
   else
      fast.threads = t->next;
   fast_run_no_more(t);
   cleared_end(t);
   if (t->base != 0)
      give_window(t);
   fast_fold_forget(t);
   history_free(&t->table);
   plat_free(t->chunks);
   plat_free(t->cold);
   plat_free(t->stack.bottom - UNDER);
   plat_free(t);
}

void trms_fast_end_quiet_writes(void)
{
   fast_end_alone();
   fast.may_be_alone = false;
}

bool trms_fast_mapped(uintptr_t start, uintptr_t end)
{
   if (!fast.windows || end <= WINDOW_END)
      return true;
   if (windows_hit(start, end))
      return false;
   /* Whose checks fail has to be asked at each write. */
   trms_fast_end_quiet_writes();
   beyond = true;
   return scratch_follow(start, end);
}

uintptr_t trms_fast_reach(void)
{
   return scratch_reach();
}

bool trms_fast_has_window(const trms_thread *t)
{
   return t->base != 0 && !beyond;
}

bool trms_fast_has_quiet_writes(void)
{
   return fast.alone != 0 || fast.may_be_alone;
}

bool trms_fast_has_windows(void)
{
   return fast.windows;
}

trms_fast_view trms_fast_view_of(const trms_thread *t)
{
   trms_fast_view view;

   if (t && trms_fast_has_window(t)) {
      view.base = t->base;
      view.top = view.stamp = start_of(t->stack.top);
      view.checked = fast.alone ? 0 : ~(uint64_t)0;
   } else {
      /* No stamp is as great, nor is any exclusive where all are 0. */
      view.base = scratch_base();
      view.top = 0x7ffffffeu;
      view.stamp = 0;
      view.checked = t ? ~(uint64_t)0 : 0;
   }
   return view;
}

static void engine_init(const trms_options *options)
{
   uint32_t times = options->timestamp_limit;

   if (times == 0 || times > LIMIT - 2)
      times = LIMIT - 2;
   if (times < 4)
      times = 4;
   limit = STAMP(times);
   fast.shift = options->cell_shift;
   fast.is_file_content = options->is_file_content;
   fast.threads = NULL;
   beyond = false;
   fast.crowded = false;
   plat_zero(fast.touched, sizeof fast.touched);
   fast.folded = fast.packed = 0;
   fast.pack_always = options->pack_always;
   fast.calls_to_cold = times / 16 < MOST_TO_COLD ? times / 16 : MOST_TO_COLD;
   fast.alone = 0;
   fast.loser = 0;
   fast.fold_next = NULL;
   fast.fold_left = 0;
   fast.unpacked = fast.went = fast.came_back = 0;
   fast.chunks = fast.joined = 0;
   fast.cleared = 0;
   trms_fast_run(NULL);
   shadow_init(&fast.writers, fast.shift);
   shadow_init(&fast.versions, fast.shift);
   /* The windows' geometry is that of cells of 4 bytes. */
   fast.windows = fast.shift == 2 && !options->no_windows && windows_reserve();
   fast.may_be_alone = fast.windows && options->quiet_writes;
}

static void engine_finish(void)
{
   while (fast.threads)
      engine_thread_end(fast.threads);
   cleared_free();
   shadow_free(&fast.writers);
   shadow_free(&fast.versions);
   if (fast.windows)
      windows_unreserve();
   fast.windows = false;
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
   .read = fast_read,
   .write = fast_write,
   .kernel_read = fast_read,
   .kernel_write = fast_kernel_write,
   .forget = fast_forget,
   .move = fast_move,
   .copy = fast_copy,
   .clear = fast_clear,
   .depth = depth,
   .pending = engine_pending,
};
