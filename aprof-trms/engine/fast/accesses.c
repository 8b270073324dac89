/* Reads and writes of the fast engine, and the slow paths of the checks that
   instrumented code makes.  engine/fast/fast.c has the argument why they are
   exact.

   In this file a *run* is a few neighbouring cells of one line (directory_run)
   that are handled at once.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/accesses.h"
#include "engine/fast/ancestor.h"
#include "engine/fast/bare.h"
#include "engine/fast/by_turns.h"
#include "engine/fast/chunks.h"
#include "engine/fast/cleared.h"
#include "engine/fast/first_writes.h"
#include "engine/fast/fold.h"
#include "engine/fast/last_writer.h"
#include "engine/fast/lazy.h"
#include "engine/fast/ownership.h"
#include "engine/fast/table_cells.h"

typedef trms_fast_activation hot;

/* The thread whose accesses are measured, or NULL; the same of its reads. */
static trms_thread *running, *reading;
/* Of its window: what to add to an address, and the end of the addresses that
   it covers, which is 0 where there is no window; the same for reads, 0 where
   reads are not measured. */
static uintptr_t running_base, running_end, reading_end;

/* Give n cells one stamp, two at once: the next check loads two at once, and
   would wait for two stores. */
static inline void set_stamps(uint32_t *c, size_t n, uint64_t both)
{
   for (; n >= 2; n -= 2, c += 2)
      __builtin_memcpy(c, &both, sizeof both);
   if (n > 0)
      *c = (uint32_t)both;
}

/* Read a run whose cells have one invalid stamp and one last writer: the reads
   are induced, or are the thread's first accesses to the cells. */
static inline __attribute__((always_inline))
void read_foreign_run(trms_thread *t, uint32_t *c, uintptr_t a, size_t n)
{
   hot *h = t->stack.top;
   uint32_t stamp = fold_stamp(t, c, a);
   unsigned writer = last_writer_of(a);
   int64_t cells = (int64_t)n;

   if (stamp == 0) {
      chunks_join_of(t, a);
      if (writer == LAST_WRITER_NONE && fast.is_file_content
          && fast.is_file_content(a & ~(fast_cell_size() - 1)))
         last_writer_set(a, writer = LAST_WRITER_KERNEL);
      if (writer != LAST_WRITER_NONE)
         ancestor_count_first(t, LAST_WRITER_KIND(writer), cells);
      else
         h->rms += cells;
   } else
      ancestor_count_induced(t, stamp, LAST_WRITER_KIND(writer), cells);
   if (writer == LAST_WRITER_EXCLUSIVE)
      ownership_share(a, n, t);
   if (lazy_has(a))
      lazy_read(t, a, n);
   else
      directory_add_sharer(a, t);
   set_stamps(c, n, h->starts | stamp_in_both(STAMP_SHARED));
   if (writer == LAST_WRITER_EXCLUSIVE && fast_in_window(t, a))
      fold_after_taking(t, a, fast.last_shared);
}

static void read_cell(trms_thread *t, uint32_t *c, uintptr_t a);

static __attribute__((noinline))
void read_foreign(trms_thread *t, uint32_t *c, uintptr_t a)
{
   if (bare_has(a) ? bare_read(t, a, 1) == 1
                   : lazy_has(a) && lazy_read_one(t, c, a))
      return;
   if (cleared_settle(a, 1)
       || (*c == 0 && fast_in_window(t, a) && fold_settle(t, c))
       || (lazy_has(a) && lazy_settle(t, c, a, 1)))
      read_cell(t, c, a);
   else
      read_foreign_run(t, c, a, 1);
}

static __attribute__((noinline))
void read_foreign_cells(trms_thread *t, uint32_t *c, uintptr_t a, size_t n)
{
   read_foreign_run(t, c, a, n);
}

/* Return how many cells from the one at a on have the same last writer.  Places
   behind the end of the line count, too. */
