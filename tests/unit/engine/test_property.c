/* All engines agree with the definition, on random traces.

   A trace is generated event by event from a seed and goes to all engines at
   once.  At every return, and at random moments for all pending activations,
   their sizes must be those of the definition; at random moments their own
   invariants are checked.

   test_property [SEED [RUNS]]

   A failure names the run's seed; SEED repeats it, with RUNS 1 alone.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "as_instrumented.h"
#include "platform_host.h"
#include "engine/trms.h"
#include "engine/fast/fast.h"
#include "engine/fast/state.h"

/* The first is the truth. */
static const trms_engine *const engines[] = {
   &trms_definition,
   &trms_timestamps,
   &trms_fast,
};
#define ENGINES (sizeof engines / sizeof engines[0])
enum { FAST = 2 };

#define THREADS 6
#define REGIONS 6
#define REGION_BYTES 1024
#define MAX_DEPTH 60
#define ELSEWHERE ((uintptr_t)0x40000000)     /* far from regions */
#define APART ((uintptr_t)0x60000000)         /* mostly written to */
#define APART_CHUNKS 12
#define AROUND 0x2200       /* so much around regions may be written, too */
#define MOST_COPIED 0x20000     /* from the beginning of a chunk on */

/* --- the run --- */

typedef struct {
   uintptr_t base;
   size_t bytes;
   bool file[REGION_BYTES];            /* of the cell at base + index */
} region;

/* What can happen, and how often in this run. */
typedef enum {
   CALL, RET, READ, WRITE, KERNEL_READ, KERNEL_WRITE, FORGET, FORGET_CHUNKS,
   MOVE, MOVE_CHUNKS, THREAD_NEW, THREAD_END, SWITCH, PENDING, PASS_ON,
   WRITE_APART, PROMOTE, CHECK, COPY, CLEAR, WRITE_UNCOUNTED, SCATTER,
   LOOK, KINDS
} kind;

static uint64_t run_seed, event_number;
static unsigned shift;
static unsigned weight[KINDS];
static region regions[REGIONS];
static size_t region_count, thread_limit, depth_limit, elsewhere_chunks;
static unsigned file_percent;
static bool with_output;
static bool is_shared;       /* this run is one of threads with windows, which
                                share pages */
static trms_thread *handle[THREADS][ENGINES];    /* NULL: no such thread */
static size_t on;                                /* the thread that runs */

/* Counts of all runs, which show that the traces were rich. */
static uint64_t happened[KINDS], compared;
static uint64_t external_seen, thread_seen, ext_apart, all_apart, file_asked;
static uint64_t output_seen;

static uintptr_t cell_mask(void)
{
   return ((uintptr_t)1 << shift) - 1;
}

/* Return the flag of the cell at `a`; NULL: it is outside all regions. */
static bool *file_flag(uintptr_t a)
{
   size_t i;

   a &= ~cell_mask();
   for (i = 0; i < region_count; i++)
      if (a >= regions[i].base && a - regions[i].base < regions[i].bytes)
         return &regions[i].file[a - regions[i].base];
   return NULL;
}

static bool is_file_content(uintptr_t a)
{
   bool *flag = file_flag(a);

   file_asked++;
   return flag && *flag;
}

/* --- comparing --- */

static bool equal(const trms_sizes *a, const trms_sizes *b)
{
   return a->rms == b->rms && a->ext == b->ext && a->trms == b->trms
          && a->external == b->external && a->thread == b->thread
          && a->wms == b->wms;
}

static void compare(const char *what, size_t engine, size_t level,
                    const trms_sizes *truth, const trms_sizes *told)
{
   compared++;
   if (equal(truth, told))
      return;
   fail_msg("seed %" PRIu64 ", event %" PRIu64 ", %s, thread %zu, level %zu: "
            "%s has rms %" PRIu64 " ext %" PRIu64 " trms %" PRIu64
            " external %" PRIu64 " thread %" PRIu64 " wms %" PRIu64
            ", but %s has %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64
            " %" PRIu64 " %" PRIu64,
            run_seed, event_number, what, on, level, engines[0]->name,
            truth->rms, truth->ext, truth->trms, truth->external,
            truth->thread, truth->wms, engines[engine]->name, told->rms,
            told->ext, told->trms, told->external, told->thread, told->wms);
}

