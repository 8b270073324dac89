/* Lazy pages: see engine/fast/lazy.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/lazy.h"
#include "engine/fast/ancestor.h"
#include "engine/fast/bare.h"
#include "engine/fast/chunks.h"
#include "engine/fast/cleared.h"
#include "engine/fast/fold.h"
#include "engine/fast/last_writer.h"
#include "engine/fast/lazy_set.h"

#define CENTRE "aprof.lazy"

/* A page becomes lazy after MANY writes that had to look at several threads'
   stamps in a line of its own, or at those of one, if it becomes bare by that
   (bare.h): a thread that writes one line after the other, even in a few places
   of the page by turns, finds most stamps in the cache.  Then it has CREDIT: an
   access that without lazy pages would have looked at other threads adds 1 to
   it, any other access that fails its check takes 1 away, and without credit
   the page is not lazy any more.  Tests have lazy pages early and often. */
enum { MANY = 48, CREDIT = 64, FEW_IN_TESTS = 3 };
_Static_assert((int)MANY <= (int)LAZY_PAGE
               && (int)CREDIT <= (int)LAZY_MOST_CREDIT
               && (int)LAZY_MOST_CREDIT < (int)LAZY_PAGE,
               "the counters do not reach the flag");

enum { LINES = WINDOWS_PAGE_BYTES / DIRECTORY_LINE_BYTES };

/* For each lazy page a bit for each line in which the thread of the turn may
   have valid stamps; for other pages the lines of the last 8 such writes. */
static uint64_t *const turn_lines = (uint64_t *)(WINDOWS_LAZY_LINES + 0x1780);

static uintptr_t *pages;            /* those with lines in this turn */
static size_t page_count, page_room;

#define NO_PAGE UINTPTR_MAX

static uintptr_t page_of(uintptr_t a)
{
   return a >> WINDOWS_PAGE_BITS;
}

/* --- turns --- */

/* Four stamps.  A line's stamps are a line. */
typedef uint32_t four_stamps
   __attribute__((vector_size(16), aligned(16), may_alias));

/* stamp_invalidate for a line, four stamps at once and without jumps. */
static inline void invalidate_line(uint32_t *c)
{
   four_stamps *f = (four_stamps *)c;
   size_t i;

#pragma GCC unroll 4
   for (i = 0; i < DIRECTORY_LINE_BYTES / sizeof *f; i++) {
      four_stamps valid = f[i] & STAMP_VALID;

      f[i] = (f[i] ^ valid) | valid / STAMP_VALID * STAMP_SHARED;
   }
}

static uint32_t *stamps_of(const trms_thread *t, uintptr_t page)
{
   return windows_stamp(t->slot, page << WINDOWS_PAGE_BITS);
}

/* A line of a page, and remove it from the lines that are left. */
static inline uint32_t *next_line(uint32_t *page, uint64_t *lines)
{
   uint32_t *c = page + __builtin_ctzll(*lines) * (DIRECTORY_LINE_BYTES / 4);

   *lines &= *lines - 1;
   return c;
}

/* Meanwhile fetch the lines `ahead` of another page, whose stamps begin at
   `next`: the turn may have touched more memory than the caches hold. */
static inline void invalidate_lines(const trms_thread *t, uintptr_t page,
                                    uint32_t *next, uint64_t ahead)
{
   uint32_t *c = stamps_of(t, page);
   uint64_t lines = turn_lines[page];

   turn_lines[page] = 0;
   while (lines) {
      if (ahead)
         __builtin_prefetch(next_line(next, &ahead), 1);
      invalidate_line(next_line(c, &lines));
   }
}

/* Threads go on taking cells of a page from each other: it may become bare. */
static void try_bare(uintptr_t page)
{
   uint8_t *state = &lazy_states[page];

   if (!fast.guarded || bare_states[page]
       || *state < (LAZY_PAGE | (fast.small_ranges ? FEW_IN_TESTS
                                                    : LAZY_MOST_CREDIT)))
      return;
   if (!bare_begin(page << WINDOWS_PAGE_BITS))
      *state = LAZY_PAGE | (fast.small_ranges ? FEW_IN_TESTS : CREDIT);
}

