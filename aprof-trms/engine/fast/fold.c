/* Folding: see engine/fast/fold.h.

   Why the result is the same:

   - A check of instrumented code fails for 0 as for any invalid stamp.
   - A thread that writes a cell uses of its stamp only whether it is valid, and
     then stores a new one.  Another thread's write has nothing to take from an
     invalid stamp.
   - So the time of an invalid stamp is used only where the cell is read
     again (read_foreign_run in accesses.c), where stamps are renumbered, and
     where they are forgotten or move with the memory: these places know of
     folded pages.
   - Valid stamps are folded as shared ones.  An exclusive stamp may become
     shared at any time: another thread need not have a valid one, and a last
     writer that was exclusive is of the same kind as one that is not.  Only
     between a write's check and its store it may not (fold_last_place).
   - Nothing but these uses a valid stamp that is shared.  A read by its thread,
     whose check fails for 0: then the stamp is put back before anything is
     counted (fold_settle).  A write by its thread, which replaces it by an
     exclusive one as it would replace an invalid one.  A write by another
     thread or the kernel, which makes it invalid: that of a 0 is made invalid
     in the part (fold_invalidate), and a line keeps the thread as a sharer
     while a 0 in it may be valid (fold_has_valid_in_line).  A page that becomes
     lazy: its pages of stamps are opened (fold_open_valid).  Who looks for
     exclusive stamps finds none in a 0, and there is none.
   - Of a time nothing is used but which pending activations had started at it
     (engine/fast/age.h).  Stamps are folded where the answer is the same, and
     it stays the same, since activations that start later start after all of
     them.
   - A page that is folded in part keeps which cells had a stamp: a cell that
     was "never" stays so.
   - A page that was folded, and has been touched since, is folded again by what
     counts for each of its cells: the stamp in the page, or what its word says
     of a 0.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/fold.h"
#include "engine/fast/age.h"
#include "engine/fast/last_writer.h"
#include "engine/fast/lazy_state.h"

/* AT_ONCE: chunks that are looked at for each chunk that is joined.
   LEAST_CHUNKS: threads with fewer chunks are left out.  They would save
   little, and looking at pages that they have not touched would cost a
   short-lived thread more than all else. */
enum { AT_ONCE = 12, LEAST_CHUNKS = 8 };

/* A few exclusive stamps don't keep a page from being folded if most others are
   not valid: what the edges of another thread's rows are in an array. */
enum { MOST_EXCLUSIVE = 16, MOST_VALID = WINDOWS_PAGE_CELLS / 8 };

static size_t cell_of(const uint32_t *c)
{
   return ((uintptr_t)c & (WINDOWS_PAGE_BYTES - 1)) / sizeof *c;
}

/* The first page of a thread's window that begins in a chunk, or behind the
   last one.  A page that two chunks share belongs to the first. */
static uint32_t *first_page(const trms_thread *t, uintptr_t chunk)
{
   return (uint32_t *)windows_page_up(t->base + (chunk << SHADOW_CHUNK_BITS));
}

uint32_t fold_stamp_by_word(const uint32_t *c, uint32_t word)
{
   const fold_part *p;

   if (word & PACKED_PAGE)
      return packed_pages_stamp(c, word);
   if (!(word & FOLD_PART))
      return fold_is_all_valid(word) ? word | STAMP_VALID | STAMP_SHARED : word;
   p = fold_parts_of(word);
   return fold_part_stamp(p, cell_of(c));
}

size_t fold_alike(const trms_thread *t, const uint32_t *c, size_t n)
{
   uint32_t stamp = fold_untouched_stamp(t, c);
   size_t i = 1;

   while (i < n && fold_untouched_stamp(t, c + i) == stamp)
      i++;
   return i;
}

bool fold_may_fold_valid(bool aged)
{
   size_t opened = fast.opened_with_valid[aged];

   return fast.small_ranges || opened <= FOLD_OPENED_FIRST
          || opened <= fast.folded_with_valid[aged] / FOLD_OPENED;
}

static bool is_invalid(uint32_t stamp)
{
   return stamp != 0 && !stamp_is_valid(stamp);
}