static size_t depth_of(size_t thread)
{
   size_t depth = engines[0]->depth(handle[thread][0]), e;

   for (e = 1; e < ENGINES; e++)
      assert_int_equal(engines[e]->depth(handle[thread][e]), depth);
   return depth;
}

static void compare_pending(size_t thread)
{
   trms_sizes truth[MAX_DEPTH], told[MAX_DEPTH];
   size_t depth = depth_of(thread), e, i;

   engines[0]->pending(handle[thread][0], truth);
   for (e = 1; e < ENGINES; e++) {
      engines[e]->pending(handle[thread][e], told);
      for (i = 0; i < depth; i++)
         compare("pending", e, i, &truth[i], &told[i]);
   }
}

static void ret(void)
{
   trms_sizes truth, told;
   size_t depth = depth_of(on), e;

   engines[0]->ret(handle[on][0], &truth);
   assert_true(truth.rms <= truth.ext && truth.ext <= truth.trms);
   external_seen += truth.external;
   thread_seen += truth.thread;
   output_seen += truth.wms;
   assert_true(with_output || truth.wms == 0);
   ext_apart += truth.ext != truth.rms + truth.external;
   all_apart += truth.rms < truth.ext && truth.ext < truth.trms;
   for (e = 1; e < ENGINES; e++) {
      engines[e]->ret(handle[on][e], &told);
      compare("return", e, depth - 1, &truth, &told);
   }
}

/* --- events --- */

/* Draw a range of bytes: mostly 1 to 64, and up to `most`. */
static void some_range(uintptr_t *a, size_t *n, size_t most)
{
   const region *r = &regions[below(region_count)];

   *a = r->base + below(r->bytes);
   *n = percent(70) ? (size_t)1 << below(5) : 1 + below(64);
   if (percent(60))
      *a &= ~(uintptr_t)(*n - 1);
   if (percent(1))
      *n = 0;
   if (most > 64 && percent(10))
      *n = below(most);
}

static void draw_file(size_t i, size_t offset)
{
   regions[i].file[offset] = percent(file_percent);
}

/* Draw anew which cells that lie in the range as a whole are file content. */
static void redraw_files(uintptr_t a, size_t n)
{
   uintptr_t cell = cell_mask() + 1;
   size_t i, offset;

   for (i = 0; i < region_count; i++)
      for (offset = 0; offset < regions[i].bytes; offset += cell) {
         uintptr_t at = regions[i].base + offset;
         if (at >= a && at + cell <= a + n)
            draw_file(i, offset);
      }
}

static void forget(uintptr_t a, size_t n)
{
   size_t e;

   for (e = 0; e < ENGINES; e++)
      engines[e]->forget(a, n);
   redraw_files(a, n);
}

static void forget_some(void)
{
   const region *r = &regions[below(region_count)];
   uintptr_t a = r->base + below(r->bytes);
   size_t n = below(percent(50) ? 40 : r->bytes);

   forget(a, n);
}

/* Forget whole chunks around a region, give or take some bytes, or all
   memory. */
static void forget_chunks(void)
{
   uintptr_t a = regions[below(region_count)].base & ~(uintptr_t)0xffff;
   size_t n = (size_t)0x10000 << below(3);

   if (percent(5)) {
      forget(0, (size_t)1 << 48);
      return;
   }
   if (percent(30))
      n -= below(20);
   if (percent(30)) {
      size_t less = below(20);
      a += less;
      n -= less;
   }
   forget(a, n);
}

/* The target is content of a file where the source is. */
static void copy_files(uintptr_t from, uintptr_t to, size_t n)
{
   uintptr_t cell = cell_mask() + 1, i;

   for (i = 0; i < n; i += cell) {
      bool *target = file_flag(to + i), *source = file_flag(from + i);
      if (target)
         *target = source && *source;
   }
}