static inline size_t written_alike(uintptr_t a)
{
   uint32_t of_line
      = last_writer_line(a) >> a % DIRECTORY_LINE_BYTES / 4 * 2, differ;

   differ = of_line ^ (of_line & 3) * 0x55555555u;
   return differ ? (size_t)__builtin_ctz(differ) / 2
                 : DIRECTORY_LINE_BYTES / 4;
}

/* How many of a window's cells [c, end), from the one at a on, are in its
   line. */
static inline size_t line_run(const uint32_t *c, const uint32_t *end,
                              uintptr_t a)
{
   size_t n = directory_run(a);

   return (size_t)(end - c) < n ? (size_t)(end - c) : n;
}

/* Return how many of a window's cells [c, end), from the one at a on, can be
   read by read_foreign_run at once.  Cells without a writer are looked at one
   by one: each may be a file's. */
static inline size_t foreign_run(const uint32_t *c, const uint32_t *end,
                                 uintptr_t a)
{
   size_t n = 1, most = (size_t)(end - c), alike;

   if (most == 1 || last_writer_of(a) == LAST_WRITER_NONE)
      return 1;
   if (most > directory_run(a))
      most = directory_run(a);
   alike = written_alike(a);
   if (most > alike)
      most = alike;
   while (n < most && c[n] == *c)
      n++;
   return n;
}

static inline void read_cell(trms_thread *t, uint32_t *c, uintptr_t a)
{
   hot *h = t->stack.top;
   uint32_t stamp = *c;

   if (stamp >= fast_start(h))
      return;
   if (stamp_is_valid(stamp)) {
      h->rms++;
      ancestor_of(t, stamp)->rms--;
      *c = fast_start(h) | (stamp & STAMP_SHARED);
   } else
      read_foreign(t, c, a);
}

/* Write a run.  Cells of it that are exclusive stay exclusive. */
static inline __attribute__((always_inline))
void write_run(trms_thread *t, uint32_t *c, uintptr_t a, size_t n)
{
   if (fast_in_window(t, a)
       && lazy_begin(a, ownership_others(directory_of_cell(a), a, t))) {
      lazy_write(t, c, a, n);
      lazy_note_before(a);
      return;
   }
   cleared_settle(a, n * fast_cell_size());
   chunks_join_of(t, a);
   ownership_invalidate_others(a, n, t);
   directory_add_sharer(a, t);
   last_writer_set_run(a, n, LAST_WRITER_EXCLUSIVE);
   set_stamps(c, n, t->stack.top->starts);
   if (fast_in_window(t, a))
      fold_after_taking(t, a, fast.last_owner);
}

static __attribute__((noinline))
void write_general(trms_thread *t, uint32_t *c, uintptr_t a)
{
   write_run(t, c, a, 1);
}

static __attribute__((noinline))
void write_general_cells(trms_thread *t, uint32_t *c, uintptr_t a, size_t n)
{
   write_run(t, c, a, n);
}

/* The same for a run whose cells are all exclusive stamps of one other thread,
   if that is the likely one; was it so? */
static inline __attribute__((always_inline))
bool take_over(trms_thread *t, uint32_t *c, uintptr_t a, size_t n)
{
   uint32_t *lost;
   size_t i;

   chunks_join_of(t, a);
   lost = ownership_of_last_owner(a, n);
   if (lost == NULL)
      return false;
   directory_add_sharer(a, t);
   for (i = 0; i < n; i++)
      stamp_invalidate(&lost[i]);
   set_stamps(c, n, t->stack.top->starts);
   if (fast_in_window(t, a))
      fold_after_taking(t, a, fast.last_owner);
   return true;
}

static __attribute__((noinline))
void write_shared(trms_thread *t, uint32_t *c, uintptr_t a)
{
   if (lazy_has(a))
      lazy_write_one(t, c, a);
   else if (!take_over(t, c, a, 1))
      write_general(t, c, a);
}