/* Add n cells of the page, which have one stamp, to the part. */
static void add_to_part(fold_part *part, size_t cell, size_t n, uint32_t stamp)
{
   size_t past = cell + n, next;

   if (stamp_is_valid(stamp))
      part->valid_count += (uint32_t)n;
   for (; cell < past; cell = next) {
      uint64_t bits = UINT64_MAX << cell % 64;

      next = (cell | 63) + 1;
      if (next > past)
         bits &= ((uint64_t)1 << past % 64) - 1;
      part->cells[cell / 64] |= bits;
      if (stamp_is_valid(stamp))
         part->valid[cell / 64] |= bits;
   }
}

/* How many cells of the page, from this one on, have the same stamp in it?  Most
   pages consist of a few such runs. */
static size_t alike_from(const uint32_t *page, size_t cell)
{
   uint64_t both = stamp_in_both(page[cell]);
   size_t past = cell + 1;

   while (past + 2 <= WINDOWS_PAGE_CELLS && stamp_pair(&page[past]) == both)
      past += 2;
   if (past < WINDOWS_PAGE_CELLS && page[past] == page[cell])
      past++;
   return past - cell;
}

/* What is to be done in one look at chunks, and has been done. */
typedef struct {
   uint32_t before;             /* pages are folded whose valid stamps are less */
   bool aged;                   /* because of that, and with any exclusive
                                   stamps; or because others take cells there */
   unsigned first, again;       /* pages folded, by what they were before */
   uintptr_t from, past;        /* of these, the last ones, side by side: they are
                                   to be given back */
} look;

/* Return a stamp that all stamps of the page can be replaced by, and the cells
   that have one; 0: there is none, or there is nothing to give back.  (A 0
   among others has an age of its own: it is older than all.)  Where the page
   may only be folded as a whole, the first cell that prevents it is enough. */
static uint32_t one_for_all(const trms_thread *t, const uint32_t *page,
                            uint32_t word, const look *l, bool as_whole,
                            fold_part *part)
{
   age_span a = { 0, 0 };
   size_t i, n, exclusive = 0;
   bool touched = false;

   part->stamp = 0;
   for (i = 0; i < WINDOWS_PAGE_CELLS; i += n) {
      uint32_t own = page[i], stamp = own, valid;

      if (stamp_is_valid(own) && own >= l->before)
         return 0;
      if (own == 0 && word != 0)
         stamp = fold_stamp_by_word(&page[i], word);
      if (as_whole && !is_invalid(stamp))
         return 0;
      valid = stamp | STAMP_VALID;
      if (stamp != 0 && part->stamp != 0
          && (valid < a.first || valid >= a.past))
         return 0;
      /* A 0 may stand for something else than the 0 behind it. */
      n = own == 0 && word & (FOLD_PART | PACKED_PAGE) ? 1
                                                        : alike_from(page, i);
      exclusive += stamp_is_exclusive(own) && !l->aged ? n : 0;
      if (exclusive > MOST_EXCLUSIVE)
         return 0;
      touched |= own != 0;
      if (stamp == 0)
         continue;
      if (part->stamp == 0) {
         platform_zero(part, sizeof *part);
         part->stamp = (stamp & ~STAMP_VALID) | STAMP_SHARED;
         part->aged = l->aged;
         a = age_span_of(t, stamp);
      }
      add_to_part(part, i, n, stamp);
   }
   return touched && (exclusive == 0 || part->valid_count < MOST_VALID)
          ? part->stamp : 0;
}

/* Can one stamp stand for all cells, and for what else the part says? */
static bool is_whole(const fold_part *part)
{
   uint64_t all = UINT64_MAX;
   size_t i;

   for (i = 0; i < WINDOWS_PAGE_CELLS / 64; i++)
      all &= part->cells[i];
   return all == UINT64_MAX
          && (part->valid_count == 0
              || (part->aged && part->valid_count == WINDOWS_PAGE_CELLS));
}

/* The word of such a part. */
static uint32_t whole_word(const fold_part *part)
{
   return part->valid_count > 0 ? part->stamp & ~STAMP_SHARED : part->stamp;
}

/* The program's memory of a lazy page is touched by turns. */
static bool is_lazy(const trms_thread *t, const uint32_t *page)
{
   uintptr_t a = (uintptr_t)page - t->base;

   return lazy_has(a) || lazy_has(a + WINDOWS_PAGE_BYTES - 4);
}

static void set_word(uint32_t *page, uint32_t *word, const fold_part *part)
{
   fold_part *p;

   if (is_whole(part)) {
      if (*word & FOLD_PART)
         fold_parts_free(*word);
      *word = whole_word(part);
      return;
   }
   if (!(*word & FOLD_PART))
      *word = fold_parts_new(page);
   p = fold_parts_of(*word);
   *p = *part;
   p->page = page;
}