static void move(uintptr_t from, uintptr_t to, size_t n)
{
   size_t e;

   if (n == 0 || (from < to + n && to < from + n))
      return;
   if (from + n > (uintptr_t)1 << 48 || to + n > (uintptr_t)1 << 48)
      return;
   for (e = 0; e < ENGINES; e++)
      engines[e]->move(from, to, n);
   copy_files(from, to, n);
   redraw_files(from, n);
}

static void move_some(void)
{
   const region *r = &regions[below(region_count)];
   const region *s = &regions[below(region_count)];
   uintptr_t from = (r->base + below(r->bytes)) & ~cell_mask();
   uintptr_t to = (s->base + below(s->bytes)) & ~cell_mask();
   size_t n = below(percent(50) ? 64 : r->bytes) & ~cell_mask();

   move(from, to, n);
}

/* Move pages or chunks around two regions. */
static void move_chunks(void)
{
   uintptr_t mask = percent(50) ? 0xfff : 0xffff;
   uintptr_t from = regions[below(region_count)].base & ~mask;
   uintptr_t to = regions[below(region_count)].base & ~mask;

   move(from, to, (mask + 1) << below(2));
}

static void copy(uintptr_t from, uintptr_t to, size_t n)
{
   size_t e;

   if (n == 0 || (from < to + n && to < from + n)
       || from + n > (uintptr_t)1 << 48 || to + n > (uintptr_t)1 << 48)
      return;
   for (e = 0; e < ENGINES; e++)
      engines[e]->copy(from, to, n);
   copy_files(from, to, n);
}

/* Some cells, or pages or chunks around two regions. */
static void copy_some(void)
{
   uintptr_t mask = percent(70) ? cell_mask() : percent(50) ? 0xfff : 0xffff;
   const region *r = &regions[below(region_count)];
   const region *s = &regions[below(region_count)];
   uintptr_t from = (r->base + below(r->bytes)) & ~mask;
   uintptr_t to = (s->base + below(s->bytes)) & ~mask;
   size_t n = mask == cell_mask() ? below(r->bytes) & ~mask
                                  : (mask + 1) << below(2);

   copy(from, to, n);
}

/* --- accesses --- */

static uint64_t promoted, folded, cold, single_cold, lazy, lazy_runs, bare, bare_runs;

/* Make this access of a thread of the fast engine as instrumented code does.
   False: that code would call the engine. */
static bool done_inline(trms_thread *t, kind k, uintptr_t a, size_t n)
{
   trms_fast_view view;

   if (!trms_fast_has_windows() || n == 0 || n > 16 || (n & (n - 1)) != 0
       || a + n > TRMS_FAST_WINDOWS_END
       || (k != READ && k != WRITE && k != WRITE_UNCOUNTED))
      return false;
   if (k == WRITE_UNCOUNTED)
      trms_fast_run_writes(t);
   else
      trms_fast_run(t);
   view = trms_fast_view_of(t);
   if (k == READ)
      inline_read(a, n, &view);
   else if (with_output)
      inline_first_write(a, n, &view, k == WRITE);
   else
      inline_write(a, n, &view);
   trms_fast_run(NULL);
   return true;
}

static void access_all(kind k, uintptr_t a, size_t n)
{
   size_t e;

   lazy += fast.lazy_pages > 0;
   bare += fast.bare_pages > 0;
   for (e = 0; e < ENGINES; e++) {
      if (engines[e] == &trms_fast && done_inline(handle[on][e], k, a, n))
         continue;
      if (k == READ)
         engines[e]->read(handle[on][e], a, n);
      else if (k == WRITE)
         engines[e]->write(handle[on][e], a, n);
      else if (k == WRITE_UNCOUNTED)
         engines[e]->write_apart(handle[on][e], a, n);
      else if (k == KERNEL_READ)
         engines[e]->kernel_read(handle[on][e], a, n);
      else
         engines[e]->kernel_write(a, n);
   }
}

static void access(kind k)
{
   uintptr_t a;
   size_t n;

   some_range(&a, &n, k == KERNEL_WRITE || k == KERNEL_READ ? 500 : 64);
   access_all(k, a, n);
}

static void switch_thread(void)
{
   do
      on = below(thread_limit);
   while (handle[on][0] == NULL);
}