static __attribute__((noinline))
void write_shared_cells(trms_thread *t, uint32_t *c, uintptr_t a, size_t n)
{
   if (lazy_has(a))
      lazy_write(t, c, a, n);
   else if (!take_over(t, c, a, n))
      write_general_cells(t, c, a, n);
}

static inline void write_cell(trms_thread *t, uint32_t *c, uintptr_t a)
{
   if (stamp_is_exclusive(*c))
      *c = fast_start(t->stack.top);
   else
      write_shared(t, c, a);
}

/* Neighbours mostly have one history: work that is the same for all of them is
   done once. */
static void read_window(trms_thread *t, uint32_t *c, uint32_t *end)
{
   hot *h = t->stack.top;
   uint32_t start = fast_start(h);

   while (c < end) {
      uint32_t stamp = *c, *next = c + 1;
      if (stamp >= start) {
         c++;
         continue;
      }
      if (!stamp_is_valid(stamp)) {
         uintptr_t a = (uintptr_t)c - t->base;
         size_t n;
         if (bare_has(a)) {
            c += bare_read(t, a, line_run(c, end, a));
            continue;
         }
         if (cleared_settle(a, 1)
             || (stamp == 0 && fold_settle(t, c))
             || (lazy_has(a) && lazy_settle(t, c, a, line_run(c, end, a))))
            continue;
         n = foreign_run(c, end, a);
         if (stamp == 0 && n > 1)
            n = fold_alike(t, c, n);
         if (n == 1)
            read_foreign(t, c, a);
         else
            read_foreign_cells(t, c, a, n);
         c += n;
         continue;
      }
      while (next < end && *next == stamp)
         next++;
      h->rms += next - c;
      ancestor_of(t, stamp)->rms -= next - c;
      set_stamps(c, (size_t)(next - c),
                 h->starts | stamp_in_both(stamp & STAMP_SHARED));
      c = next;
   }
}

/* Return how many of n cells from the one at a on are in its leaf, and count
   these as looked up. */
static size_t count_in_leaf(trms_thread *t, uintptr_t a, size_t n)
{
   size_t left = stamp_table_cells(&t->table)
                 - stamp_table_index(&t->table, a);

   n = n < left ? n : left;
   t->table_lookups += n;
   return n;
}

static inline void read_table_cell(trms_thread *t, stamp_table_leaf *l,
                                   uintptr_t a)
{
   read_cell(t, table_cells_in_leaf(l, stamp_table_index(&t->table, a)), a);
}

static void read_table(trms_thread *t, uintptr_t a, size_t count)
{
   while (count > 0) {
      stamp_table_leaf *l = table_cells_leaf(t, a);
      size_t n = count_in_leaf(t, a, count);

      for (count -= n; n > 0; n--, a += fast_cell_size())
         read_table_cell(t, l, a);
   }
}

void accesses_read(trms_thread *t, uintptr_t a, size_t n)
{
   size_t count = fast_cells(&a, n);
   size_t inside = fast_cells_in_window(t, a, count);
   uint32_t *c = (uint32_t *)(t->base + a);

   read_window(t, c, c + inside);
   read_table(t, a + 4 * inside, count - inside);
}

static void write_window(trms_thread *t, uint32_t *c, uint32_t *end)
{
   while (c < end) {
      uintptr_t a = (uintptr_t)c - t->base;
      size_t n = (size_t)(end - c), most = directory_run(a);

      if (stamp_is_exclusive(*c)) {
         *c++ = fast_start(t->stack.top);
         continue;
      }
      n = n < most ? n : most;
      write_shared_cells(t, c, a, n);
      c += n;
   }
}

static inline void write_table_cell(trms_thread *t, stamp_table_leaf *l,
                                    uintptr_t a)
{
   uint32_t *c = table_cells_in_leaf(l, stamp_table_index(&t->table, a));

   table_cells_see_readers(t, c, a);
   write_cell(t, c, a);
}

static void write_table(trms_thread *t, uintptr_t a, size_t count)
{
   while (count > 0) {
      stamp_table_leaf *l = table_cells_leaf(t, a);
      size_t n = count_in_leaf(t, a, count);

      for (count -= n; n > 0; n--, a += fast_cell_size())
         write_table_cell(t, l, a);
   }
}