/* Pages may have stopped being lazy in the turn.  accessed: the page that an
   access is about to store stamps of; or NO_PAGE. */
static __attribute__((noinline)) void end_turn(uintptr_t accessed)
{
   const trms_thread *t = fast.lazy_turn;
   size_t i;

   for (i = 0; i < page_count; i++) {
      bool is_last = i + 1 == page_count;
      uintptr_t next = pages[is_last ? i : i + 1];

      if (lazy_states[pages[i]] & LAZY_PAGE) {
         invalidate_lines(t, pages[i], stamps_of(t, next),
                          is_last ? 0 : turn_lines[next]);
         if (pages[i] != accessed)
            try_bare(pages[i]);
      }
   }
   page_count = 0;
   fast.lazy_turn = NULL;
}

static __attribute__((noinline)) void add_page(uintptr_t page)
{
   if (page_count == page_room) {
      page_room = page_room ? 2 * page_room : 64;
      pages = platform_realloc(CENTRE, pages, page_room * sizeof *pages);
   }
   pages[page_count++] = page;
}

/* It is the thread's turn, and its stamps in the line of a may become valid. */
static inline void take_turn(trms_thread *t, uintptr_t a)
{
   uint64_t *lines = &turn_lines[page_of(a)];

   if (fast.lazy_turn != t) {
      if (fast.lazy_turn)
         end_turn(page_of(a));
      fast.lazy_turn = t;
   }
   if (*lines == 0)
      add_page(page_of(a));
   *lines |= (uint64_t)1 << a / DIRECTORY_LINE_BYTES % LINES;
}

static bool line_is_in_turn(uintptr_t a)
{
   return turn_lines[page_of(a)] >> a / DIRECTORY_LINE_BYTES % LINES & 1;
}

void lazy_thread_ends(const trms_thread *t)
{
   if (fast.lazy_turn == t)
      end_turn(NO_PAGE);
   bare_thread_ends(t);
}

void lazy_free(void)
{
   platform_free(pages);
   pages = NULL;
   page_room = 0;
}

/* --- accesses --- */

bool lazy_settle(trms_thread *t, uint32_t *c, uintptr_t a, size_t n)
{
   const lazy_set *set = lazy_set_of(a);
   bool any = false;
   size_t i;

   if (lazy_states[page_of(a)] == LAZY_PAGE) {
      lazy_end(a, a + 1);
      return stamp_is_valid(*c);
   }
   for (i = 0; i < n; i++)
      if (lazy_set_has(&set[i], t) && !stamp_is_valid(c[i])) {
         uint32_t stamp = fold_stamp(t, &c[i], a + 4 * i);

         if (stamp != 0) {
            if (!any)
               take_turn(t, a);
            any = true;
            c[i] = stamp | STAMP_VALID;
         }
      }
   if (any)
      lazy_take_credit(a);
   return stamp_is_valid(*c);
}

void lazy_read(trms_thread *t, uintptr_t a, size_t n)
{
   lazy_set *set = lazy_set_of(a);

   take_turn(t, a);
   lazy_add_credit(a);
   for (; n > 0; n--)
      lazy_set_add(set++, t);
}

static inline void store_stamps(uint32_t *c, size_t n, uint64_t both)
{
   if (n == 1)
      *c = (uint32_t)both;
   else
      __builtin_memcpy(c, &both, sizeof both);
}

/* Is it the thread's turn, and has it lines of a's page in it?  Then it has
   joined the page, and a line more need only be noted. */
static inline bool is_in_turn(const trms_thread *t, uintptr_t a)
{
   return fast.lazy_turn == t && turn_lines[page_of(a)] != 0;
}

static inline void note_line(uintptr_t a)
{
   turn_lines[page_of(a)]
      |= (uint64_t)1 << a / DIRECTORY_LINE_BYTES % LINES;
}