static void start_thread(size_t thread)
{
   size_t e;
   bool context = percent(is_shared ? 3 : 30);

   for (e = 0; e < ENGINES; e++)
      handle[thread][e] = context ? engines[e]->context_new()
                                 : engines[e]->thread_new();
}

static void happen(kind k);
static kind draw_kind(void);

/* Two pages from a on go from one thread to another, so that the former's
   stamps of them are alike.  Then the latter touches other chunks, which is when
   pages are folded. */
static void pass_on(uintptr_t a)
{
   size_t n = 0x2000 + below(0x100), half, i, before;

   if (!trms_fast_has_windows())
      return;
   half = percent(60) ? n / 2 : below(n);
   access_all(percent(50) ? READ : WRITE, a + n - half, half);
   if (percent(50))
      happen(percent(50) ? CALL : RET);
   access_all(percent(50) ? READ : WRITE, a, n / 2);
   switch_thread();
   access_all(WRITE, a, n);
   before = platform_host_discards();
   for (i = below(8); i > 0; i--)
      access_all(READ, ELSEWHERE + (below(elsewhere_chunks) << 16), 1);
   folded += platform_host_discards() > before;
}

static void pass_on_some(void)
{
   uintptr_t a = regions[below(region_count)].base;

   pass_on(a > 0x1800 ? a - below(0x1800) : a);
}

/* Cells, or enough for some pages, at or around a region.  Then often something
   happens to them before their owner, in an older activation or a new one,
   reads them. */
static void clear_some(void)
{
   const region *r = &regions[below(region_count)];
   uintptr_t a = r->base + below(r->bytes), at;
   size_t n = 1 + below(300), owner = on, e;

   if (percent(50)) {
      size_t before = below(0x1800);
      a = a > before ? a - before : a;
      n = 0x1000 + below(0x2000);
   }
   if (a + n > (uintptr_t)1 << 48)
      return;
   if (percent(50))
      forget(a & ~(uintptr_t)0xfff, n + 0x1000);
   for (e = 0; e < ENGINES; e++)
      engines[e]->clear(handle[on][e], a, n);
   if (percent(40))
      return;
   at = a + below(n);
   if (percent(30))
      happen(CALL);
   switch (below(5)) {
   case 0: access_all(KERNEL_WRITE, at, 1 + below(64)); break;
   case 1: switch_thread(); access_all(WRITE, at, 4); break;
   case 2: switch_thread(); access_all(READ, at, 4); break;
   case 3: copy(at & ~(uintptr_t)0xfff, ELSEWHERE, 0x1000);
      at = ELSEWHERE + (at & 0xfff);
      break;
   default: move(at & ~(uintptr_t)0xfff, ELSEWHERE, 0x1000);
      at = ELSEWHERE + (at & 0xfff);
      break;
   }
   on = owner;
   if (percent(30))
      happen(percent(50) ? CALL : RET);
   access_all(percent(80) ? READ : WRITE, at, 4);
}

/* Write where little else happens: a chunk may have no stamps but of unchecked
   writes. */
static void write_apart(void)
{
   uintptr_t a = APART + (below(APART_CHUNKS) << 16) + 8 * below(4);

   access_all(percent(85) ? WRITE : READ, a, 8);
   if (percent(5))
      move(a & ~cell_mask(), APART + (below(APART_CHUNKS) << 16), 16);
}

/* Threads by turns write and read cells here and there in some pages, so that
   these become lazy; they may be folded, or cleared, before.  Meanwhile all else
   may happen, mostly to these cells. */
static void scatter(void)
{
   enum { PLACES = 12, STEP = 5 * 64 };
   uintptr_t page = regions[below(region_count)].base & ~(uintptr_t)0xfff, a;
   size_t bytes = (size_t)0x1000 << below(2), e, i;

   if (page + 2 * bytes > (uintptr_t)1 << 48)
      return;
   if (percent(30))
      pass_on(page);
   if (percent(20))
      for (e = 0; e < ENGINES; e++)
         engines[e]->clear(handle[on][e], page, bytes);
   for (i = 40 + below(80); i > 0; i--) {
      if (percent(60))
         switch_thread();
      a = page + below(PLACES) * STEP % bytes + 4 * below(3);
      access_all(percent(60) ? WRITE : READ, a, (size_t)4 << below(3));
      if (percent(15))
         happen(percent(50) ? CALL : RET);
      if (percent(2))
         access_all(KERNEL_WRITE, a, 1 + below(64));
      if (percent(1))
         happen(draw_kind());
   }
}

