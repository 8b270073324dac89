/* Reads and writes of the fast engine: what engine/fast/fast.c says of them, and the
   slow paths of the checks that instrumented code makes.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/chunks.h"
#include "engine/fast/cleared.h"

/* The thread whose accesses are measured, or NULL; the same of its reads. */
static trms_thread *running, *reading;
/* Its window, and where the memory ends that the window is of; 0: it has none.
   For reads the same, and 0 where reads are not measured. */
static uintptr_t running_base, running_end, reading_end;

/* The deepest activation, at or below h, that had started at a stamp. */
static __attribute__((noinline))
hot *search(trms_thread *t, hot *h, uint32_t stamp)
{
   hot *low = t->stack.bottom;

   while (h - low > 0) {
      hot *middle = low + (h - low + 1) / 2;
      if (start_of(middle) <= stamp)
         low = middle;
      else
         h = middle - 1;
   }
   return low;
}

/* The deepest activation below the top that had started at a stamp, which is
   valid.  Mostly it is near the top; bottom had started at all of them. */
static inline hot *started_by(trms_thread *t, uint32_t stamp)
{
   hot *h = t->stack.top - 1;
   int n;

   for (n = 0; start_of(h) > stamp; n++, h--)
      if (n == 12)
         return search(t, h, stamp);
   return h;
}

/* Gives n cells one stamp, two at once: the next check loads them so, and would wait
   for two stores. */
static inline void set_stamps(uint32_t *c, size_t n, uint64_t both)
{
   for (; n >= 2; n -= 2, c += 2)
      __builtin_memcpy(c, &both, sizeof both);
   if (n > 0)
      *c = (uint32_t)both;
}

/* The exclusive writer of each cell is not alone with it any more: one that has
   a window is found there, and nobody else is exclusive then.  One with a table
   sees it by the last writer, when it writes again. */
static inline void take_exclusivity(uintptr_t a, size_t n,
                                    const trms_thread *t)
{
   uint64_t slots = others_among(mask_of(a), a, t);
   size_t i, left = n;

   for (; slots && left > 0; slots &= slots - 1) {
      uint32_t *c = stamp_in((unsigned)__builtin_ctzll(slots), a);
      for (i = 0; i < n; i++)
         if (is_exclusive(c[i])) {
            c[i] |= S;
            left--;
         }
   }
   set_writers(a, n, BY_THREAD);
}

/* Reads that are induced, or the thread's first of the cells: of a run with one
   stamp and one last writer. */
static inline __attribute__((always_inline))
void read_foreign_run(trms_thread *t, uint32_t *c, uintptr_t a, size_t n)
{
   hot *h = t->stack.top;
   uint32_t stamp = stamp_at(t, c, a);
   unsigned writer = last_writer(a);
   int64_t cells = (int64_t)n;

   if (stamp == 0) {
      join(t, a);
      if (writer == NOBODY && fast.is_file_content
          && fast.is_file_content(a & ~(cell_size() - 1)))
         set_writer(a, writer = BY_KERNEL);
      /* First for all pending activations; x stays, since what an induced
         access adds to it, a first one takes away again. */
      h->rms += cells;
      if (writer != NOBODY)
         cold_of(t, h)->induced[KIND(writer)] += cells;
   } else {
      cold *d = cold_of(t, h);
      unsigned kind = KIND(writer);

      d->induced[kind] += cells;
      if ((stamp & ~S) < (start_of(h) & ~V)) {
         hot *before = started_by(t, stamp | V);
         h->rms += cells;
         before->rms -= cells;
         cold_of(t, before)->x[kind] += cells;
      } else
         d->x[kind] += cells;
   }
   if (writer == BY_EXCLUSIVE)
      take_exclusivity(a, n, t);
   add_sharer(a, t);
   set_stamps(c, n, h->starts | in_both(S));
}

static void read_cell(trms_thread *t, uint32_t *c, uintptr_t a);

static __attribute__((noinline))
void read_foreign(trms_thread *t, uint32_t *c, uintptr_t a)
{
   if (unpacked(t, c, a) || cleared_settle(a, 1))
      read_cell(t, c, a);
   else
      read_foreign_run(t, c, a, 1);
}

static __attribute__((noinline))
void read_foreign_cells(trms_thread *t, uint32_t *c, uintptr_t a, size_t n)
{
   read_foreign_run(t, c, a, n);
}