/* A single thread's exclusive stamps of a page will be gone: note that it has
   written their cells last, and that it has stamps there.  A line's stamps are a
   line. */
static void note_single(const trms_thread *t, const uint32_t *page)
{
   enum { LINE = DIRECTORY_LINE_BYTES / 4 };
   uintptr_t a = (uintptr_t)page - t->base;
   size_t i, k;

   directory_add_to_pages(t, a, WINDOWS_PAGE_BYTES);
   for (i = 0; i < WINDOWS_PAGE_CELLS; i += LINE, a += DIRECTORY_LINE_BYTES) {
      uint32_t of_line = 0;

      for (k = 0; k < LINE; k++)
         if (stamp_is_exclusive(page[i + k]))
            of_line |= (uint32_t)LAST_WRITER_EXCLUSIVE << 2 * k;
      if (of_line != 0)
         last_writer_set_line(a, last_writer_line(a) | of_line);
   }
}

static void give_back(look *l)
{
   if (l->from < l->past)
      platform_discard(l->from, l->past - l->from);
   l->from = l->past = 0;
}

/* Until it is given back, its stamps are what counts. */
static void give_back_later(uintptr_t page, look *l)
{
   if (page != l->past) {
      give_back(l);
      l->from = page;
   }
   l->past = page + WINDOWS_PAGE_BYTES;
}

static void fold_page(const trms_thread *t, uint32_t *page, look *l)
{
   uint32_t *word = windows_page_word(t->slot, page);
   fold_part part;

   if (one_for_all(t, page, *word, l, is_lazy(t, page), &part) == 0)
      return;
   if (*word == 0) {
      l->first++;
      fast.folded++;
   } else {
      l->again++;
      fast.folded_again++;
   }
   set_word(page, word, &part);
   if (fast.single)
      note_single(t, page);
   give_back_later((uintptr_t)page, l);
   fast.folded_slots |= directory_bit(t);
   if (part.valid_count > 0) {
      fast.folded_valid |= directory_bit(t);
      fast.folded_with_valid[part.aged]++;
   }
}

/* Most pages are left as they are because of their first cells: what takes time
   is to wait for these.  So they are waited for at once. */
static void fetch_pages(uintptr_t at, uint64_t pages)
{
   for (; pages; pages &= pages - 1)
      __builtin_prefetch((const void *)(at + (uintptr_t)__builtin_ctzll(pages)
                                             * WINDOWS_PAGE_BYTES));
}

/* Where no other thread has joined the chunk, no stamp has been taken, or
   invalidated. */
static void fold_chunk(const trms_thread *t, uintptr_t chunk, bool again,
                       look *l)
{
   uintptr_t at = (uintptr_t)first_page(t, chunk);
   uintptr_t past = (uintptr_t)first_page(t, chunk + 1);
   uint64_t pages;

   if (!l->aged
       && (directory_slots(directory_chunks[chunk]) & ~directory_bit(t)) == 0)
      return;
   pages = platform_resident(at, (unsigned)((past - at) / WINDOWS_PAGE_BYTES));
   fetch_pages(at, pages);
   for (; pages; pages &= pages - 1) {
      uint32_t *page = (uint32_t *)at + (size_t)__builtin_ctzll(pages)
                                        * WINDOWS_PAGE_CELLS;

      if (again || *windows_page_word(t->slot, page) == 0)
         fold_page(t, page, l);
   }
   give_back(l);
}

/* Its turn begins.  All threads' calls, as turns show them, are the clock by
   which a thread sleeps. */
static void begin_turn(trms_thread *t)
{
   uint32_t next = (uint32_t)t->stack.next_starts;

   if (next != t->turn_next) {
      fast.turn_calls += next > t->turn_next ? (next - t->turn_next) / 2 : 1;
      t->turn_next = next;
      t->awake = fast.turn_calls;
   }
   fast.turn = t;
   fast.turn_left = t->chunk_count;
}

/* Has the thread not made a call for long?  Then it waits for something, and is
   likely to wait on: the main thread of a server, which has set up memory for
   the others, or a thread of a pool. */
static bool is_asleep(const trms_thread *t)
{
   return fast.turn_calls - t->awake
          >= (fast.small_ranges ? FOLD_TEST_SLEEP : FOLD_SLEEP);
}