/* Give a thread without a window one, if it can be had. */
static void promote(void)
{
   trms_thread *t = handle[below(thread_limit)][FAST];

   if (t == NULL || !trms_fast_has_windows())
      return;
   promoted += !trms_fast_has_window(t);
   trms_fast_promote(t);
   promoted -= !trms_fast_has_window(t);
}

static void check_state(void)
{
   size_t e;

   for (e = 0; e < ENGINES; e++) {
      const char *broken = engines[e]->broken(1);
      if (broken)
         fail_msg("seed %" PRIu64 ", event %" PRIu64 ": in %s it is not so: %s",
                  run_seed, event_number, engines[e]->name, broken);
   }
}

static void thread_new(void)
{
   size_t i = below(thread_limit);

   if (handle[i][0] == NULL)
      start_thread(i);
}

static void thread_end(void)
{
   size_t i = below(thread_limit), e;

   if (i == on || handle[i][0] == NULL)
      return;
   compare_pending(i);
   for (e = 0; e < ENGINES; e++) {
      engines[e]->thread_end(handle[i][e]);
      handle[i][e] = NULL;
   }
}

static void call(void)
{
   size_t e;

   for (e = 0; e < ENGINES; e++)
      engines[e]->call(handle[on][e]);
}

/* Pages whose stamps have not changed since the last time are folded. */
static void look(void)
{
   size_t before = fast.folded_with_valid[true];
   bool single = fast.single != 0;

   trms_fast_look_for_cold(fast.cold_next);
   cold += fast.folded_with_valid[true] > before;
   single_cold += single && fast.folded_with_valid[true] > before;
}

static void happen(kind k)
{
   size_t depth = depth_of(on);

   if ((k == RET && depth == 0) || (k == CALL && depth == depth_limit))
      return;
   happened[k]++;
   switch (k) {
   case CALL: call(); break;
   case RET: ret(); break;
   case READ: case WRITE: case WRITE_UNCOUNTED:
   case KERNEL_READ: case KERNEL_WRITE:
      access(k);
      break;
   case FORGET: forget_some(); break;
   case FORGET_CHUNKS: forget_chunks(); break;
   case MOVE: move_some(); break;
   case MOVE_CHUNKS: move_chunks(); break;
   case THREAD_NEW: thread_new(); break;
   case THREAD_END: thread_end(); break;
   case SWITCH: switch_thread(); break;
   case PENDING: compare_pending(on); break;
   case PASS_ON: pass_on_some(); break;
   case WRITE_APART: write_apart(); break;
   case PROMOTE: promote(); break;
   case CHECK: check_state(); break;
   case COPY: copy_some(); break;
   case CLEAR: clear_some(); break;
   case SCATTER: scatter(); break;
   case LOOK: look(); break;
   case KINDS: break;
   }
}

/* --- runs --- */

/* Places where something may go wrong: the ends of chunks, of the tables'
   first and second level, and of memory. */
static const uintptr_t interesting[] = {
   0, 0x10000, 0x20000, 0x400000, 0x100000000, 0x200000000, 0x4321fedc0000,
   0x7fffffff0000, 0x800000000000, 0x1000000000000,
};

static void choose_regions(size_t bytes)
{
   size_t count = sizeof interesting / sizeof interesting[0], i, j;
   bool spread = percent(40);

   region_count = spread ? 1 + below(REGIONS) : 1 + below(2);
   for (i = 0; i < region_count; i++) {
      region *r = &regions[i];
      bool taken;

      memset(r, 0, sizeof *r);
      r->bytes = bytes;
      do {
         uintptr_t at = interesting[below(spread ? count : 4)];
         r->base = at == 0 || (percent(30) && at < (uintptr_t)1 << 48)
                   ? at : at - (below(bytes) & ~(uintptr_t)15);
         if (r->base + 64 > (uintptr_t)1 << 48)
            r->base -= bytes;
         taken = false;
         for (j = 0; j < i; j++)
            taken |= r->base < regions[j].base + bytes
                     && regions[j].base < r->base + bytes;
      } while (taken);
   }
}

