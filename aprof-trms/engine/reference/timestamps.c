/* The size of the input by read/write timestamping: the algorithm of
   "Multithreaded Input-Sensitive Profiling", Sections 4.2 to 4.4.

   A global counter, `count`, stamps every access.  wts[l] is the stamp of the
   latest write to cell l by any thread or by the kernel, which sets a flag;
   ts[t][l] is the stamp of thread t's latest access.  Each pending activation
   has the stamp of its start and partials, its share of each metric.  0 means
   never.

   - A metric of the i-th pending activation is the sum of the partials from i
     to the top (Invariant 2): a read that is new to the top and to its callers
     down to i+1, but not to i, counts +1 at the top and -1 at i.
   - `count` advances when the thread of the events changes, with each call,
     and with each event in which the kernel writes.  So no stamp is greater
     than `count`.  Of the ts and the wts of one cell the smaller one is the
     older access, and if they are equal no other thread has written between
     the two.  The starts of pending activations are all different.
     Renumbering changes the stamps, but none of this.
   - wts has a chunk wherever some ts has one; wts and ts are cached together.
   - A write is a first access, and counts for wms, where a read would be one
     and count for rms.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/shadow/shadow.h"
#include "engine/trms.h"

#define CENTRE "aprof.timestamps"

/* Functions that are kept out of the quick paths, so that the latter need no
   stack frame. */
#define SLOW __attribute__((noinline))

#define KERNEL 0x80000000u             /* in wts: the kernel wrote last */
#define LIMIT 0x7fffffffu              /* stamps do not use that bit */
/* The wts of a cell of a mapped file: written by the kernel before any access.
   Why this stamp is right: `count` starts above 1, and of the stamps of a cell
   without a writer renumbering makes none less than 3 but 0.  So the file's
   stamp is newer than that of each thread that has not accessed the cell, and
   older than that of each other thread.  It is older than the start of every
   activation, so renumbering maps 1 to 1. */
#define FILE_CONTENT (1 | KERNEL)

/* Partials.  Nearly all reads that count are first accesses, which count for
   rms, ext and trms alike: so for ext and trms the difference from rms is
   kept. */
typedef struct {
   int64_t rms;
   int64_t ext_more, trms_more;        /* ext - rms, trms - rms */
   int64_t external, thread, wms;
   uint32_t start;                     /* `count` at the call */
} activation;

/* The stamps of a chunk of client memory. */
typedef struct {
   uintptr_t number;                   /* of the chunk; NOWHERE: free */
   uint32_t *ts, *wts;
} place;

#define NOWHERE UINTPTR_MAX
#define PLACES 64

struct trms_thread {
   place places[PLACES];               /* chunk n is cached at n % PLACES */
   /* stack[0] is always there: it has started at 0, stands for "before all
      activations", and takes what belongs to no activation. */
   activation *stack, *top;
   size_t room;
   shadow ts;
   trms_thread *next, *previous;
};

static uint32_t count, limit;
/* A value of `count` since when no other thread, and not the kernel, can have
   written: that at the latest change of thread or write of the kernel, or a
   later one. */
static uint32_t foreign;
/* The later one of `foreign` and the start of the current thread's top.  Why a
   read of a cell with a ts in [settled, count] changes nothing: the ts is not
   older than the top, so the read is no first access; and no other thread has
   written since, so it is not induced.  The ts need not even become `count`:
   between the two no activation of the thread has started, and no other thread
   has written. */
static uint32_t settled;
static unsigned shift;
static trms_thread *current;           /* of the latest event; may be NULL */
static trms_thread *threads;
static shadow wts;
static bool (*is_file_content)(uintptr_t);
static bool with_output;

static size_t depth(const trms_thread *t)
{
   return (size_t)(t->top - t->stack);
}

/* --- renumbering: Section 4.4 --- */

static int by_value(const void *a, const void *b)
{
   uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

   return x < y ? -1 : x > y;
}

/* Return the starts of all pending activations in ascending order.  The caller
   frees them. */
static uint32_t *gather_starts(size_t *n)
{
   const trms_thread *t;
   const activation *a;
   uint32_t *starts;
   size_t i = 0;

   *n = 0;
   for (t = threads; t; t = t->next)
      *n += depth(t);
   starts = platform_alloc(CENTRE, (*n + 1) * sizeof *starts);
   for (t = threads; t; t = t->next)
      for (a = t->stack + 1; a <= t->top; a++)
         starts[i++] = a->start;
   platform_sort(starts, *n, sizeof *starts, by_value);
   return starts;
}