/* Pages that the thread has not accessed for long have valid stamps that are all
   less than this: all of its pages, if it sleeps.  The accessing thread's are left
   out, as in fold_last_place. */
static uint32_t aged_before(const trms_thread *t, const trms_thread *accessing)
{
   uint32_t calls = fast.small_ranges ? FOLD_TEST_OLD : FOLD_OLD;
   uint32_t next = (uint32_t)t->stack.next_starts;

   if (t == accessing || !fold_may_fold_valid(true))
      return 0;
   if (is_asleep(t))
      return UINT32_MAX;
   return next > STAMP_START(calls) ? next - 2 * calls : 0;
}

/* Threads take turns, so that the work is in proportion to the memory touched;
   at the end of each turn all of the thread's chunks have been looked at. */
static look fold_chunks(const trms_thread *accessing, unsigned n, bool again)
{
   look l = { .first = 0 };
   uintptr_t chunk;

   for (; n > 0; n--) {
      while (fast.turn_left == 0)
         begin_turn(fast.turn && fast.turn->next ? fast.turn->next
                                                 : fast.threads);
      chunk = fast.turn->chunks[--fast.turn_left];
      l.before = aged_before(fast.turn, accessing);
      l.aged = l.before > 0;
      if (fast.turn->chunk_count >= LEAST_CHUNKS)
         fold_chunk(fast.turn, chunk, again, &l);
   }
   return l;
}

/* A page that was folded and has been touched again keeps its word.  It is not
   folded again here: its memory goes to and fro.

   While there are fewer stamps than there were before, since threads have
   ended, less can be saved: one of LEAST_BETWEEN chunks counts, and fewer where
   that is in vain.  So threads that end soon do not spend most of their time in
   looks at the pages of others. */
void fold_some(const trms_thread *t)
{
   enum { LEAST_BETWEEN = 8, MOST_BETWEEN = 1024 };
   look l;

   if (fast.joined > fast.most_joined)
      fast.most_joined = fast.joined;
   else if (fast.joined_again++ < fast.joins_to_fold)
      return;
   fast.joined_again = 0;
   l = fold_chunks(t, AT_ONCE, false);
   if (l.first > 0 || fast.joins_to_fold == 0)
      fast.joins_to_fold = LEAST_BETWEEN - 1;
   else if (fast.joins_to_fold < MOST_BETWEEN)
      fast.joins_to_fold += fast.joins_to_fold / 2;
}

static const trms_thread *thread_of(unsigned slot)
{
   const trms_thread *t = fast.threads;

   while (t && (t->base == 0 || t->slot != slot))
      t = t->next;
   return t;
}

/* Has the thread enough memory, or lived long enough?  Most that end soon have
   little. */
static bool is_worth_it(const trms_thread *t)
{
   enum { LEAST_LOOKS = 4 };

   return t->chunk_count >= LEAST_CHUNKS
          || fast.fold_looks - t->born >= LEAST_LOOKS || fast.small_ranges;
}

/* Are pages folded again?  Memory that goes to and fro is touched again soon:
   each time that costs two page faults, and saves nothing. */
static bool may_fold_again(void)
{
   return fast.small_ranges || fast.folded_again <= FOLD_AGAIN * fast.folded;
}

void fold_old(const trms_thread *t, uintptr_t chunk, uint32_t before)
{
   look l = { .before = before, .aged = true };

   fold_chunk(t, chunk, may_fold_again(), &l);
}

/* Where cells were taken from a thread at the time of the look before: who
   takes them has left the place by now, if it goes through memory.  Here pages
   with valid stamps are folded, too: another thread has them now.  Elsewhere
   they would mostly be those that a thread has just read, and reads again.
   Pages of the accessing thread are left out: if it writes, instrumented code
   will store an exclusive stamp, which may not have become shared. */
static look fold_last_place(const trms_thread *accessing)
{
   uintptr_t chunk = fast.fold_place >> SHADOW_CHUNK_BITS;
   const trms_thread *t = thread_of(fast.fold_place_slot);
   look l = { .before = fold_may_fold_valid(false) ? UINT32_MAX : 0 };

   if (t && t != accessing && directory_chunks[chunk] & directory_bit(t)
       && is_worth_it(t))
      fold_chunk(t, chunk, may_fold_again(), &l);
   return l;
}