static void choose_weights(void)
{
   static const unsigned usual[KINDS] = {
      [CALL] = 120, [RET] = 120, [READ] = 320, [WRITE] = 160,
      [KERNEL_READ] = 10, [KERNEL_WRITE] = 25, [FORGET] = 6,
      [FORGET_CHUNKS] = 1, [MOVE] = 6, [MOVE_CHUNKS] = 1, [THREAD_NEW] = 4,
      [THREAD_END] = 3, [SWITCH] = 100, [PENDING] = 5, [PASS_ON] = 3,
      [WRITE_APART] = 15, [PROMOTE] = 8, [CHECK] = 2, [COPY] = 6, [CLEAR] = 3,
      [WRITE_UNCOUNTED] = 10, [SCATTER] = 1, [LOOK] = 4
   };
   int k;

   /* In each run some things happen more often, or hardly ever. */
   for (k = 0; k < KINDS; k++) {
      weight[k] = usual[k] * 4;
      if (k != CALL && k != RET && percent(30))
         weight[k] = percent(50) ? usual[k] : usual[k] * 16;
   }
   if (is_shared)
      weight[SCATTER] = usual[SCATTER] * 16;
}

static kind draw_kind(void)
{
   unsigned sum = 0, k;
   uint64_t at;

   for (k = 0; k < KINDS; k++)
      sum += weight[k];
   at = below(sum);
   for (k = 0; at >= weight[k]; k++)
      at -= weight[k];
   return (kind)k;
}

/* What the program may write of a region and around it, and all that is copied to
   there: a copy's target is memory that the program has. */
static void map_region(const region *r)
{
   const uintptr_t chunk = r->base & ~(uintptr_t)0xffff;
   const uintptr_t before = r->base < AROUND ? 0 : r->base - AROUND;
   const uintptr_t behind = r->base + r->bytes + AROUND;

   platform_host_add_mapping(before < chunk ? before : chunk,
                             behind > chunk + MOST_COPIED ? behind
                                                          : chunk + MOST_COPIED);
}

/* Of each so many seeds in a row one has a run in which pages become bare,
   whatever is drawn: few others have. */
enum { BARE_EACH = 16 };

static bool is_bare_seed(uint64_t seed)
{
   return seed % BARE_EACH == 0;
}

static bool has_region_in_windows(void)
{
   size_t i;

   for (i = 0; i < region_count; i++)
      if (regions[i].base < TRMS_FAST_WINDOWS_END - 0x10000)
         return true;
   return false;
}

/* Let threads with windows scatter until a page is bare; that may need several
   attempts. */
static void make_bare(void)
{
   const uint64_t before = bare;
   unsigned attempts = 0;

   while (bare == before && attempts++ < 1000 && trms_fast_has_windows()) {
      promote();
      scatter();
   }
}