/* How many cells from the one at a on have the same last writer; those behind the
   line's end count, too. */
static inline size_t written_alike(uintptr_t a)
{
   uint32_t of_line = writers_of_line(a) >> a % LINE_BYTES / 4 * 2, differ;

   differ = of_line ^ (of_line & 3) * 0x55555555u;
   return differ ? (size_t)__builtin_ctz(differ) / 2 : LINE_BYTES / 4;
}

/* How many of a window's cells, from c on, are such a run.  What nobody has
   written is looked at cell by cell: it may be a file's. */
static inline size_t foreign_run(const uint32_t *c, const uint32_t *end,
                                 uintptr_t a)
{
   size_t n = 1, most = (size_t)(end - c), alike;

   if (most == 1 || last_writer(a) == NOBODY)
      return 1;
   if (most > run_limit(a))
      most = run_limit(a);
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

   if (stamp >= start_of(h))
      return;
   if (stamp & V) {
      h->rms++;
      started_by(t, stamp)->rms--;
      *c = start_of(h) | (stamp & S);
   } else
      read_foreign(t, c, a);
}

/* Writes to a run of cells.  Exclusive ones among them stay what they are. */
static inline __attribute__((always_inline))
void write_run(trms_thread *t, uint32_t *c, uintptr_t a, size_t n)
{
   cleared_settle(a, n * cell_size());
   join(t, a);
   invalidate_others(a, n, t);
   add_sharer(a, t);
   set_writers(a, n, BY_EXCLUSIVE);
   set_stamps(c, n, t->stack.top->starts);
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

/* The same for cells that are exclusive one other thread's, if it is the likely
   one. */
static inline __attribute__((always_inline))
bool take_over(trms_thread *t, uint32_t *c, uintptr_t a, size_t n)
{
   uint32_t *lost;
   size_t i;

   unpacked(t, c, a);
   join(t, a);                   /* which may pack what would be found before */
   lost = likely_lost(a, n);
   if (lost == NULL)
      return false;
   add_sharer(a, t);
   for (i = 0; i < n; i++)
      invalidate(&lost[i]);
   set_stamps(c, n, t->stack.top->starts);
   return true;
}

static __attribute__((noinline))
void write_shared(trms_thread *t, uint32_t *c, uintptr_t a)
{
   if (!take_over(t, c, a, 1))
      write_general(t, c, a);
}

static __attribute__((noinline))
void write_shared_cells(trms_thread *t, uint32_t *c, uintptr_t a, size_t n)
{
   if (!take_over(t, c, a, n))
      write_general_cells(t, c, a, n);
}

static inline void write_cell(trms_thread *t, uint32_t *c, uintptr_t a)
{
   if (is_exclusive(*c))
      *c = start_of(t->stack.top);
   else
      write_shared(t, c, a);
}

/* The cells that [a, a + n) overlaps: the address of the first, and how many.
   What lies beyond all memory is left out. */
static size_t cells_of(uintptr_t *a, size_t n)
{
   uintptr_t last;

   if (n == 0 || *a >= SHADOW_ADDRESS_END)
      return 0;
   last = n - 1 < SHADOW_ADDRESS_END - *a ? *a + n - 1
                                          : SHADOW_ADDRESS_END - 1;
   *a &= ~(cell_size() - 1);
   return (size_t)((last - *a) >> fast.shift) + 1;
}

/* So many of n cells from the one at a on are in the thread's window; the rest is
   in its table.  (Windows are for cells of 4 bytes.) */
static size_t within_window(const trms_thread *t, uintptr_t a, size_t n)
{
   size_t most = in_window(t, a) ? (WINDOW_END - a) / 4 : 0;

   return n < most ? n : most;
}

/* Neighbours mostly have one history: what is the same for all of them is done
   once. */
static void read_window(trms_thread *t, uint32_t *c, uint32_t *end)
{
   hot *h = t->stack.top;
   uint32_t start = start_of(h);

   while (c < end) {
      uint32_t stamp = *c, *next = c + 1;
      if (stamp >= start) {
         c++;
         continue;
      }
      if (!(stamp & V)) {
         uintptr_t a = (uintptr_t)c - t->base;
         size_t n;
         if (unpacked(t, c, a) || cleared_settle(a, 1))
            continue;
         n = foreign_run(c, end, a);
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
      started_by(t, stamp)->rms -= next - c;
      set_stamps(c, (size_t)(next - c), h->starts | in_both(stamp & S));
      c = next;
   }
}

/* So many of n cells from the one at a on are in its leaf, which is asked for
   them. */
static size_t ask_leaf(trms_thread *t, uintptr_t a, size_t n)
{
   size_t left = history_cells(&t->table) - history_index(&t->table, a);

   n = n < left ? n : left;
   t->asked += n;
   return n;
}

static void read_table(trms_thread *t, uintptr_t a, size_t count)
{
   while (count > 0) {
      history_leaf *l = leaf_of(t, a);
      size_t i = history_index(&t->table, a), n = ask_leaf(t, a, count);

      for (count -= n; n > 0; n--, i++, a += cell_size())
         read_cell(t, cell_in_leaf(l, i), a);
   }
}

void fast_read(trms_thread *t, uintptr_t a, size_t n)
{
   size_t count = cells_of(&a, n), inside = within_window(t, a, count);
   uint32_t *c = (uint32_t *)(t->base + a);

   read_window(t, c, c + inside);
   read_table(t, a + 4 * inside, count - inside);
}

static void write_window(trms_thread *t, uint32_t *c, uint32_t *end)
{
   while (c < end) {
      uintptr_t a = (uintptr_t)c - t->base;
      size_t n = (size_t)(end - c), most = run_limit(a);

      if (is_exclusive(*c)) {
         *c++ = start_of(t->stack.top);
         continue;
      }
      n = n < most ? n : most;
      write_shared_cells(t, c, a, n);
      c += n;
   }
}

static void write_table(trms_thread *t, uintptr_t a, size_t count)
{
   while (count > 0) {
      history_leaf *l = leaf_of(t, a);
      size_t i = history_index(&t->table, a), n = ask_leaf(t, a, count);

      for (count -= n; n > 0; n--, i++, a += cell_size()) {
         uint32_t *c = cell_in_leaf(l, i);

         see_readers(t, c, a);
         write_cell(t, c, a);
      }
   }
}

void fast_write(trms_thread *t, uintptr_t a, size_t n)
{
   size_t count = cells_of(&a, n), inside = within_window(t, a, count);
   uint32_t *c = (uint32_t *)(t->base + a);

   write_window(t, c, c + inside);
   write_table(t, a + 4 * inside, count - inside);
}

void fast_kernel_write(uintptr_t a, size_t n)
{
   size_t count = cells_of(&a, n);

   while (count > 0) {
      size_t run = run_limit(a) < count ? run_limit(a) : count;

      cleared_settle(a, run * cell_size());
      invalidate_others(a, run, NULL);
      set_writers(a, run, BY_KERNEL);
      a += run * cell_size();
      count -= run;
   }
}

void trms_fast_run_writes(trms_thread *t)
{
   running = t;
   running_base = t ? t->base : 0;
   running_end = running_base != 0 ? WINDOW_END : 0;
   reading = NULL;
   reading_end = 0;
}

void trms_fast_run(trms_thread *t)
{
   trms_fast_run_writes(t);
   reading = t;
   reading_end = running_end;
}

void fast_run_no_more(const trms_thread *t)
{
   if (running == t)
      trms_fast_run(NULL);
}

/* Is this an access to cells of which the running thread's window has stamps, up
   to `end`, from a cell's beginning on?  (Windows are for cells of 4 bytes.) */
static inline bool is_plain(uintptr_t a, uintptr_t end)
{
   return __builtin_expect(a < end && a % 4 == 0, 1);
}

/* The same without the beginning, for at most a vector. */
static inline bool is_near(uintptr_t a, uintptr_t end)
{
   return __builtin_expect(a + 32 < end, 1);
}

/* What is neither. */
static __attribute__((noinline)) void read_any(uintptr_t a, size_t n)
{
   if (reading)
      fast_read(reading, a, n);
}

static __attribute__((noinline)) void write_any(uintptr_t a, size_t n)
{
   if (running)
      fast_write(running, a, n);
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

/* How many activations are between h and started_by, if these are less than
   UNDER; else UNDER, and so where the stamp is not valid: all starts are
   greater.  Which it is can't be foretold: there are no jumps here. */
static inline size_t above_near(const hot *h, uint32_t stamp)
{
   size_t n = start_of(&h[-1]) > stamp;

   n += start_of(&h[-2]) > stamp;
   n += start_of(&h[-3]) > stamp;
   return n;
}

/* The most frequent of all slow paths, and what they cost is a good part of
   what profiling costs: a cell that this thread was the last to access, since
   one of the activations next to the top had started.  read_cell would do the
   same. */
static inline void read_plain(uint32_t *c, uintptr_t a)
{
   hot *h = running->stack.top;
   uint32_t stamp = *c;
   size_t above;

   if (stamp < start_of(h) && (above = above_near(h, stamp)) < UNDER) {
      h->rms++;
      (h - above)[-1].rms--;
      *c = start_of(h) | (stamp & S);
   } else
      read_slowly(c, a);
}

/* The same where the check may have failed for the alignment alone. */
static inline void read_maybe(uint32_t *c, uintptr_t a)
{
   if (*c < start_of(running->stack.top))
      read_plain(c, a);
}

/* Unaligned words, and vectors.  Of these, many a check fails for their
   alignment alone: cells that need nothing come first. */
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
   start = start_of(running->stack.top);
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

/* As set_stamps; who shared the cells shares them. */
static inline void read_both(uint32_t *c, uint64_t starts)
{
   uint64_t both = starts | (two_stamps(c) & in_both(S));

   __builtin_memcpy(c, &both, sizeof both);
}

/* Are n stamps, an even number, all in [first, past)? */
static inline __attribute__((always_inline))
bool are_between(const uint32_t *c, size_t n, uint64_t first, uint64_t past)
{
   uint64_t all = UINT64_MAX, any = 0;
   size_t i;

   for (i = 0; i < n; i += 2) {
      all &= not_before(two_stamps(c + i), first);
      any |= not_before(two_stamps(c + i), past);
   }
   return (all & ~any) == in_both(0x80000000u);
}

/* read_plain for n cells whose stamps differ, but tell of the same activation, one
   of the first: the top itself, which has read all of them, or one next to it.
   False: that is not so, and nothing is done. */
static inline __attribute__((always_inline))
bool read_as_one(uint32_t *c, size_t n)
{
   hot *h = running->stack.top, *before;
   size_t above = (start_of(h) > c[0]) + above_near(h, c[0]), i;
   uint64_t past;

   before = h - above;
   past = above == 0 ? in_both(0x7fffffffu) : before[1].starts;
   if (above > UNDER || !are_between(c, n, before->starts, past))
      return false;
   if (above == 0)
      return true;
   h->rms += (int64_t)n;
   before->rms -= (int64_t)n;
   for (i = 0; i < n; i += 2)
      read_both(c + i, h->starts);
   return true;
}

/* A vector of n bytes: mostly its cells have one history, or two that were told to
   the same activation.  If it is not aligned, its first cell is likely the last one
   of the vector before it, which was read just now: it is looked at by itself.

   The program waits for the memory itself right after this.  What is done here
   depends on stamps that may come as late: both are to come at once. */
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

/* Of two cells.  Apart, so that what is in one needs no frame. */
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

/* What others have written, and is not packed, needs no general path. */
static __attribute__((noinline)) void read_two(uint32_t *c, uintptr_t a)
{
   hot *h = running->stack.top;
   uint32_t stamp = c[0];

   if (stamp != 0 && !(stamp & V) && foreign_run(c, c + 2, a) == 2) {
      read_foreign_cells(running, c, a, 2);
      return;
   }
   if (stamp != c[1] || !(stamp & V)) {
      read_window(running, c, c + 2);
      return;
   }
   if (stamp >= start_of(h))
      return;
   h->rms += 2;
   started_by(running, stamp)->rms -= 2;
   read_both(c, h->starts);
}

/* As read_plain; both halves of a word mostly have one history. */
void trms_fast_read8(uintptr_t a)
{
   uint32_t *c = plain_cell(a), stamp;
   size_t above;
   hot *h;

   if (!is_plain(a, reading_end)) {
      read_few(a, 8);
      return;
   }
   h = running->stack.top;
   stamp = c[0];
   if (stamp == c[1] && stamp < start_of(h)
       && (above = above_near(h, stamp)) < UNDER) {
      h->rms += 2;
      (h - above)[-1].rms -= 2;
      read_both(c, h->starts);
   } else
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

   if (is_plain(a, running_end) && a % 8 == 0)
      write_shared_cells(running, c, a, 2);
   else
      write_few(a, 8);
}

void trms_fast_write16(uintptr_t a)
{
   write_few(a, 16);
}

void trms_fast_write32(uintptr_t a)
{
   write_few(a, 32);
}