/* Here it is, but at a rate at which that costs little beside the accesses. */
void fold_look(const trms_thread *t, uintptr_t a, unsigned slot)
{
   unsigned long wait = fast.fold_wait;
   look l = fold_last_place(t);

   fast.fold_looks++;
   fast.fold_place = a;
   fast.fold_place_slot = slot;
   if (l.first > 0)
      wait = FOLD_LEAST_WAIT;
   if (l.first + l.again == 0)
      l = fold_chunks(t, 1, may_fold_again());
   if (l.first + l.again > 0)
      wait = wait / 2 > FOLD_LEAST_WAIT ? wait / 2 : FOLD_LEAST_WAIT;
   else if (wait < FOLD_MOST_WAIT)
      wait += wait / 8;
   fast.fold_wait = wait;
   fast.taken_to_fold = fast.small_ranges ? FOLD_TEST_WAIT
                                           : wait + l.again * FOLD_AGAIN_WAIT;
}

void fold_forget(const trms_thread *t)
{
   if (directory_bit(t) & fast.folded_slots)
      fold_parts_forget(t->base, t->base + WINDOWS_STEP);
   fast.folded_slots &= ~directory_bit(t);
   fast.folded_valid &= ~directory_bit(t);
   fast.joined -= t->chunk_count;
   if (fast.turn == t) {
      fast.turn = NULL;
      fast.turn_left = 0;
      if (t->next)
         begin_turn(t->next);
   }
}

bool fold_is_touched(const trms_thread *t, const uint32_t *page)
{
   return (directory_bit(t) & fast.folded_slots
           && *windows_page_word(t->slot, page))
          || windows_any_set((uintptr_t)page,
                             (uintptr_t)page + WINDOWS_PAGE_BYTES);
}

/* Put back the stamp of each cell that a 0 stands for. */
static void undo_part(uint32_t *page, const fold_part *p)
{
   size_t i;

   for (i = 0; i < WINDOWS_PAGE_CELLS; i++)
      if (page[i] == 0)
         page[i] = fold_part_stamp(p, i);
}

static void undo_whole(uint32_t *page, uint32_t stamp)
{
   size_t i;

   for (i = 0; i < WINDOWS_PAGE_CELLS; i++)
      page[i] = page[i] == 0 ? stamp : page[i];
}

static void undo_page(unsigned slot, uintptr_t at)
{
   uint32_t *page = (uint32_t *)windows_page_down(at);
   uint32_t *word = windows_page_word(slot, page);

   if (*word == 0)
      return;
   if (*word & PACKED_PAGE) {
      packed_pages_unpack(page, word);
      return;
   }
   if (*word & FOLD_PART) {
      undo_part(page, fold_parts_of(*word));
      fold_parts_free(*word);
   } else
      undo_whole(page, fold_stamp_by_word(page, *word));
   *word = 0;
}

/* The part of a page with this word, which is not all valid; NULL: no 0 in it is
   valid, or the page is packed (its stamps are put back by packed_pages_settle). */
static fold_part *part_with_valid(uint32_t word)
{
   fold_part *p;

   if (word & PACKED_PAGE || !(word & FOLD_PART))
      return NULL;
   p = fold_parts_of(word);
   return p->valid_count > 0 ? p : NULL;
}

/* May a 0 in the page of c stand for a valid stamp? */
static bool has_valid(unsigned slot, const uint32_t *c)
{
   uint32_t word;

   if (!(fast.folded_valid >> slot & 1))
      return false;
   word = *windows_page_word(slot, c);
   return fold_is_all_valid(word) || part_with_valid(word) != NULL;
}

/* A line's stamps are a line. */
bool fold_has_valid_in_line(unsigned slot, const uint32_t *c)
{
   enum { LINE = DIRECTORY_LINE_BYTES / 4 };
   const fold_part *p;
   uint32_t word;

   if (!(fast.folded_valid >> slot & 1))
      return false;
   word = *windows_page_word(slot, c);
   p = part_with_valid(word);
   return fold_is_all_valid(word)
          || (p != NULL && (p->valid[cell_of(c) / 64] >> cell_of(c) % 64
                            & (((uint64_t)1 << LINE) - 1)) != 0);
}