/* Return how many of the n starts are not later than `stamp`. */
static uint32_t rank(const uint32_t *starts, size_t n, uint32_t stamp)
{
   size_t low = 0, high = n;

   while (low < high) {
      size_t middle = low + (high - low) / 2;
      if (starts[middle] <= stamp)
         low = middle + 1;
      else
         high = middle;
   }
   return (uint32_t)low;
}

/* Return the new stamp of a thread for a cell whose latest write has the stamp
   `write` (0: none) and the rank `write_rank`. */
static uint32_t renumbered(const uint32_t *starts, size_t n, uint32_t stamp,
                           uint32_t write, uint32_t write_rank)
{
   uint32_t r = rank(starts, n, stamp);

   if (write == 0 || r != write_rank || stamp < write)
      return 3 * r;
   return stamp == write ? 3 * r + 1 : 3 * r + 2;
}

/* Renumber one chunk of wts and the same chunk of every ts, for which `found`
   has room. */
static void renumber_chunk(shadow_chunk *w, const uint32_t *starts, size_t n,
                           uint32_t **found)
{
   size_t cells = shadow_chunk_cells(&wts), found_count = 0, i, j;
   trms_thread *t;

   for (t = threads; t; t = t->next) {
      shadow_chunk *c = shadow_find(&t->ts, w->number);
      if (c)
         found[found_count++] = c->cells;
   }
   for (i = 0; i < cells; i++) {
      uint32_t write = w->cells[i] & ~KERNEL, write_rank = 0;

      if (write) {
         write_rank = rank(starts, n, write);
         w->cells[i] = (3 * write_rank + 1) | (w->cells[i] & KERNEL);
      }
      for (j = 0; j < found_count; j++) {
         uint32_t *stamp = &found[j][i];
         if (*stamp)
            *stamp = renumbered(starts, n, *stamp, write, write_rank);
      }
   }
}

/* Replace all stamps by the smallest that compare alike, and `count` by one
   that is greater than all of them (Figure 13).  The ts of a cell that was
   never written may become 0, if it precedes all pending activations.  That is
   exact: is_file_content has said of the cell that it is no file content, and
   would say so again.  The caller sets `settled` anew. */
static SLOW void renumber(void)
{
   size_t n, thread_count = 0;
   uint32_t *starts = gather_starts(&n), **found;
   trms_thread *t;
   activation *a;
   shadow_chunk *w;

   for (t = threads; t; t = t->next)
      thread_count++;
   found = platform_alloc(CENTRE, (thread_count + 1) * sizeof *found);
   for (w = wts.chunks; w; w = w->next)
      renumber_chunk(w, starts, n, found);
   for (t = threads; t; t = t->next)
      for (a = t->stack + 1; a <= t->top; a++)
         a->start = 3 * rank(starts, n, a->start);
   PLATFORM_ASSERT(n < LIMIT / 3 - 1);
   foreign = count = 3 * (uint32_t)n + 3;
   platform_free(found);
   platform_free(starts);
}

/* The caller sets `settled` next. */
static void advance(void)
{
   if (++count >= limit)
      renumber();
}

/* --- places of stamps --- */

static void forget_places(void)
{
   trms_thread *t;
   size_t i;

   for (t = threads; t; t = t->next)
      for (i = 0; i < PLACES; i++)
         t->places[i].number = NOWHERE;
}

static place *place_of(trms_thread *t, uintptr_t number)
{
   place *p = &t->places[number % PLACES];

   if (p->number != number) {
      p->wts = shadow_get(&wts, number)->cells;
      p->ts = shadow_get(&t->ts, number)->cells;
      p->number = number;
   }
   return p;
}

/* A part of an access: cells of one chunk. */
typedef struct {
   uintptr_t number;                   /* of the chunk */
   size_t first, last;                 /* of its cells */
} part;

/* Take the first part of the access to *n bytes at *a, which become the rest.
   False: nothing is left, or only what lies beyond all memory. */