/* Not inlined: the caller, of which this is the end, needs no stack frame. */
static __attribute__((noinline))
bool count_read(trms_thread *t, uint32_t stamp, int64_t n)
{
   if (stamp != 0)
      ancestor_count_induced(t, stamp, FAST_BY_THREAD, n);
   else
      ancestor_count_first(t, FAST_BY_THREAD, n);
   return true;
}

static bool is_folded(const trms_thread *t, const uint32_t *c)
{
   return directory_bit(t) & fast.folded_slots
          && *windows_page_word(t->slot, c) != 0;
}

/* What almost all reads in lazy pages are: it is the thread's turn, one other
   thread, and no other, has written the cells, and maybe read them since; and
   this thread accessed them before that, or never.

   Why it does the same as lazy_settle and read_foreign_run (accesses.c): the
   thread is not in the sets, so that lazy_settle finds nothing.  The cells have
   one stamp, which is not valid, and one last writer: so they are a run, and
   have a state of their own where they lie in a range (cleared.h).  A page with
   lines in the turn was joined by its thread.  That a set with one member
   becomes one with two is what lazy_set_add does. */
static inline __attribute__((always_inline))
bool read_from_one(trms_thread *t, uint32_t *c, uintptr_t a, size_t n)
{
   lazy_set *set = lazy_set_of(a), s = *set, me = lazy_set_with(t);
   uint64_t starts = t->stack.top->starts;
   uint32_t stamp = *c;
   uint32_t writers = last_writer_line(a) >> a % DIRECTORY_LINE_BYTES / 4 * 2;

   if (c[n - 1] != stamp || s == 0 || s > 0xff || s == me
       || lazy_load_sets(set, n) != lazy_for_all(s, 16, n)
       || (writers & lazy_for_all(3, 2, n)) != lazy_for_all(LAST_WRITER_THREAD, 2, n)
       || lazy_states[page_of(a)] == LAZY_PAGE || !is_in_turn(t, a)
       || (stamp == 0 && is_folded(t, c)))
      return false;
   note_line(a);
   lazy_add_credit(a);
   lazy_store_sets(set, n, (lazy_set)(me << 8 | s));
   store_stamps(c, n, starts | stamp_in_both(STAMP_SHARED));
   return count_read(t, stamp, (int64_t)n);
}

bool lazy_read_one(trms_thread *t, uint32_t *c, uintptr_t a)
{
   return read_from_one(t, c, a, 1);
}

bool lazy_read_two(trms_thread *t, uint32_t *c, uintptr_t a)
{
   return read_from_one(t, c, a, 2);
}

void lazy_write(trms_thread *t, uint32_t *c, uintptr_t a, size_t n)
{
   lazy_set *set = lazy_set_of(a), me = lazy_set_with(t);
   size_t i;

   if (bare_has(a) && bare_write(t, a, n) == n)
      return;
   chunks_join_of(t, a);
   take_turn(t, a);
   lazy_count_write(a, *set == me);
   for (i = 0; i < n; i++) {
      set[i] = me;
      c[i] = fast_start(t->stack.top);
   }
   last_writer_set_run(a, n, LAST_WRITER_THREAD);
}

void lazy_note_before(uintptr_t a)
{
   if (!bare_has(a) && a % WINDOWS_PAGE_BYTES >= DIRECTORY_LINE_BYTES)
      note_line(a - DIRECTORY_LINE_BYTES);
}

/* As lazy_write, which has nothing more to do where the thread has joined the
   page and the last writers are as they will be. */
static inline __attribute__((always_inline))
void write_few(trms_thread *t, uint32_t *c, uintptr_t a, size_t n)
{
   lazy_set *set = lazy_set_of(a), me = lazy_set_with(t);
   unsigned shift = a % DIRECTORY_LINE_BYTES / 4 * 2;
   uint32_t before = last_writer_line(a);
   uint32_t after = (before & ~(lazy_for_all(3, 2, n) << shift))
                    | lazy_for_all(LAST_WRITER_THREAD, 2, n) << shift;

   if (bare_has(a) || after != before || !is_in_turn(t, a)) {
      lazy_write(t, c, a, n);
      return;
   }
   note_line(a);
   lazy_count_write(a, *set == me);
   lazy_store_sets(set, n, me);
   store_stamps(c, n, t->stack.top->starts);
}