void accesses_write_apart(trms_thread *t, uintptr_t a, size_t n)
{
   size_t count = fast_cells(&a, n);
   size_t inside = fast_cells_in_window(t, a, count);
   uint32_t *c = (uint32_t *)(t->base + a);

   write_window(t, c, c + inside);
   write_table(t, a + 4 * inside, count - inside);
}

void accesses_write(trms_thread *t, uintptr_t a, size_t n)
{
   if (fast.output)
      first_writes_count(t, a, n);
   accesses_write_apart(t, a, n);
}

void accesses_kernel_write(uintptr_t a, size_t n)
{
   size_t count = fast_cells(&a, n);

   packed_pages_open(a, count * fast_cell_size());
   while (count > 0) {
      size_t run = directory_run(a) < count ? directory_run(a) : count;

      cleared_settle(a, run * fast_cell_size());
      if (lazy_has(a))
         lazy_kernel_write(a, run);
      else
         ownership_invalidate_others(a, run, NULL);
      last_writer_set_run(a, run, LAST_WRITER_KERNEL);
      a += run * fast_cell_size();
      count -= run;
   }
}

void trms_fast_run_writes(trms_thread *t)
{
   running = t;
   running_base = t ? t->base : 0;
   running_end = running_base != 0 ? WINDOWS_END : 0;
   reading = NULL;
   reading_end = 0;
}

void trms_fast_run(trms_thread *t)
{
   trms_fast_run_writes(t);
   reading = t;
   reading_end = running_end;
}

void accesses_run_no_more(const trms_thread *t)
{
   if (running == t)
      trms_fast_run(NULL);
}

/* Does the access begin where a cell of the running thread's window begins,
   which ends at `end`?  (Windows are for cells of 4 bytes.) */
static inline bool is_plain(uintptr_t a, uintptr_t end)
{
   return __builtin_expect(a < end && a % 4 == 0, 1);
}

/* Does an access of at most 32 bytes lie in the running thread's window? */
static inline bool is_near(uintptr_t a, uintptr_t end)
{
   return __builtin_expect(a + 32 < end, 1);
}

/* Does an access lie in one leaf of the thread's table?  (Cells are of 4 bytes,
   as in windows.)  Nearly all that are not in its window do: those of contexts
   and handlers that have none.  accesses_read and accesses_write would find the
   same leaf and the same cells, by more steps. */
static inline bool is_in_leaf(const trms_thread *t, uintptr_t a, uintptr_t last)
{
   return !fast_in_window(t, a) && (a ^ last) >> t->table.leaf_bits == 0
          && a < SHADOW_ADDRESS_END;
}

/* Begin an access to the cells of a leaf from the one at a to the one at last:
   return the leaf. */
static inline stamp_table_leaf *begin_in_leaf(trms_thread *t, uintptr_t a,
                                              uintptr_t last)
{
   t->table_lookups += last / 4 - a / 4 + 1;
   return table_cells_leaf(t, a);
}

/* An access that lies anywhere. */
static __attribute__((noinline)) void read_any(uintptr_t a, size_t n)
{
   trms_thread *t = reading;
   uintptr_t last = a + n - 1;
   stamp_table_leaf *l;

   if (t == NULL)
      return;
   if (!is_in_leaf(t, a, last)) {
      accesses_read(t, a, n);
      return;
   }
   l = begin_in_leaf(t, a, last);
   for (a &= ~(uintptr_t)3; a <= last; a += 4)
      read_table_cell(t, l, a);
}

static __attribute__((noinline)) void write_any(uintptr_t a, size_t n)
{
   trms_thread *t = running;
   uintptr_t last = a + n - 1;
   stamp_table_leaf *l;

   if (t == NULL)
      return;
   if (!is_in_leaf(t, a, last)) {
      accesses_write_apart(t, a, n);
      return;
   }
   l = begin_in_leaf(t, a, last);
   for (a &= ~(uintptr_t)3; a <= last; a += 4)
      write_table_cell(t, l, a);
}