static bool next_part(uintptr_t *a, size_t *n, part *p)
{
   uintptr_t offset = *a % SHADOW_CHUNK_BYTES;
   size_t bytes = SHADOW_CHUNK_BYTES - offset;

   if (*n == 0 || *a >= SHADOW_ADDRESS_END)
      return false;
   if (bytes > *n)
      bytes = *n;
   p->number = *a >> SHADOW_CHUNK_BITS;
   p->first = offset >> shift;
   p->last = (offset + bytes - 1) >> shift;
   *a += bytes;
   *n -= bytes;
   return true;
}

/* --- the accesses: Figures 11 and 12 --- */

/* Return the latest activation that had started at `stamp`; the top had not.
   Often it is the caller; else it is searched from there in growing steps, and
   then by halving. */
static activation *started_by(const trms_thread *t, uint32_t stamp)
{
   size_t high, low, step = 1;

   if (t->top[-1].start <= stamp)
      return t->top - 1;
   high = depth(t) - 1;
   while (step < high && t->stack[high - step].start > stamp) {
      high -= step;
      step *= 2;
   }
   low = step < high ? high - step : 0;
   while (high - low > 1) {
      size_t middle = low + (high - low) / 2;
      if (t->stack[middle].start > stamp)
         high = middle;
      else
         low = middle;
   }
   return &t->stack[low];
}

static SLOW void induced_read(trms_thread *t, uint32_t stamp, bool by_kernel)
{
   activation *top = t->top;

   top->trms_more++;
   if (by_kernel) {
      top->external++;
      top->ext_more++;
   } else {
      top->thread++;
   }
   if (stamp < top->start) {
      /* A plain first access for rms, and for ext unless the kernel has made
         the cell new to all activations.  For trms it is new to all. */
      activation *before = started_by(t, stamp);
      top->rms++;
      before->rms--;
      top->trms_more--;
      before->trms_more++;
      if (by_kernel) {
         top->ext_more--;
         before->ext_more++;
      }
   }
}

/* Read a cell whose ts is older than `settled`. */
static SLOW void read_cell(trms_thread *t, place *p, size_t cell)
{
   uint32_t stamp = p->ts[cell], write = p->wts[cell];
   activation *top = t->top;

   p->ts[cell] = count;
   if (stamp == 0 && write == 0 && is_file_content
       && is_file_content((p->number << SHADOW_CHUNK_BITS)
                          + ((uintptr_t)cell << shift)))
      write = p->wts[cell] = FILE_CONTENT;
   if (stamp < (write & ~KERNEL)) {
      induced_read(t, stamp, write & KERNEL);
   } else if (stamp < top->start) {
      top->rms++;
      started_by(t, stamp)->rms--;
   }
}

static SLOW void read_cells(trms_thread *t, place *p, size_t cell, size_t last)
{
   do {
      if (p->ts[cell] < settled)
         read_cell(t, p, cell);
   } while (cell++ < last);
}

/* Read two neighbouring cells, of which the first one's ts is older than
   `settled`: mostly they are the halves of one value, and alike. */
static SLOW void read_two(trms_thread *t, place *p, size_t cell)
{
   uint32_t *ts = &p->ts[cell], stamp = *ts;
   const uint32_t *write = &p->wts[cell];

   if (stamp == 0 || ts[1] != stamp || stamp < (write[0] & ~KERNEL)
       || stamp < (write[1] & ~KERNEL)) {
      read_cells(t, p, cell, cell + 1);
      return;
   }
   ts[0] = ts[1] = count;
   if (stamp < t->top->start) {
      t->top->rms += 2;
      started_by(t, stamp)->rms -= 2;
   }
}

static void write_cells(place *p, size_t cell, size_t last)
{
   do
      p->ts[cell] = p->wts[cell] = count;
   while (cell++ < last);
}

/* Cells are about to be written: count those that the top activation has not
   accessed. */
static SLOW void count_output(trms_thread *t, const place *p, size_t cell,
                              size_t last)
{
   do {
      uint32_t stamp = p->ts[cell];

      if (stamp < t->top->start) {
         t->top->wms++;
         started_by(t, stamp)->wms--;
      }
   } while (cell++ < last);
}

/* Other threads, or the kernel, may have written up to now. */
static void unsettle(void)
{
   advance();
   foreign = settled = count;
}