void lazy_write_one(trms_thread *t, uint32_t *c, uintptr_t a)
{
   write_few(t, c, a, 1);
}

void lazy_write_two(trms_thread *t, uint32_t *c, uintptr_t a)
{
   write_few(t, c, a, 2);
}

void lazy_kernel_write(uintptr_t a, size_t n)
{
   lazy_set *set = lazy_set_of(a);
   size_t i;

   if (line_is_in_turn(a))
      for (i = 0; i < n; i++)
         stamp_invalidate(windows_stamp(fast.lazy_turn->slot, a) + i);
   for (i = 0; i < n; i++)
      set[i] = 0;
}

/* --- pages --- */

/* A page becomes lazy, for one thread.  Its cells have no state elsewhere
   (cleared.h). */
static void enter_of(const trms_thread *t, uintptr_t page)
{
   uint32_t *c = windows_stamp(t->slot, page);
   lazy_set *set = lazy_set_of(page);
   size_t i;

   fold_open_valid(t->slot, (uintptr_t)c, (uintptr_t)c + WINDOWS_PAGE_BYTES);
   for (i = 0; i < WINDOWS_PAGE_CELLS; i++)
      if (stamp_is_valid(c[i])) {
         lazy_set_add(&set[i], t);
         stamp_invalidate(&c[i]);
      }
}

static void enter(uintptr_t page)
{
   uint64_t mask = directory_of_cell(page);
   const trms_thread *t;
   uintptr_t a;

   cleared_settle(page, WINDOWS_PAGE_BYTES);
   for (t = fast.threads; t; t = t->next)
      if (mask & directory_bit(t))
         enter_of(t, page);
   for (a = page; a < page + WINDOWS_PAGE_BYTES; a += 4)
      if (last_writer_of(a) == LAST_WRITER_EXCLUSIVE)
         last_writer_set(a, LAST_WRITER_THREAD);
   turn_lines[page_of(page)] = 0;
   lazy_states[page_of(page)] = LAZY_PAGE | (fast.small_ranges ? FEW_IN_TESTS
                                                               : CREDIT);
   fast.lazy_pages++;
   bare_begin(page);
}

/* Is any of the 8 bytes 0? */
static bool any_zero(uint64_t bytes)
{
   uint64_t ones = UINT64_MAX / 255;

   return ((bytes - ones) & ~bytes & (ones << 7)) != 0;
}

/* Is the line of a, or the one before it, among the last lines of its page? */
static bool is_near(uintptr_t a)
{
   uint64_t *last = &turn_lines[page_of(a)], ones = UINT64_MAX / 255;
   uint64_t line = a / DIRECTORY_LINE_BYTES % LINES;
   bool here = any_zero(*last ^ line * ones);
   bool before = line > 0 && any_zero(*last ^ (line - 1) * ones);

   if (!here)
      *last = *last << 8 | line;
   return here || before;
}

/* Was the last write of what one other thread knew in the same page, too?  That
   is so for most where such writes are not scattered, and costs less to
   find. */
static bool is_in_same_page(uintptr_t a)
{
   bool same = fast.taken_page == page_of(a);

   fast.taken_page = page_of(a);
   return same;
}

bool lazy_begin(uintptr_t a, uint64_t others)
{
   uintptr_t page = windows_page_down(a);
   uint8_t *state = &lazy_states[page_of(a)];
   bool one_other = (others & (others - 1)) == 0;

   if (others == 0 || (one_other && is_in_same_page(a)) || is_near(a))
      return false;
   if (++*state == MANY / 2)
      bare_expect(page);
   if (*state < (fast.small_ranges ? FEW_IN_TESTS : MANY))
      return false;
   *state = 0;
   if (directory_of_cell(a) >> DIRECTORY_TABLES & 1
       || (one_other && !bare_may_begin(page)))
      return false;
   enter(page);
   return true;
}