static inline uint32_t *plain_cell(uintptr_t a)
{
   return (uint32_t *)(running_base + a);
}

static inline __attribute__((always_inline))
void write_few(uintptr_t a, size_t n)
{
   if (is_near(a, running_end))
      write_window(running, plain_cell(a & ~(uintptr_t)3),
                   plain_cell((a + n - 1) & ~(uintptr_t)3) + 1);
   else
      write_any(a, n);
}

static __attribute__((noinline)) void read_slowly(uint32_t *c, uintptr_t a)
{
   read_cell(running, c, a);
}

/* Return the negative number of activations that lie between h and the latest
   below h that had started at a stamp, or -FAST_UNDER if these are more, or
   if the stamp is not valid: all starts are greater.  No processor can predict
   the answer, so there are no jumps here.  (Negative, as it is added to h.) */
static inline ptrdiff_t above_near(const hot *h, uint32_t stamp)
{
   ptrdiff_t n = -(ptrdiff_t)(fast_start(&h[-1]) > stamp);

   n -= fast_start(&h[-2]) > stamp;
   n -= fast_start(&h[-3]) > stamp;
   return n;
}

/* The most frequent of all slow paths, whose cost is a good part of what
   profiling costs: this thread was the last to access the cell, since one of
   the activations next to the top had started.  read_cell would do the same. */
static inline void read_plain(uint32_t *c, uintptr_t a)
{
   hot *h = running->stack.top;
   uint32_t stamp = *c;
   ptrdiff_t above;

   if (stamp < fast_start(h)
       && (above = above_near(h, stamp)) != -FAST_UNDER) {
      h->rms++;
      h[above - 1].rms--;
      *c = fast_start(h) | (stamp & STAMP_SHARED);
   } else
      read_slowly(c, a);
}

/* The same where the check may have failed only because of the alignment. */
static inline void read_maybe(uint32_t *c, uintptr_t a)
{
   if (*c < fast_start(running->stack.top))
      read_plain(c, a);
}

/* Read an unaligned word, or a vector.  Many checks of these fail only because
   of the alignment: cells that need nothing are looked at first. */
static inline __attribute__((always_inline))
void read_few(uintptr_t a, size_t n)
{
   uint32_t *c = plain_cell(a & ~(uintptr_t)3);
   uint32_t *end = plain_cell((a + n - 1) & ~(uintptr_t)3) + 1;
   uint32_t start;

   if (!is_near(a, reading_end)) {
      read_any(a, n);
      return;
   }
   start = fast_start(running->stack.top);
   for (; c < end; c++)
      if (*c < start) {
         read_window(running, c, end);
         return;
      }
}

static __attribute__((noinline)) void read_vector_slowly(uintptr_t a, size_t n)
{
   read_few(a, n);
}

/* As set_stamps for two cells; each keeps its state. */
static inline void read_both(uint32_t *c, uint64_t starts)
{
   uint64_t both = starts | (stamp_pair(c) & stamp_in_both(STAMP_SHARED));

   __builtin_memcpy(c, &both, sizeof both);
}

/* Are n stamps, an even number, all in [first, past)? */
static inline __attribute__((always_inline))
bool are_between(const uint32_t *c, size_t n, uint64_t first, uint64_t past)
{
   uint64_t all = UINT64_MAX, any = 0;
   size_t i;

   for (i = 0; i < n; i += 2) {
      all &= stamp_pair_not_before(stamp_pair(c + i), first);
      any |= stamp_pair_not_before(stamp_pair(c + i), past);
   }
   return (all & ~any) == stamp_in_both(0x80000000u);
}

/* read_plain for n cells whose stamps may differ but tell of one activation: of
   the top, which then has read all of them, or of one next to it.  False: that
   is not so, and nothing is done. */