static void switch_to(trms_thread *t)
{
   if (t != current) {
      current = t;
      unsettle();
   }
}

static SLOW void read_anything(trms_thread *t, uintptr_t a, size_t n)
{
   part p;

   switch_to(t);
   while (next_part(&a, &n, &p))
      read_cells(t, place_of(t, p.number), p.first, p.last);
}

static SLOW void write_anything(trms_thread *t, uintptr_t a, size_t n)
{
   part p;

   switch_to(t);
   while (next_part(&a, &n, &p))
      write_cells(place_of(t, p.number), p.first, p.last);
}

static SLOW void write_output(trms_thread *t, uintptr_t a, size_t n)
{
   part p;

   switch_to(t);
   while (next_part(&a, &n, &p)) {
      place *at = place_of(t, p.number);

      count_output(t, at, p.first, p.last);
      write_cells(at, p.first, p.last);
   }
}

/* Nearly all accesses are by the thread of the latest event, and lie in one
   chunk that is cached: return its place.  NULL: this access is another one.
   (If n is 0, n - 1 is greater than any rest of a chunk.) */
static inline place *quick_place(trms_thread *t, uintptr_t a, size_t n)
{
   uintptr_t number = a >> SHADOW_CHUNK_BITS;
   place *p = &t->places[number % PLACES];

   return t == current && p->number == number
          && n - 1 < SHADOW_CHUNK_BYTES - a % SHADOW_CHUNK_BYTES ? p : NULL;
}

static void engine_read(trms_thread *t, uintptr_t a, size_t n)
{
   uintptr_t offset = a % SHADOW_CHUNK_BYTES;
   size_t first = offset >> shift, last = (offset + n - 1) >> shift;
   place *p = quick_place(t, a, n);

   if (p == NULL)
      read_anything(t, a, n);
   else if (last - first > 1)
      read_cells(t, p, first, last);
   else if (p->ts[first] >= settled) {
      if (p->ts[last] < settled)
         read_cell(t, p, last);
   } else if (first == last)
      read_cell(t, p, first);
   else
      read_two(t, p, first);
}

static void engine_write_apart(trms_thread *t, uintptr_t a, size_t n)
{
   uintptr_t offset = a % SHADOW_CHUNK_BYTES;
   place *p = quick_place(t, a, n);

   if (p)
      write_cells(p, offset >> shift, (offset + n - 1) >> shift);
   else
      write_anything(t, a, n);
}

static void engine_write(trms_thread *t, uintptr_t a, size_t n)
{
   if (with_output)
      write_output(t, a, n);
   else
      engine_write_apart(t, a, n);
}

static void engine_kernel_write(uintptr_t a, size_t n)
{
   part p;

   unsettle();
   while (next_part(&a, &n, &p)) {
      uint32_t *cells = shadow_get(&wts, p.number)->cells;
      for (; p.first <= p.last; p.first++)
         cells[p.first] = count | KERNEL;
   }
}

/* --- calls and returns: Figure 11 --- */

static SLOW void grow_stack(trms_thread *t)
{
   size_t n = depth(t);

   t->room *= 2;
   t->stack = platform_realloc(CENTRE, t->stack, t->room * sizeof *t->stack);
   t->top = t->stack + n;
}

static void engine_call(trms_thread *t)
{
   activation *top;

   switch_to(t);
   advance();
   if (t->top + 1 == t->stack + t->room)
      grow_stack(t);
   top = ++t->top;
   top->rms = top->ext_more = top->trms_more = 0;
   top->external = top->thread = top->wms = 0;
   top->start = settled = count;
}

static void add_partials(activation *into, const activation *from)
{
   into->rms += from->rms;
   into->ext_more += from->ext_more;
   into->trms_more += from->trms_more;
   into->external += from->external;
   into->thread += from->thread;
   into->wms += from->wms;
}

static void sizes_of(const activation *sum, trms_sizes *sizes)
{
   sizes->rms = (uint64_t)sum->rms;
   sizes->ext = (uint64_t)(sum->rms + sum->ext_more);
   sizes->trms = (uint64_t)(sum->rms + sum->trms_more);
   sizes->external = (uint64_t)sum->external;
   sizes->thread = (uint64_t)sum->thread;
   sizes->wms = (uint64_t)sum->wms;
}