/* A page is not lazy any more, for one thread. */
static void leave_of(const trms_thread *t, uintptr_t page)
{
   uint32_t *c = windows_stamp(t->slot, page);
   const lazy_set *set = lazy_set_of(page);
   size_t i;

   for (i = 0; i < WINDOWS_PAGE_CELLS; i++)
      if (lazy_set_has(&set[i], t)) {
         uint32_t stamp = fold_stamp(t, &c[i], page + 4 * i);

         if (stamp != 0)
            c[i] = stamp | STAMP_VALID;
      }
}

/* Without a state, and with no sharers of lines that are known. */
static void reset(uintptr_t page)
{
   if (bare_has(page))
      bare_forget(page);
   platform_zero(lazy_set_of(page), WINDOWS_PAGE_CELLS * sizeof (lazy_set));
   turn_lines[page_of(page)] = 0;
   if (fast.lines_known)
      platform_zero(&directory_lines[page / DIRECTORY_LINE_BYTES],
                    LINES * sizeof *directory_lines);
   lazy_states[page_of(page)] = 0;
   fast.lazy_pages--;
}

static void leave(uintptr_t page)
{
   uint64_t mask = directory_of_cell(page);
   const trms_thread *t;

   if (bare_has(page))
      bare_end(page);
   if (fast.lazy_turn)
      invalidate_lines(fast.lazy_turn, page_of(page), NULL, 0);
   for (t = fast.threads; t; t = t->next)
      if (mask & directory_bit(t))
         leave_of(t, page);
   reset(page);
}

/* Call `end` for the lazy pages that overlap [a, past).

   A chunk is left out only if its mask is 0.  That of a lazy page never is: the
   page was written, and DIRECTORY_WRITERS stays.  To have no slots is not
   enough: they go with their threads, but the page stays lazy. */
static inline __attribute__((always_inline))
void each_lazy(uintptr_t a, uintptr_t past, void (*end)(uintptr_t page))
{
   uintptr_t page = windows_page_down(a);

   if (past > WINDOWS_END)
      past = WINDOWS_END;
   while (page < past && fast.lazy_pages > 0)
      if (directory_of_chunk(page >> SHADOW_CHUNK_BITS) == 0)
         page = (page | (SHADOW_CHUNK_BYTES - 1)) + 1;
      else {
         if (lazy_has(page))
            end(page);
         page += WINDOWS_PAGE_BYTES;
      }
}

void lazy_end(uintptr_t a, uintptr_t past)
{
   each_lazy(a, past, leave);
}

void lazy_forget(uintptr_t a, uintptr_t past)
{
   uintptr_t first = windows_page_up(a), end = windows_page_down(past);

   if (first >= end) {
      lazy_end(a, past);
      return;
   }
   lazy_end(a, first);
   each_lazy(first, end, reset);
   lazy_end(end, past);
}

const char *lazy_broken(const trms_thread *t, uint32_t stamp, uintptr_t a)
{
   if (last_writer_of(a) == LAST_WRITER_EXCLUSIVE)
      return "no last writer is exclusive in a lazy page";
   if (directory_of_cell(a) >> DIRECTORY_TABLES & 1)
      return "no table has stamps of a lazy page";
   if (!stamp_is_valid(stamp))
      return NULL;
   if (t != fast.lazy_turn)
      return "only one thread has valid stamps in lazy pages";
   if (!line_is_in_turn(a))
      return "the lines with valid stamps are known in lazy pages";
   if (stamp_is_exclusive(stamp) ? *lazy_set_of(a) != lazy_set_with(t)
                                 : !lazy_set_has(lazy_set_of(a), t))
      return "a thread is in the set of a cell with a valid stamp";
   return NULL;
}