static inline __attribute__((always_inline))
bool read_as_one(uint32_t *c, size_t n)
{
   hot *h = running->stack.top, *before;
   size_t above = (size_t)((fast_start(h) > c[0]) - above_near(h, c[0])), i;
   uint64_t past;

   before = h - above;
   past = above == 0 ? stamp_in_both(0x7fffffffu) : before[1].starts;
   if (above > FAST_UNDER || !are_between(c, n, before->starts, past))
      return false;
   if (above == 0)
      return true;
   h->rms += (int64_t)n;
   before->rms -= (int64_t)n;
   for (i = 0; i < n; i += 2)
      read_both(c + i, h->starts);
   return true;
}

/* Read a vector of n bytes.  Mostly its cells have one history, or two that
   tell of one activation.  If the vector is not aligned, its first cell is
   likely the last cell of the vector before it, which was read just now: it is
   looked at by itself.

   The program loads the memory itself right after this, and the work here
   depends on stamps that may arrive as late: the prefetch makes the program
   wait for both at once. */
static inline __attribute__((always_inline))
void read_vector(uintptr_t a, size_t n)
{
   uint32_t *c = plain_cell((a + 3) & ~(uintptr_t)3);

   __builtin_prefetch((const void *)a);
   if (!is_near(a, reading_end)) {
      read_vector_slowly(a, n);
      return;
   }
   if (a % 4 != 0)
      read_maybe(c - 1, a);
   if (!read_as_one(c, n / 4))
      read_vector_slowly(a, n);
}

void trms_fast_read1(uintptr_t a)
{
   uintptr_t first = a & ~(uintptr_t)3;

   if (is_plain(first, reading_end))
      read_plain(plain_cell(first), a);
   else
      read_any(a, 1);
}

/* Read two bytes of two cells.  A function apart, so that the caller, for two
   bytes in one cell, needs no stack frame. */
static __attribute__((noinline)) void read_unaligned2(uintptr_t a)
{
   if (!is_near(a, reading_end)) {
      read_any(a, 2);
      return;
   }
   read_maybe(plain_cell(a - 3), a);
   read_maybe(plain_cell(a + 1), a + 1);
}

void trms_fast_read2(uintptr_t a)
{
   uintptr_t first = a & ~(uintptr_t)3;

   if (is_plain(first, reading_end) && a % 4 != 3)
      read_maybe(plain_cell(first), a);
   else
      read_unaligned2(a);
}

void trms_fast_read4(uintptr_t a)
{
   if (is_plain(a, reading_end))
      read_plain(plain_cell(a), a);
   else
      read_few(a, 4);
}

/* Read two cells.  What other threads have written needs no general path. */
static __attribute__((noinline)) void read_two_apart(uint32_t *c, uintptr_t a)
{
   if (!stamp_is_valid(*c) && lazy_has(a) && !bare_has(a))
      lazy_settle(running, c, a, line_run(c, c + 2, a));
   if (*c != 0 && !stamp_is_valid(*c) && foreign_run(c, c + 2, a) == 2)
      read_foreign_cells(running, c, a, 2);
   else
      read_window(running, c, c + 2);
}

/* A function apart, so that reads in lazy pages need no stack frame here. */
static __attribute__((noinline)) void read_two(uint32_t *c, uintptr_t a)
{
   if (stamp_is_valid(*c) || a % 8 != 0 || bare_has(a)
       || !(lazy_has(a) ? lazy_read_two(running, c, a)
                        : by_turns_read(running, c, a)))
      read_two_apart(c, a);
}

/* Read two cells of one valid stamp, at which none of the activations that
   above_near looks at had started. */
static __attribute__((noinline)) void read_two_searched(uint32_t *c)
{
   hot *h = running->stack.top;

   h->rms += 2;
   ancestor_search(running, h - FAST_UNDER - 1, *c)->rms -= 2;
   read_both(c, h->starts);
}