static void engine_ret(trms_thread *t, trms_sizes *sizes)
{
   PLATFORM_ASSERT(t->top > t->stack);
   sizes_of(t->top, sizes);
   t->top--;
   add_partials(t->top, t->top + 1);
   if (t == current)
      settled = foreign > t->top->start ? foreign : t->top->start;
}

static void engine_pending(const trms_thread *t, trms_sizes *sizes)
{
   activation sum;
   size_t i;

   platform_zero(&sum, sizeof sum);
   for (i = depth(t); i > 0; i--) {
      add_partials(&sum, &t->stack[i]);
      sizes_of(&sum, &sizes[i - 1]);
   }
}

/* --- invariants: each function returns NULL, or the one that is broken --- */

static const char *broken_stack(const trms_thread *t)
{
   activation sum;
   trms_sizes s;
   const activation *a;

   platform_zero(&sum, sizeof sum);
   for (a = t->top; a > t->stack; a--) {
      if (a->start <= a[-1].start || a->start > count)
         return "starts ascend up to the counter";
      add_partials(&sum, a);
      sizes_of(&sum, &s);
      if (sum.rms < 0 || s.rms > s.ext || s.ext > s.trms)
         return "0 <= rms <= ext <= trms";
      if (sum.external < 0 || sum.thread < 0
          || s.external + s.thread > s.trms)
         return "0 <= external + thread <= trms";
      if (sum.wms < 0)
         return "0 <= wms";
   }
   return NULL;
}

static const char *broken_thread(const trms_thread *t)
{
   const shadow_chunk *c;
   size_t i;

   for (i = 0; i < PLACES; i++) {
      const place *p = &t->places[i];

      if (p->number == NOWHERE)
         continue;
      c = shadow_find(&t->ts, p->number);
      if (c == NULL || p->ts != c->cells)
         return "cached places are those of the chunks";
   }
   for (c = t->ts.chunks; c; c = c->next)
      if (shadow_find(&wts, c->number) == NULL)
         return "wts has a chunk wherever a ts has one";
   return broken_stack(t);
}

static const char *broken_chunk(const shadow_chunk *w)
{
   size_t cells = shadow_chunk_cells(&wts), i;
   const trms_thread *t;

   for (i = 0; i < cells; i++)
      if ((w->cells[i] & ~KERNEL) > count)
         return "no stamp of a write is greater than the counter";
   for (t = threads; t; t = t->next) {
      const shadow_chunk *c = shadow_find(&t->ts, w->number);

      for (i = 0; c && i < cells; i++)
         if (c->cells[i] > count)
            return "no stamp of an access is greater than the counter";
   }
   return NULL;
}

static const char *engine_broken(size_t chunks)
{
   static size_t next;                  /* where the sample goes on */
   const shadow_chunk *w = wts.chunks;
   const trms_thread *t;
   const char *broken = NULL;
   size_t skip = wts.chunk_count ? next % wts.chunk_count : 0;

   if (current && settled != (foreign > current->top->start
                              ? foreign : current->top->start))
      return "settled is the later one of foreign and the top's start";
   for (t = threads; t && !broken; t = t->next)
      broken = broken_thread(t);
   for (; skip > 0; skip--)
      w = w->next;
   for (; w && chunks > 0 && !broken; w = w->next, chunks--, next++)
      broken = broken_chunk(w);
   return broken;
}

/* --- threads --- */

static trms_thread *engine_thread_new(void)
{
   trms_thread *t = platform_alloc(CENTRE, sizeof *t);
   size_t i;

   for (i = 0; i < PLACES; i++)
      t->places[i].number = NOWHERE;
   t->room = 32;
   t->stack = platform_alloc(CENTRE, t->room * sizeof *t->stack);
   t->top = t->stack;
   shadow_init(&t->ts, shift);
   t->next = threads;
   if (t->next)
      t->next->previous = t;
   threads = t;
   return t;
}

static void engine_thread_end(trms_thread *t)
{
   if (t->next)
      t->next->previous = t->previous;
   if (t->previous)
      t->previous->next = t->next;
   else
      threads = t->next;
   /* The next thread may get the memory of this one, but not its stamps. */
   if (current == t)
      current = NULL;
   shadow_free(&t->ts);
   platform_free(t->stack);
   platform_free(t);
}