static void run(uint64_t seed)
{
   static const uint32_t limits[] = { 0, 0, 1, 7, 30, 100, 400, 2000 };
   static const size_t sizes[] = { 32, 64, 128, 256, 1024 };
   trms_options options = { .is_file_content = is_file_content };
   uint64_t events, renumber_cost, lazy_before, bare_before;
   size_t e, i, offset;

   random_state = run_seed = seed;
   /* Cells of 4 bytes have an implementation of their own. */
   is_shared = percent(20) || is_bare_seed(seed);
   shift = is_shared || percent(50) ? 2 : (unsigned)below(5);
   thread_limit = is_shared ? THREADS - below(3) : 1 + below(THREADS);
   depth_limit = 1 + below(percent(70) ? 12 : MAX_DEPTH);
   file_percent = percent(50) ? 0 : (unsigned)below(60);
   if (percent(10))
      options.is_file_content = NULL;
   do
      choose_regions(sizes[below(5)]);
   while (is_bare_seed(seed) && !has_region_in_windows());
   choose_weights();
   for (i = 0; i < region_count; i++)
      for (offset = 0; offset < regions[i].bytes; offset++)
         draw_file(i, offset);
   options.cell_shift = shift;
   options.timestamp_limit = limits[below(8)];
   if (is_bare_seed(seed))
      options.timestamp_limit = 0;
   options.no_windows = !is_shared && percent(30);
   with_output = options.output = percent(40) && !is_bare_seed(seed);
   options.small_ranges = true;
   may_be_unchecked = options.unchecked_writes = !with_output && percent(70);

   /* Writes are unchecked only while there is one thread. */
   if (may_be_unchecked && !is_shared)
      weight[THREAD_NEW] = 1;

   elsewhere_chunks = options.timestamp_limit == 0 ? 4096 : 48;

   /* Shorter runs where renumbering visits many cells very often. */
   renumber_cost = options.timestamp_limit == 0 ? 0
      : (2 * region_count + elsewhere_chunks + APART_CHUNKS)
        * (0x10000 >> shift)
        * (thread_limit + 1) / (options.timestamp_limit / 2 + 1);
   events = 40000000 / (2000 + renumber_cost) + 100;
   lazy_before = lazy;
   bare_before = bare;

   platform_host_drop_mappings();
   platform_host_add_mapping(APART, APART + (APART_CHUNKS << 16));
   platform_host_add_mapping(ELSEWHERE, ELSEWHERE + 0x1000);
   for (i = 0; i < region_count; i++)
      map_region(&regions[i]);
   for (e = 0; e < ENGINES; e++)
      engines[e]->init(&options);
   is_guarded = seed % 3 != 0 || is_bare_seed(seed);
   if (is_guarded)
      trms_fast_guard();
   memset(handle, 0, sizeof handle);
   on = 0;
   for (i = 0; i == 0 || (is_shared && i < thread_limit); i++)
      start_thread(i);
   if (is_bare_seed(seed))
      make_bare();
   for (event_number = 0; event_number < events; event_number++)
      happen(draw_kind());
   for (i = 0; i < thread_limit; i++)
      if (handle[i][0])
         compare_pending(i);
   lazy_runs += lazy > lazy_before;
   bare_runs += bare > bare_before;
   for (e = 0; e < ENGINES; e++)
      engines[e]->finish();
   assert_int_equal(platform_host_pieces(), 0);
}

static uint64_t first_seed = 1, run_count = 400;

static void agrees_with_definition(void **state)
{
   uint64_t i;

   (void)state;
   for (i = 0; i < run_count; i++)
      run(first_seed + i);
}

/* Traces in which nothing happens would prove nothing. */
static void traces_are_rich(void **state)
{
   int k;

   (void)state;
   if (run_count < 50)
      skip();
   for (k = 0; k < KINDS; k++)
      assert_true(happened[k] > run_count);
   assert_true(compared > happened[RET]);
   assert_true(external_seen > run_count);
   assert_true(thread_seen > run_count);
   assert_true(ext_apart > run_count);
   assert_true(all_apart > run_count);
   assert_true(file_asked > run_count);
   assert_true(output_seen > run_count);
   assert_true(first_misses > run_count || inline_misses == 0);
   /* Where address space is too scarce for windows, this proves less. */
   assert_true(inline_hits > run_count || inline_misses == 0);
   assert_true(unchecked_hits > run_count || inline_misses == 0);
   assert_true(promoted > run_count / 8 || inline_misses == 0);
   assert_true(folded > run_count / 4 || inline_misses == 0);
   assert_true(cold > 5 * run_count || inline_misses == 0);
   assert_true(single_cold > run_count / 10 || inline_misses == 0);
   assert_true(lazy > 100 * run_count || inline_misses == 0);
   assert_true(lazy_runs > run_count / 10 || inline_misses == 0);
   assert_true(bare > 20 * run_count || inline_misses == 0);
   assert_true(bare_runs > run_count / 40 || inline_misses == 0);
}

int main(int argc, char **argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(agrees_with_definition),
      cmocka_unit_test(traces_are_rich),
   };

   if (argc > 1)
      first_seed = strtoull(argv[1], NULL, 10);
   if (argc > 2)
      run_count = strtoull(argv[2], NULL, 10);
   return cmocka_run_group_tests(tests, NULL, NULL);
}