/* The same, without a stack frame where the answer is kept. */
static __attribute__((noinline)) void read_two_older(uint32_t *c)
{
   const trms_thread *t = running;
   hot *h = t->stack.top;

   if (!ancestor_is_kept(t, h, *c)) {
      read_two_searched(c);
      return;
   }
   h->rms += 2;
   t->stack.bottom[t->found.index].rms -= 2;
   read_both(c, h->starts);
}

/* As read_plain.  Both halves of a word mostly have one history. */
void trms_fast_read8(uintptr_t a)
{
   uint32_t *c = plain_cell(a), stamp;
   ptrdiff_t above;
   hot *h;

   if (!is_plain(a, reading_end)) {
      read_few(a, 8);
      return;
   }
   h = running->stack.top;
   stamp = c[0];
   if (stamp == c[1] && stamp < fast_start(h)) {
      above = above_near(h, stamp);
      if (above != -FAST_UNDER) {
         h->rms += 2;
         h[above - 1].rms -= 2;
         read_both(c, h->starts);
         return;
      }
      if (stamp_is_valid(stamp)) {
         read_two_older(c);
         return;
      }
   }
   read_two(c, a);
}

void trms_fast_read16(uintptr_t a)
{
   read_vector(a, 16);
}

void trms_fast_read32(uintptr_t a)
{
   read_vector(a, 32);
}

/* Not inlined: only writes of --output=yes get here, and of them each that is
   a first access. */
static __attribute__((noinline)) void write_first(uintptr_t a, size_t n)
{
   if (reading)
      first_writes_count(reading, a, n);
   write_few(a, n);
}

void trms_fast_first_write1(uintptr_t a)
{
   write_first(a, 1);
}

void trms_fast_first_write2(uintptr_t a)
{
   write_first(a, 2);
}

void trms_fast_first_write4(uintptr_t a)
{
   write_first(a, 4);
}

void trms_fast_first_write8(uintptr_t a)
{
   write_first(a, 8);
}

void trms_fast_first_write16(uintptr_t a)
{
   write_first(a, 16);
}

void trms_fast_first_write32(uintptr_t a)
{
   write_first(a, 32);
}

void trms_fast_write1(uintptr_t a)
{
   uintptr_t first = a & ~(uintptr_t)3;

   if (is_plain(first, running_end))
      write_cell(running, plain_cell(first), a);
   else
      write_any(a, 1);
}

void trms_fast_write2(uintptr_t a)
{
   write_few(a, 2);
}

void trms_fast_write4(uintptr_t a)
{
   if (is_plain(a, running_end))
      write_cell(running, plain_cell(a), a);
   else
      write_few(a, 4);
}

void trms_fast_write8(uintptr_t a)
{
   uint32_t *c = plain_cell(a);

   if (!is_plain(a, running_end) || a % 8 != 0)
      write_few(a, 8);
   else if (lazy_has(a))
      lazy_write_two(running, c, a);
   else if (!stamp_is_valid(*c) || !by_turns_write(running, c, a))
      write_shared_cells(running, c, a, 2);
}

void trms_fast_write16(uintptr_t a)
{
   write_few(a, 16);
}

void trms_fast_write32(uintptr_t a)
{
   write_few(a, 32);
}

/* The same for code that stores stamps with a guard: for it there may be bare
   pages. */

void trms_fast_guarded_read4(uintptr_t a)
{
   if (!is_plain(a, reading_end) || !bare_read_few(running, a, 1))
      trms_fast_read4(a);
}

void trms_fast_guarded_read8(uintptr_t a)
{
   if (!is_plain(a, reading_end) || a % 8 != 0
       || !bare_read_few(running, a, 2))
      trms_fast_read8(a);
}

void trms_fast_guarded_write4(uintptr_t a)
{
   if (!is_plain(a, running_end) || !bare_write_few(running, a, 1))
      trms_fast_write4(a);
}

void trms_fast_guarded_write8(uintptr_t a)
{
   if (!is_plain(a, running_end) || a % 8 != 0
       || !bare_write_few(running, a, 2))
      trms_fast_write8(a);
}