/* Where many stamps are valid, the thread is likely to access more of them. */
bool fold_settle_valid(const trms_thread *t, uint32_t *c)
{
   uint32_t word = *windows_page_word(t->slot, c);
   bool all = fold_is_all_valid(word);
   fold_part *p = all ? NULL : part_with_valid(word);

   if (!all && (p == NULL || !fold_part_is_valid(p, cell_of(c))))
      return false;
   if (!all && p->valid_count < MOST_VALID)
      *c = fold_part_stamp(p, cell_of(c));
   else {
      fast.opened_with_valid[all || p->aged]++;
      undo_page(t->slot, (uintptr_t)c);
   }
   return true;
}

/* All cells of the page are valid by its word: let a part say so. */
static fold_part *part_of_all_valid(uint32_t *page, uint32_t *word)
{
   uint32_t stamp = *word | STAMP_SHARED;
   fold_part *p;

   *word = fold_parts_new(page);
   p = fold_parts_of(*word);
   p->stamp = stamp;
   p->aged = true;
   add_to_part(p, 0, WINDOWS_PAGE_CELLS, stamp | STAMP_VALID);
   return p;
}

/* Cells that are not 0 have their stamp in the page, and a bit in the part that
   is not asked for. */
static void invalidate_in_part(uint32_t *page, uint32_t *word, size_t cell,
                               size_t n)
{
   fold_part *p = fold_is_all_valid(*word) ? part_of_all_valid(page, word)
                                           : part_with_valid(*word);
   uint32_t stamp;

   if (p == NULL)
      return;
   for (; n > 0; n--, cell++)
      if (fold_part_is_valid(p, cell)) {
         p->valid[cell / 64] &= ~((uint64_t)1 << cell % 64);
         p->valid_count--;
      }
   if (is_whole(p)) {
      stamp = whole_word(p);
      fold_parts_free(*word);
      *word = stamp;
   }
}

/* The stamps of a line lie in one page. */
void fold_invalidate(uint64_t slots, uintptr_t a, size_t n)
{
   for (; slots; slots &= slots - 1) {
      unsigned slot = (unsigned)__builtin_ctzll(slots);
      uint32_t *c = windows_stamp(slot, a);

      invalidate_in_part((uint32_t *)windows_page_down((uintptr_t)c),
                         windows_page_word(slot, c), cell_of(c), n);
   }
}

void fold_open_valid(unsigned slot, uintptr_t from, uintptr_t to)
{
   uintptr_t at;

   for (at = windows_page_down(from); at < to; at += WINDOWS_PAGE_BYTES)
      if (has_valid(slot, (uint32_t *)at))
         undo_page(slot, at);
}

/* Of whole pages: by the places, or by the words, whichever are fewer. */
static void forget_parts(unsigned slot, uintptr_t from, uintptr_t past)
{
   if (fold_parts_count() < (past - from) / WINDOWS_PAGE_BYTES) {
      fold_parts_forget(from, past);
      return;
   }
   for (; from < past; from += WINDOWS_PAGE_BYTES) {
      uint32_t word = *windows_page_word(slot, (uint32_t *)from);

      if (!(word & PACKED_PAGE) && word & FOLD_PART)
         fold_parts_free(word);
   }
}

void fold_undo_ends(unsigned slot, uintptr_t from, uintptr_t to)
{
   uintptr_t first = windows_page_up(from), past = windows_page_down(to);

   if (from < first)
      undo_page(slot, from);
   if (past < to)
      undo_page(slot, past);
   if (first < past && fast.packed_pages > 0)
      packed_pages_drop_all(fast.threads, first, past);
   if (first < past)
      forget_parts(slot, first, past);
   if (first < past)
      windows_clear((uintptr_t)windows_page_word(slot, (uint32_t *)first),
                    (past - first) / WINDOWS_PAGE_BYTES * sizeof(uint32_t));
}

void fold_undo(unsigned slot, uintptr_t from, uintptr_t to)
{
   uintptr_t at;

   for (at = windows_page_down(from); at < to; at += WINDOWS_PAGE_BYTES)
      undo_page(slot, at);
}

void fold_renumber(const trms_thread *t, uintptr_t chunk)
{
   uint32_t *page = first_page(t, chunk), *past = first_page(t, chunk + 1);

   for (; page < past; page += WINDOWS_PAGE_CELLS) {
      uint32_t *stamp = windows_page_word(t->slot, page);
      if (*stamp & FOLD_PART)
         stamp = &fold_parts_of(*stamp)->stamp;
      if (*stamp)
         *stamp = (*stamp & STAMP_SHARED)
                  | age_rank(t, *stamp | STAMP_VALID) << 1;
   }
}