/* --- memory that goes or moves --- */

static uintptr_t clipped(uintptr_t a)
{
   return a < SHADOW_ADDRESS_END ? a : SHADOW_ADDRESS_END;
}

static void engine_forget(uintptr_t a, size_t n)
{
   uintptr_t end = n < UINTPTR_MAX - a ? a + n : UINTPTR_MAX;
   uintptr_t past = clipped(end) >> shift;
   uintptr_t first = (clipped(a) + ((uintptr_t)1 << shift) - 1) >> shift;
   trms_thread *t;
   bool dropped = shadow_forget(&wts, first, past);

   for (t = threads; t; t = t->next)
      dropped |= shadow_forget(&t->ts, first, past);
   if (dropped)
      forget_places();
}

static void engine_move(uintptr_t from, uintptr_t to, size_t n)
{
   uintptr_t source = from >> shift, target = to >> shift;
   trms_thread *t;
   bool dropped;

   engine_forget(to, n);
   PLATFORM_ASSERT(from < SHADOW_ADDRESS_END && n <= SHADOW_ADDRESS_END - from);
   PLATFORM_ASSERT(to < SHADOW_ADDRESS_END && n <= SHADOW_ADDRESS_END - to);
   dropped = shadow_move(&wts, source, target, n >> shift);
   for (t = threads; t; t = t->next)
      dropped |= shadow_move(&t->ts, source, target, n >> shift);
   if (dropped)
      forget_places();
}

/* Copies the values of a part of one chunk to a part of another; where there
   are none, they are 0. */
static void copy_part(shadow *s, uintptr_t from, uintptr_t to, size_t n)
{
   shadow_chunk *source = shadow_find(s, from >> SHADOW_CHUNK_BITS);
   shadow_chunk *target = source ? shadow_get(s, to >> SHADOW_CHUNK_BITS)
                                 : shadow_find(s, to >> SHADOW_CHUNK_BITS);
   uint32_t *cells;

   if (target == NULL)
      return;
   cells = target->cells + (to % SHADOW_CHUNK_BYTES >> shift);
   n = (n >> shift) * sizeof *cells;
   if (source)
      platform_copy(cells, source->cells + (from % SHADOW_CHUNK_BYTES >> shift),
                    n);
   else
      platform_zero(cells, n);
}

/* A thread's stamps and those of the latest writes compare in the target as
   they do in the source: `settled` holds for both. */
static void engine_copy(uintptr_t from, uintptr_t to, size_t n)
{
   trms_thread *t;

   while (n > 0) {
      size_t bytes = SHADOW_CHUNK_BYTES - from % SHADOW_CHUNK_BYTES;
      size_t other = SHADOW_CHUNK_BYTES - to % SHADOW_CHUNK_BYTES;

      if (bytes > other)
         bytes = other;
      if (bytes > n)
         bytes = n;
      copy_part(&wts, from, to, bytes);
      for (t = threads; t; t = t->next)
         copy_part(&t->ts, from, to, bytes);
      from += bytes;
      to += bytes;
      n -= bytes;
   }
}

/* --- the whole --- */

static void engine_init(const trms_options *options)
{
   foreign = settled = count = 1;
   limit = options->timestamp_limit;
   if (limit == 0 || limit > LIMIT)
      limit = LIMIT;
   shift = options->cell_shift;
   is_file_content = options->is_file_content;
   with_output = options->output;
   current = threads = NULL;
   shadow_init(&wts, shift);
}

static void engine_finish(void)
{
   while (threads)
      engine_thread_end(threads);
   shadow_free(&wts);
}

const trms_engine trms_timestamps = {
   .name = "timestamps",
   .init = engine_init,
   .finish = engine_finish,
   .thread_new = engine_thread_new,
   .context_new = engine_thread_new,
   .thread_end = engine_thread_end,
   .call = engine_call,
   .ret = engine_ret,
   .read = engine_read,
   .write = engine_write,
   .write_apart = engine_write_apart,
   .kernel_read = engine_read,
   .kernel_write = engine_kernel_write,
   .forget = engine_forget,
   .move = engine_move,
   .copy = engine_copy,
   .clear = engine_write,
   .depth = depth,
   .pending = engine_pending,
   .broken = engine_broken,
};
